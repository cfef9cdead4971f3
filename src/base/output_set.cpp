#include "base/output_set.h"

#include <fstream>
#include <map>
#include <set>

#include "base/atomic_file.h"
#include "base/file_digest.h"
#include "base/output_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBetween = "  ";  // a digest and its file, as in sha256sum

// The digests that a file may have to count as ours: two while a set replaces another.
using Listed = std::map<std::string, std::set<std::string>>;

std::string head_of(const OutputSet& set) {
  return "# Written by `" + std::string(set.command) + "`, which replaces these files together.\n";
}

Listed read_list(const fs::path& file) {
  Listed listed;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    const auto between = line.find(kBetween);
    if (line.starts_with("#") || between == line.npos) continue;
    const std::string name = line.substr(between + kBetween.size());
    if (fs::path(name).filename() == name) listed[name].insert(line.substr(0, between));
  }
  return listed;
}

void write_list(const fs::path& file, const OutputSet& set, const Listed& listed) {
  const std::string head = head_of(set);
  std::string text = head;
  for (const auto& [name, digests] : listed) {
    for (const auto& digest : digests) text += digest + std::string(kBetween) + name + "\n";
  }
  write_output(file, {"list of sonde's files", head}, true, "--out", text);
}

Listed listed_of(std::span<const OutputFile> files) {
  Listed listed;
  for (const auto& [name, content] : files) {
    listed[name].insert(content_digest(content).hex());
  }
  return listed;
}

std::string digest_at(const fs::path& file) {
  return fs::is_regular_file(file) ? file_digest(file).hex() : std::string();
}

void check_untouched(const fs::path& file, const OutputSet& set, const Listed& earlier,
                     const std::set<std::string>& ours) {
  if (!fs::exists(file) || ours.contains(digest_at(file))) return;
  const std::string command = "`" + std::string(set.command) + "`";
  throw usage_error(file.string() + (earlier.contains(file.filename().string())
                                         ? " was changed since " + command + " wrote it"
                                         : " is not a file that " + command + " wrote"),
                    "choose another --out, or move it away");
}

}  // namespace

void write_output_set(const fs::path& folder, const OutputSet& set,
                      std::span<const OutputFile> files, bool replace) {
  const Listed earlier = read_list(folder / set.list), now = listed_of(files);
  Listed either = earlier;
  for (const auto& [name, digests] : now) {
    either[name].insert(digests.begin(), digests.end());
    if (!replace && fs::exists(folder / name)) {
      throw usage_error((folder / name).string() + " already exists",
                        "--replace puts the new ones in place; or choose another --out");
    }
  }
  for (const auto& [name, ours] : either) check_untouched(folder / name, set, earlier, ours);
  fs::create_directories(folder);
  write_list(folder / set.list, set, either);
  for (const auto& [name, ours] : either) {  // first, so that no mixture looks whole
    const auto kept = now.find(name);
    const fs::path file = folder / name;
    if (kept == now.end() || !kept->second.contains(digest_at(file))) fs::remove(file);
  }
  for (const auto& [name, content] : files) {
    if (!fs::exists(folder / name)) write_file_atomically(folder / name, content);
  }
  write_list(folder / set.list, set, now);
}

}  // namespace sonde

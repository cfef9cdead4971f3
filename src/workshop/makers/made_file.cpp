#include "workshop/makers/made_file.h"

#include <fstream>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "base/atomic_file.h"
#include "base/output_file.h"
#include "formats/json/json.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "workshop/makers/made_card.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path origin_path(fs::path out) { return out += ".made.json"; }

json as_json(const Origin& origin) {
  return {{"maker", origin.maker},
          {"version", origin.version},
          {"in_sha256", origin.in_sha256},
          {"options", origin.options}};
}

// A maker's record next to a file. Nothing without one.
std::optional<json> read_origin(const fs::path& out) {
  if (!fs::is_regular_file(origin_path(out))) return std::nullopt;
  try {
    json document = read_json(origin_path(out));
    if (document.is_object() && document.contains("made_of")) return document;
  } catch (const Error&) {
  }
  return std::nullopt;
}

// Before any work, because it is to be written as JSON.
void check_text(const json& options) {
  try {
    options.dump();
  } catch (const json::exception&) {
    throw usage_error("an option is not UTF-8 text", "give it as UTF-8");
  }
}

// The digests of the files that a set had or will have: an origin may be renamed with its set.
std::set<std::string> digests_of(const json& origin) {
  std::set<std::string> digests{origin.value("sha256", "")};
  for (const char* others : {"beside", "replacing"}) {
    const auto found = origin.find(others);
    if (found == origin.end() || !found->is_array()) continue;
    for (const auto& one : *found) digests.insert(one.is_string() ? one.get<std::string>() : "");
  }
  return digests;
}

bool is_as_made(const fs::path& file, const json& origin) {
  return digests_of(origin).contains(file_digest(file).hex());
}

// Whether the set is there, made of the same, and not in the middle of being replaced.
bool is_complete(const fs::path& out, const json& there, const Origin& origin) {
  return there["made_of"] == as_json(origin) && !there.contains("replacing") && fs::exists(out) &&
         is_as_made(out, there);
}

// Checks all files of a set: the data, its record, its card, and those that options name.
void check_places(const MakeRequest& request, const std::vector<fs::path>& beside) {
  static const std::set<std::string> kOutputs{"refused", "confirm", "ledger"};
  std::vector<NamedPlace> outputs{{"--out", request.out},
                                  {"the record of --out", origin_path(request.out)}};
  std::vector<NamedPlace> inputs{{"the input of the data set", request.in}};
  std::set<fs::path> named;
  std::error_code no_file;
  for (const auto& [name, value] : request.options) {
    if (kOutputs.contains(name)) {
      named.insert(value);
      outputs.push_back({"--" + name, value});
    } else if (fs::is_regular_file(value, no_file)) {
      inputs.push_back({"--" + name, value});
    }
  }
  for (const auto& file : beside) {
    if (!named.contains(file) || file == card_path(request.out)) {
      outputs.push_back({"the file " + file.filename().string() + " next to --out", file});
    }
  }
  check_apart(outputs, inputs);
}

void check_file(const fs::path& file, const std::optional<json>& origin) {
  if (!fs::exists(file)) return;
  if (!origin || !fs::is_regular_file(file)) {
    throw usage_error(file.string() + " is not a file that `sonde make` wrote",
                      "choose another --out, or remove it");
  }
}

void check_untouched(const fs::path& file, const json& origin) {
  if (!fs::exists(file) || is_as_made(file, origin)) return;
  throw usage_error(file.string() + " was changed since `sonde make` wrote it",
                    "choose another --out, or move it away");
}

// Writes files next to a set, its record first.
void write_beside(const fs::path& out, json& document, const std::vector<MadeFile>& beside) {
  if (!beside.empty()) document["beside"] = json::array();
  for (const auto& file : beside) document["beside"].push_back(file.content.digest().hex());
  const auto earlier = read_origin(out);
  document["replacing"] = earlier ? digests_of(*earlier) : std::set<std::string>();
  write_file_atomically(origin_path(out), document.dump(1) + "\n");
  for (const auto& file : beside) file.content.write(file.path);
}

}  // namespace

Digest MadeContent::digest() const {
  Hasher hasher;
  give_([&](std::string_view piece) { hasher.add_raw(std::as_bytes(std::span(piece))); });
  return hasher.finish();
}

void MadeContent::write(const fs::path& path) const {
  replace_file(path, [&](const fs::path& temporary) {
    std::ofstream out(temporary, std::ios::binary);
    give_([&](std::string_view piece) { out << piece; });
    out.close();
    if (!out) throw outside_error("cannot be written", {path.string()}, "free space on its disk");
  });
}

bool is_made(const MakeRequest& request, const Origin& origin,
             const std::vector<fs::path>& beside) {
  check_text(origin.options);
  check_places(request, beside);
  check_folder_of(request.out, "data set");
  const fs::path& out = request.out;
  const auto there = read_origin(out);
  std::vector<fs::path> written{out, origin_path(out)};
  written.insert(written.end(), beside.begin(), beside.end());
  for (const auto& file : written) check_file(file, there);
  if (there && is_complete(out, *there, origin)) return true;
  if (there) {
    for (const auto& file : beside) check_untouched(file, *there);
    check_untouched(out, *there);
  }
  if (!fs::exists(out) || request.replace) return false;
  throw usage_error("the file " + out.string() + " was made from another input",
                    "choose another --out, or use --replace");
}

void write_made(const MadeFile& set, const Origin& origin, const json& counts,
                const std::vector<MadeFile>& beside) {
  json document{
      {"made_of", as_json(origin)}, {"sha256", set.content.digest().hex()}, {"counts", counts}};
  write_beside(set.path, document, beside);
  set.content.write(set.path);
  document.erase("replacing");
  write_file_atomically(origin_path(set.path), document.dump(1) + "\n");
}

void fail_with_refused(const MakeRequest& request, const Origin& origin, const RuleCounts& counts,
                       const std::string& refused, const std::string& problem,
                       const std::string& advice) {
  std::string written;
  if (!refused.empty()) {
    json document{{"made_of", as_json(origin)}, {"sha256", ""}, {"counts", counts.counts()}};
    write_beside(request.out, document, {{refused, counts.table()}});
    written = counts.has_refused() ? "; wrote the refused sentences to " + refused
                                   : "; " + refused + " is empty, because no sentence is eligible" +
                                         counts.why_not_eligible();
  }
  throw input_error(problem + written, {request.in.string()}, advice);
}

}  // namespace sonde

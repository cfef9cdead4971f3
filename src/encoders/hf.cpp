#include <algorithm>
#include <string>

#include "encoders/folder_encoder.h"
#include "encoders/kinds.h"
#include "formats/file_bytes.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestReference = 256;

// The snapshot of ORG/NAME in a Hugging Face cache; empty where it has none.
fs::path find_snapshot(const fs::path& hub, const std::string& name) {
  std::string folder = "models--" + name;
  folder.replace(folder.find('/'), 1, "--");
  const fs::path reference = hub / folder / "refs" / "main";
  if (!fs::exists(reference)) return {};
  std::string commit = read_file(reference, kLongestReference);
  while (!commit.empty() && commit.back() == '\n') commit.pop_back();
  if (commit.empty() || commit.find('/') != commit.npos || commit.starts_with('.')) {
    throw input_error("is not the name of a snapshot", {reference.string()});
  }
  return hub / folder / "snapshots" / commit;
}

bool is_hub_name(const std::string& location) {
  return std::ranges::count(location, '/') == 1 && location.front() != '/' &&
         location.front() != '.' && location.back() != '/';
}

ModelLocation locate(const std::string& location, const Resources& resources) {
  if (location.empty()) throw usage_error("'hf' needs a folder", "write hf:FOLDER or hf:ORG/NAME");
  if (fs::is_directory(location) || !is_hub_name(location)) return {location, "folder"};
  for (const auto& hub : resources.hubs) {
    const auto found = find_snapshot(hub, location);
    if (!found.empty()) return {found, "Hugging Face cache"};
  }
  throw input_error("is neither a folder nor a model in the Hugging Face cache", {location},
                    "fetch it once: huggingface-cli download " + location);
}

}  // namespace

std::unique_ptr<Encoder> make_hf(const Spec& spec, const EncoderContext& context) {
  try {
    return make_folder_encoder(locate(spec.location, context.resources), spec, context);
  } catch (const fs::filesystem_error& error) {
    throw input_error("cannot be read: " + error.code().message(), {error.path1().string()},
                      "check the path and its permissions");
  }
}

}  // namespace sonde

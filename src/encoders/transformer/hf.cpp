#include <string>

#include "encoders/shared/kinds.h"
#include "encoders/transformer/folder_encoder.h"
#include "encoders/transformer/pasted_location.h"
#include "engine/weights/lora.h"
#include "formats/file_bytes.h"
#include "outside/hub/hub_name.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestReference = 256;

// The snapshot of a model in a Hugging Face cache, or empty if it has none.
fs::path find_snapshot(const fs::path& hub, const HubName& name) {
  const fs::path folder = hub_folder(hub, name);
  const fs::path of_commit = folder / "snapshots" / name.revision;
  if (is_commit(name.revision) && fs::is_directory(of_commit)) return of_commit;
  const fs::path reference = folder / "refs" / name.revision;
  if (!fs::is_regular_file(reference)) return {};
  std::string commit = read_file(reference, kLongestReference);
  while (!commit.empty() && commit.back() == '\n') commit.pop_back();
  if (commit.empty() || commit.find('/') != commit.npos || commit.starts_with('.')) {
    throw input_error("is not the name of a snapshot", {reference.string()});
  }
  return folder / "snapshots" / commit;
}

// Empty if no cache has it.
fs::path find_in_hubs(const std::string& name, const Resources& resources) {
  const auto parsed = parse_hub_name(name);
  if (!parsed) return {};
  for (const auto& hub : resources.hubs) {
    const auto found = find_snapshot(hub, *parsed);
    if (!found.empty()) return found;
  }
  return {};
}

// A folder next to the adapter's, unless the user named it, or any other. Empty if neither exists.
fs::path folder_of_base(const fs::path& adapter, const std::string& name, bool by_user) {
  if (name.empty()) return {};
  if (!by_user && fs::path(name).is_relative()) {
    const fs::path beside = fs::absolute(adapter / "").parent_path().parent_path() / name;
    if (fs::is_directory(beside)) return beside;
  }
  return fs::is_directory(name) ? fs::path(name) : fs::path();
}

// The model that an adapter was made for: a folder, or a name in the cache.
fs::path locate_base(const fs::path& adapter, const std::string& option,
                     const Resources& resources) {
  const LoraBase base = option.empty() ? read_lora_base(adapter) : LoraBase{option, ""};
  const auto folder = folder_of_base(adapter, base.name, !option.empty());
  if (!folder.empty()) return folder;
  const std::string name = base.name + (base.revision.empty() ? "" : "@" + base.revision);
  const auto found = find_in_hubs(name, resources);
  if (!found.empty()) return found;
  const std::string pull = parse_hub_name(name) ? "fetch it: sonde pull " + name + "; or " : "";
  throw input_error("is an adapter, and its model '" + name +
                        "' is neither a folder nor in the Hugging Face cache",
                    {(adapter / "adapter_config.json").string()},
                    pull + "name the model's folder: hf:ADAPTER?base=FOLDER");
}

}  // namespace

ModelLocation locate_model(const std::string& kind, const std::string& location,
                           const Resources& resources) {
  if (location.empty()) {
    throw usage_error("'" + kind + "' needs a folder",
                      "write " + kind + ":FOLDER or " + kind + ":ORG/NAME");
  }
  refuse_pasted(kind, location, resources.hubs);
  if (fs::exists(location) || !parse_hub_name(location)) return {location, "folder"};
  const auto found = find_in_hubs(location, resources);
  if (!found.empty()) return {found, "Hugging Face cache"};
  throw input_error("is neither a folder nor a model in the Hugging Face cache", {location},
                    "fetch it once: sonde pull " + location);
}

std::unique_ptr<Encoder> make_hf(const Spec& spec, const EncoderContext& context) {
  try {
    auto location = locate_model("hf", spec.location, context.resources);
    Spec rest = spec;
    if (is_adapter(location.folder)) {
      const auto base = rest.options.extract("base");
      location.base = locate_base(location.folder, base ? base.mapped() : "", context.resources);
    }
    return make_folder_encoder(location, rest, context);
  } catch (const fs::filesystem_error& error) {
    throw input_error("cannot be read: " + error.code().message(), {error.path1().string()},
                      "check the path and its permissions");
  }
}

}  // namespace sonde

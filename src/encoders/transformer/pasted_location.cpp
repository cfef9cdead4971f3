#include "encoders/transformer/pasted_location.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/parse.h"
#include "encoders/transformer/hub_name.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// "huggingface.co/ORG/NAME/tree/REVISION" is ORG/NAME@REVISION. Empty for other pages.
std::string model_of_page(std::string_view url) {
  constexpr std::array<std::string_view, 3> kHubs{"huggingface.co/", "www.huggingface.co/",
                                                  "hf.co/"};
  if (const auto scheme = url.find("://"); scheme != url.npos) url.remove_prefix(scheme + 3);
  const auto* hub = std::ranges::find_if(kHubs, [&](auto name) { return url.starts_with(name); });
  if (hub == kHubs.end()) return {};
  const auto parts = parts_of(url.substr(hub->size()), '/');
  if (parts.size() < 2 || parts[0].empty() || parts[1].empty()) return {};
  const std::string model = std::string(parts[0]) + "/" + std::string(parts[1]);
  const bool has_revision = parts.size() > 3 && parts[2] == "tree" && parts[3] != "main";
  return has_revision ? model + "@" + std::string(parts[3]) : model;
}

// Cached models that have this name, each with its organisation.
std::vector<std::string> cached_models(const std::string& name, std::span<const fs::path> hubs) {
  std::vector<std::string> models;
  for (const auto& hub : hubs) {
    std::error_code ignored;
    for (const auto& folder : fs::directory_iterator(hub, ignored)) {
      const auto model = model_of_hub_folder(folder.path());
      if (model.ends_with("/" + name)) models.push_back(model);
    }
  }
  std::ranges::sort(models);
  return models;
}

void refuse_url(const std::string& kind, const std::string& location) {
  if (const auto model = model_of_page(location); !model.empty()) {
    throw input_error("is the address of a page", {location}, "write " + kind + ":" + model);
  }
  if (location.find("://") == location.npos) return;
  throw input_error("is a URL, not a folder", {location},
                    "download the model's folder; a server is openai:" + location + "?model=NAME");
}

void refuse_cache_folder(const std::string& kind, const std::string& location) {
  const fs::path folder = (fs::absolute(location) / "").parent_path();
  const auto model = model_of_hub_folder(folder);
  if (model.empty() || !fs::is_directory(folder / "snapshots")) return;
  throw input_error("is a folder of the Hugging Face cache", {location},
                    "name its model: " + kind + ":" + model);
}

}  // namespace

void refuse_pasted(const std::string& kind, const std::string& location,
                   std::span<const fs::path> hubs) {
  if (fs::is_directory(location)) return refuse_cache_folder(kind, location);
  if (fs::exists(location)) return;
  refuse_url(kind, location);
  if (location.starts_with("~/")) {
    throw input_error("begins with ~, which shells expand only at the start of a word", {location},
                      "write " + kind + ":$HOME" + location.substr(1));
  }
  if (location.find('/') != location.npos) return;
  const auto models = cached_models(location, hubs);
  if (!models.empty()) {
    throw input_error("is a name without its organisation", {location},
                      "write " + kind + ":" + models.front());
  }
}

}  // namespace sonde

#include "encoders/transformer/pasted_location.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/default_model.h"
#include "base/parse.h"
#include "outside/hub/hub_name.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// "huggingface.co/ORG/NAME/tree/REVISION" is ORG/NAME@REVISION. Empty for other pages.
std::string model_of_page(std::string_view url) {
  constexpr std::array<std::string_view, 5> kHubs{"huggingface.co/", "www.huggingface.co/",
                                                  "hf.co/", "hf-mirror.com/", "hf://"};
  url = url.substr(0, url.find('#'));
  const auto scheme = url.find("://");
  if (scheme != url.npos && !url.starts_with("hf://")) url.remove_prefix(scheme + 3);
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
  constexpr std::string_view kFile = "file://";
  if (location.starts_with(kFile)) {
    throw input_error("is the URL of a folder", {location},
                      "write " + kind + ":" + location.substr(kFile.size()));
  }
  if (location.find("://") == location.npos) return;
  std::string advice = "download the model's folder";
  if (location.starts_with("http")) advice += "; a server is openai:" + location + "?model=NAME";
  throw input_error("is a URL, not a folder", {location}, advice);
}

void refuse_cache_folder(const std::string& kind, const std::string& location) {
  const fs::path folder = (fs::absolute(location) / "").parent_path();
  const auto model = model_of_hub_folder(folder);
  if (model.empty() || !fs::is_directory(folder / "snapshots")) return;
  throw input_error("is a folder of the Hugging Face cache", {location},
                    "name its model: " + kind + ":" + model);
}

// The text without what was copied with it: blanks, quotes, brackets.
std::string_view unwrapped(std::string_view text) {
  constexpr std::array<std::string_view, 13> kAround{
      " ", "\t", "\r", "\n", "'", "\"", "`", "<", ">", "\u201c", "\u201d", "\u2018", "\u2019"};
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto mark : kAround) {
      const bool first = text.starts_with(mark), last = !first && text.ends_with(mark);
      if (first) text.remove_prefix(mark.size());
      if (last) text.remove_suffix(mark.size());
      changed = changed || first || last;
    }
  }
  return text;
}

void refuse_wrapped(const std::string& kind, const std::string& location) {
  std::string_view inner = unwrapped(location);
  const std::string_view before_slash = inner.substr(0, inner.find_last_not_of('/') + 1);
  if (parse_hub_name(std::string(before_slash))) inner = before_slash;
  if (inner == location || inner.empty()) return;
  throw input_error("has blanks, quotes or a slash around it", {location},
                    "write " + kind + ":" + std::string(inner));
}

// Only shells expand these.
void refuse_shells(const std::string& kind, const std::string& location) {
  if (location.starts_with("~")) {
    const bool own = location.size() == 1 || location[1] == '/';
    throw input_error(
        "begins with ~, which shells expand only at the start of a word", {location},
        own ? "write " + kind + ":$HOME" + location.substr(1) : "write the folder's whole path");
  }
  if (!location.starts_with("$")) return;
  throw input_error("begins with $, which shells do not expand within single quotes", {location},
                    "put the text into double quotes: \"" + kind + ":" + location + "\"");
}

// "hf:minilm" and "hf:hf:FOLDER".
void refuse_kinds(const std::string& kind, const std::string& location) {
  if (location == kDefaultEncoder) {
    throw input_error("is an encoder by itself", {location}, "write " + location);
  }
  if (!location.starts_with(kind + ":")) return;
  throw input_error("names the kind of encoder once more", {location}, "write " + location);
}

}  // namespace

void refuse_pasted(const std::string& kind, const std::string& location,
                   std::span<const fs::path> hubs) {
  if (fs::is_directory(location)) return refuse_cache_folder(kind, location);
  if (fs::exists(location)) return;
  refuse_wrapped(kind, location);
  refuse_url(kind, location);
  refuse_shells(kind, location);
  refuse_kinds(kind, location);
  if (location.find('/') != location.npos) return;
  if (const auto model = model_of_hub_folder(location); !model.empty()) {
    throw input_error("is the name of a folder of the Hugging Face cache", {location},
                      "name its model: " + kind + ":" + model);
  }
  const auto models = cached_models(location, hubs);
  if (!models.empty()) {
    throw input_error("is a name without its organisation", {location},
                      "write " + kind + ":" + models.front());
  }
}

}  // namespace sonde

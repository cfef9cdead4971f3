#include "outside/hub/hub_name.h"

#include <algorithm>
#include <string_view>

#include "base/parse.h"

namespace sonde {
namespace {

constexpr std::string_view kCached = "models--";

// No part that could lead out of the cache's folder.
bool is_plain(std::string_view text) {
  const auto parts = parts_of(text, '/');
  return std::ranges::none_of(
      parts, [](std::string_view part) { return part.empty() || part.front() == '.'; });
}

}  // namespace

std::optional<HubName> parse_hub_name(const std::string& text) {
  const auto at = text.find('@');
  HubName name{text.substr(0, at)};
  if (at != text.npos) name.revision = text.substr(at + 1);
  if (std::ranges::count(name.model, '/') != 1) return std::nullopt;
  if (!is_plain(name.model) || !is_plain(name.revision)) return std::nullopt;
  return name;
}

bool is_commit(const std::string& revision) {
  constexpr std::size_t kDigits = 40;
  return revision.size() == kDigits &&
         revision.find_first_not_of("0123456789abcdef") == revision.npos;
}

std::filesystem::path hub_folder(const std::filesystem::path& hub, const HubName& name) {
  std::string folder = std::string(kCached) + name.model;
  folder.replace(folder.find('/'), 1, "--");
  return hub / folder;
}

std::string model_of_hub_folder(const std::filesystem::path& folder) {
  std::string name = folder.filename().string();
  if (!name.starts_with(kCached)) return {};
  name.erase(0, kCached.size());
  const auto between = name.find("--");
  return between == name.npos ? "" : name.replace(between, 2, "/");
}

}  // namespace sonde

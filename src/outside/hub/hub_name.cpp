#include "outside/hub/hub_name.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "base/parse.h"

namespace sonde {
namespace {

constexpr std::string_view kCached = "models--";

bool is_letter_or_digit(char c) { return ascii::is_letter(c) || ascii::is_digit(c) || c == '_'; }

// The hub's rule, so that no name leads out of the cache's folder or means more to a shell.
bool is_part_of_name(std::string_view part) {
  constexpr std::size_t kLongest = 96;
  const auto is_allowed = [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-'; };
  return !part.empty() && part.size() <= kLongest && std::ranges::all_of(part, is_allowed) &&
         is_letter_or_digit(part.front()) && is_letter_or_digit(part.back()) &&
         part.find("..") == part.npos && part.find("--") == part.npos && !part.ends_with(".git");
}

bool is_model_name(std::string_view text) {
  const auto parts = parts_of(text, '/');
  return parts.size() == 2 && std::ranges::all_of(parts, is_part_of_name);
}

// A branch may have further levels: refs/pr/1.
bool is_revision(std::string_view text) {
  const auto is_plain = [](std::string_view part) {
    const auto is_allowed = [](char c) {
      return is_letter_or_digit(c) || c == '.' || c == '-' || c == '+';
    };
    return !part.empty() && part.front() != '.' && std::ranges::all_of(part, is_allowed);
  };
  return std::ranges::all_of(parts_of(text, '/'), is_plain);
}

}  // namespace

std::optional<HubName> parse_hub_name(const std::string& text) {
  const auto at = text.find('@');
  HubName name{text.substr(0, at)};
  if (at != text.npos) name.revision = text.substr(at + 1);
  if (!is_model_name(name.model) || !is_revision(name.revision)) return std::nullopt;
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

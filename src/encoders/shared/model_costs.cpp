#include "encoders/shared/model_costs.h"

#include <fstream>
#include <set>
#include <system_error>

#include "base/parse.h"
#include "base/printable.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

std::uintmax_t bytes_of(std::span<const StampedFile> files) {
  std::set<fs::path> seen;
  std::uintmax_t bytes = 0;
  for (const auto& file : files) {
    std::error_code error;
    const auto size = fs::file_size(file.path, error);
    if (!error && seen.insert(file.path).second) bytes += size;
  }
  return bytes;
}

std::string_view unquoted(std::string_view value) {
  const bool quoted = value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
                      value.front() == value.back();
  return quoted ? value.substr(1, value.size() - 2) : value;
}

// The value of `license:` between the two lines of dashes that a README begins with. Empty: none.
std::string licence_of(const fs::path& readme) {
  constexpr std::string_view kKey = "license:";
  constexpr std::size_t kMostReadmeLines = 500, kLongestLicence = 60;
  std::ifstream in(readme);
  std::string line;
  if (!std::getline(in, line) || trimmed(line) != "---") return {};
  for (std::size_t i = 0; i < kMostReadmeLines && std::getline(in, line) && trimmed(line) != "---";
       ++i) {
    if (!line.starts_with(kKey)) continue;
    const auto value = unquoted(trimmed(std::string_view(line).substr(kKey.size())));
    return value.size() > kLongestLicence ? std::string() : printable(value);
  }
  return {};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> model_costs(const fs::path& folder,
                                                             std::span<const StampedFile> files) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"bytes on disk", std::to_string(bytes_of(files))}};
  if (auto licence = licence_of(folder / "README.md"); !licence.empty()) {
    facts.emplace_back("licence", std::move(licence));
  }
  return facts;
}

}  // namespace sonde

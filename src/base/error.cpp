#include "sonde/error.h"

#include <utility>

#include "base/printable.h"

namespace sonde {
namespace {

// In bytes: names in a hostile file must not fill a screen.
constexpr std::size_t kLongestPart = 600;
constexpr std::size_t kLongestName = 100;

std::string compose(const std::string& message, const Place& place, const std::string& advice) {
  std::string line;
  if (!place.file.empty()) {
    line += place.file;
    if (place.line != 0) line += ":" + std::to_string(place.line);
    line += ": ";
  } else if (place.line != 0) {
    line += "line " + std::to_string(place.line) + ": ";
  }
  line += shortened(message, kLongestPart);
  if (!place.column.empty() || !place.item.empty()) {
    line += " (";
    if (!place.column.empty()) line += "column " + shortened(place.column, kLongestName);
    if (!place.column.empty() && !place.item.empty()) line += ", ";
    if (!place.item.empty()) line += "item " + shortened(place.item, kLongestName);
    line += ")";
  }
  if (!advice.empty()) line += "; " + shortened(advice, kLongestPart);
  return one_line(line);
}

}  // namespace

Error::Error(ErrorKind kind, std::string message, Place place, std::string advice)
    : kind_(kind),
      message_(std::move(message)),
      place_(std::move(place)),
      advice_(std::move(advice)),
      what_(compose(message_, place_, advice_)) {}

Error usage_error(std::string message, std::string advice) {
  return {ErrorKind::kUsage, std::move(message), {}, std::move(advice)};
}

Error input_error(std::string message, Place place, std::string advice) {
  return {ErrorKind::kInput, std::move(message), std::move(place), std::move(advice)};
}

Error outside_error(std::string message, Place place, std::string advice) {
  return {ErrorKind::kOutside, std::move(message), std::move(place), std::move(advice)};
}

}  // namespace sonde

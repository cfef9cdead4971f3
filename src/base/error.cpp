#include "sonde/error.h"

#include <utility>

#include "base/printable.h"

namespace sonde {
namespace {

// In bytes: names in a hostile file must not fill a screen.
constexpr std::size_t kLongestPart = 600;
constexpr std::size_t kLongestName = 100;

// "FILE:LINE: ", or as much of it as is known.
std::string file_and_line(const Place& place) {
  if (place.file.empty()) {
    return place.line == 0 ? std::string() : "line " + std::to_string(place.line) + ": ";
  }
  return place.file + (place.line == 0 ? "" : ":" + std::to_string(place.line)) + ": ";
}

// " (column NAME, item ID)", or as much of it as is known.
std::string column_and_item(const Place& place) {
  std::string text;
  for (const auto& [what, name] : {std::pair("column ", &place.column), {"item ", &place.item}}) {
    if (!name->empty())
      text += (text.empty() ? " (" : ", ") + (what + shortened(*name, kLongestName));
  }
  return text.empty() ? text : text + ")";
}

std::string compose(const std::string& message, const Place& place, const std::string& advice) {
  return one_line(file_and_line(place) + shortened(message, kLongestPart) + column_and_item(place) +
                  (advice.empty() ? "" : "; " + shortened(advice, kLongestPart)));
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

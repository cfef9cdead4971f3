#include "sonde/error.h"

#include <utility>

namespace sonde {
namespace {

// A line of output must stay a line, whatever a hostile file put into names.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

std::string compose(const std::string& message, const Place& place, const std::string& advice) {
  std::string line;
  if (!place.file.empty()) {
    line += place.file;
    if (place.line != 0) line += ":" + std::to_string(place.line);
    line += ": ";
  } else if (place.line != 0) {
    line += "line " + std::to_string(place.line) + ": ";
  }
  line += message;
  if (!place.column.empty() || !place.item.empty()) {
    line += " (";
    if (!place.column.empty()) line += "column " + place.column;
    if (!place.column.empty() && !place.item.empty()) line += ", ";
    if (!place.item.empty()) line += "item " + place.item;
    line += ")";
  }
  if (!advice.empty()) line += "; " + advice;
  return one_line(std::move(line));
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

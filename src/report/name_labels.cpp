#include "report/name_labels.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/parse.h"

namespace sonde {
namespace {

const FigureForm::Name* find_label(const std::vector<FigureForm::Name>& labels,
                                   std::string_view name) {
  const auto at = std::ranges::find(labels, name, &FigureForm::Name::name);
  return at == labels.end() ? nullptr : &*at;
}

using LabelledParts = std::array<std::pair<std::string_view, std::string_view>, 6>;

// Results that any probe with thresholds has, and at which of its points.
constexpr LabelledParts kPointResults{
    {{"threshold", "threshold"},
     {"false_matches", "changed meaning above it"},
     {"kept_upper_bound", "harmless variants above it (an upper bound)"},
     {"kept", "same meaning above it"},
     {"unrelated_matches", "unrelated sentences above it"},
     {"matches", "above it"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kLabelledPoints{
    {{"_1", "threshold for 1% false matches"},
     {"_5", "threshold for 5% false matches"},
     {"_given", "given threshold"}}};

// "place=start:word=1" as people write it: "place: start, word: 1".
std::string readable_details(std::string_view of) {
  std::string text;
  for (const char c : of) {
    if (c == ':') {
      text += ", ";
    } else if (c == '=') {
      text += ": ";
    } else {
      text += c;
    }
  }
  return text;
}

std::string label_of_point(std::string_view name) {
  for (const auto& [suffix, point] : kLabelledPoints) {
    if (!name.ends_with(suffix)) continue;
    const auto of = name.substr(0, name.size() - suffix.size());
    const auto found = std::ranges::find(kPointResults, of, &LabelledParts::value_type::first);
    if (found == kPointResults.end()) continue;
    const std::string label(point);
    return found->first == "threshold" ? label : label + ": " + std::string(found->second);
  }
  return std::string(name);
}

}  // namespace

std::string label_of_name(const std::vector<FigureForm::Name>& labels, std::string_view name) {
  if (const auto* whole = find_label(labels, name)) return std::string(whole->title);
  if (const auto colon = name.find(':'); colon != name.npos) {
    const auto* first = find_label(labels, name.substr(0, colon));
    if (first != nullptr) {
      return std::string(first->title) + " (" + readable_details(name.substr(colon + 1)) + ")";
    }
  }
  std::string label;
  for (const auto part : parts_of(name, '.')) {
    const auto* of = find_label(labels, part);
    if (of == nullptr) return label_of_point(name);
    label += (label.empty() ? "" : ", ") + std::string(of->title);
  }
  return label;
}

}  // namespace sonde

#include "report/name_labels.h"

#include <algorithm>

#include "base/parse.h"

namespace sonde {
namespace {

const FigureForm::Name* find_label(const std::vector<FigureForm::Name>& labels,
                                   std::string_view name) {
  const auto at = std::ranges::find(labels, name, &FigureForm::Name::name);
  return at == labels.end() ? nullptr : &*at;
}

}  // namespace

std::string label_of_name(const std::vector<FigureForm::Name>& labels, std::string_view name) {
  if (const auto* whole = find_label(labels, name)) return std::string(whole->title);
  if (const auto colon = name.find(':'); colon != name.npos) {
    const auto* first = find_label(labels, name.substr(0, colon));
    if (first != nullptr) {
      return std::string(first->title) + " (" + std::string(name.substr(colon + 1)) + ")";
    }
  }
  std::string label;
  for (const auto part : parts_of(name, '.')) {
    const auto* of = find_label(labels, part);
    if (of == nullptr) return std::string(name);
    label += (label.empty() ? "" : ", ") + std::string(of->title);
  }
  return label;
}

}  // namespace sonde

#include "report/figures/slice_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "compare/verdict_matrix.h"
#include "report/figures/figure_parts.h"
#include "report/number_format.h"
#include "report/task_results.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

// Has an interval if both have replicates.
FigurePoint difference(const Result& first, const Result& second, const std::string& series,
                       std::string category) {
  FigurePoint point{series, std::move(category)};
  point.y = second.value - first.value;
  const auto interval = paired_interval(first, second);
  if (interval && !std::isnan(first.low) && !std::isnan(second.low)) {
    point.low = interval->low;
    point.high = interval->high;
  }
  point.told = on_pages(with_sign(point.y, point.low, point.high));
  return point;
}

// How many items the slices of a figure have, by the slice's value.
class SliceSizes {
 public:
  // Whether it has enough items to be drawn.
  bool add(const std::string& value, std::size_t n) {
    auto& [least, most] = sizes_.try_emplace(value, n, n).first->second;
    least = std::min(least, n);
    most = std::max(most, n);
    return n >= kFewestItems;
  }

  // Writes the sizes next to the categories, and into the caption which slices are too small.
  void tell(Figure& figure) const {
    std::vector<std::string> few;
    for (const auto& [value, size] : sizes_) {
      const auto at = std::ranges::find(figure.categories, value);
      if (at == figure.categories.end()) {
        few.push_back(value);
        continue;
      }
      *at = name(value, size);
      for (auto& point : figure.points) {
        if (point.category == value) point.category = *at;
      }
    }
    if (few.empty()) return;
    figure.caption += fmt::format(" Fewer than {} items: {}.", kFewestItems, fmt::join(few, ", "));
  }

 private:
  using Size = std::pair<std::size_t, std::size_t>;  // the least and the most of all subjects

  static std::string name(const std::string& value, const Size& size) {
    const auto& [least, most] = size;
    return least == most ? fmt::format("{} (n = {})", value, most)
                         : fmt::format("{} (n = {} to {})", value, least, most);
  }

  std::map<std::string, Size> sizes_;
};

}  // namespace

void draw_slices(Figure& figure, const Overview& overview, const OverviewTask& task,
                 const FigureForm& form, const std::string& label) {
  const auto slices = slices_of(task, label);
  const auto value = [&](const std::string& slice) { return slice.substr(label.size() + 1); };
  SliceSizes sizes;
  const auto draw = [&](std::string_view subject, std::string_view name,
                        const std::string& series) {
    std::vector<const Result*> found;
    for (const auto& slice : slices) {
      const auto* result = find_result(task, subject, name, slice);
      if (result == nullptr || !sizes.add(value(slice), result->n)) continue;
      found.push_back(result);
      add_point(figure, point_of(*result, series, value(slice)));
    }
    return found;
  };
  if (form.names.size() > 1) draw("data", form.names[1].name, std::string(form.names[1].title));
  for (const auto& subject : overview.subjects) {
    const auto found = draw(subject.label, form.names.front().name, subject.label);
    if (form.difference && slices.size() == 2 && found.size() == 2) {
      add_point(figure, difference(*found[0], *found[1], subject.label,
                                   value(slices[1]) + " \u2212 " + value(slices[0])));
    }
  }
  sizes.tell(figure);
  if (const auto chance = chance_of(task, form.names.front().name)) {
    add_chances(figure, {{"", *chance}});
  }
}

std::set<std::string> slice_labels(const OverviewTask& task) {
  std::set<std::string> labels;
  for (const auto& result : task.results) {
    const auto equals = result.slice.find('=');
    if (equals != result.slice.npos) labels.insert(result.slice.substr(0, equals));
  }
  return labels;
}

}  // namespace sonde

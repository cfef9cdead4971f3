#include "report/figures/figure_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "compare/verdicts.h"
#include "report/figures/layers.h"
#include "report/figures/row_figures.h"
#include "report/number_format.h"
#include "report/task_results.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

using Names = std::vector<std::string>;
using Chances = std::vector<std::pair<std::string, double>>;  // categories and their chance

FigurePoint point_of(const Result& result, std::string series, std::string category) {
  FigurePoint point{std::move(series), std::move(category)};
  point.y = result.value;
  point.low = result.low;
  point.high = result.high;
  point.told = on_pages(with_interval(result));
  return point;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void add_marks(Figure& figure, const OverviewTask& task, const FigureForm& form) {
  for (const auto& mark : form.marks) {
    for (const auto& result : task.results) {
      if (result.name != mark.name || result.slice != "all" || std::isnan(result.value)) continue;
      figure.marks.push_back({result.subject == "data" ? std::string() : result.subject,
                              std::string(mark.title), result.value});
    }
  }
}

// A line at chance, or a tick at each category's own chance.
void add_chances(Figure& figure, const Chances& chances) {
  if (chances.empty()) return;
  const double first = chances.front().second;
  const bool is_one =
      std::ranges::all_of(chances, [&](const auto& one) { return one.second == first; });
  if (is_one) {
    figure.marks.push_back({"", "chance", first});
  } else {
    for (const auto& [category, chance] : chances)
      figure.marks.push_back({"", "chance", chance, category});
  }
  figure.caption += is_one ? " Dashed line: chance." : " Tick: chance.";
}

void leave_out(Figure& figure, const std::string& series) {
  const auto is_its = [&](const auto& one) { return one.series == series; };
  if (std::erase_if(figure.points, is_its) == 0) return;
  std::erase_if(figure.marks, is_its);
  std::erase(figure.series, series);
  figure.caption += " Not drawn, since it is far from the others: " + series + ".";
}

// Leaves out baselines that are more than `spans` times the others' range away from all of them,
// where they would hide the differences. `number`: x or y.
void leave_out_far_baselines(Figure& figure, double FigurePoint::* number, double spans) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& point : figure.points) {
    const bool is_baseline =
        std::ranges::find(figure.baselines, point.series) != figure.baselines.end();
    if (is_baseline || std::isnan(point.*number)) continue;
    low = std::min(low, point.*number);
    high = std::max(high, point.*number);
  }
  if (!(low < high)) return;
  const double room = spans * (high - low);
  const auto is_far = [&](const std::string& series) {
    return std::ranges::all_of(figure.points, [&](const FigurePoint& point) {
      return point.series != series || point.*number < low - room || point.*number > high + room;
    });
  };
  for (const auto& series : figure.baselines) {
    if (is_far(series)) leave_out(figure, series);
  }
}

std::vector<std::string> baselines_of(const Overview& overview) {
  std::vector<std::string> found;
  for (const auto& subject : overview.subjects) {
    if (is_baseline(subject.facts)) found.push_back(subject.label);
  }
  return found;
}

bool mixes_baselines(const Figure& figure) {
  return !figure.baselines.empty() && figure.baselines.size() < figure.series.size();
}

Chances chances_of_bars(const Figure& figure, const OverviewTask& task, const FigureForm& form) {
  Chances chances;
  for (const auto& name : form.names) {
    const auto chance = chance_of(task, name.name);
    if (!chance) continue;
    const bool one = form.names.size() == 1;
    for (const auto& place : one ? figure.categories : Names{std::string(name.title)}) {
      chances.emplace_back(place, *chance);
    }
  }
  return chances;
}

// Each name of the form is a category. If there is only one, subjects are.
void draw_results(Figure& figure, const Overview& overview, const OverviewTask& task,
                  const FigureForm& form) {
  for (const auto& subject : overview.subjects) {
    for (const auto& name : form.names) {
      const auto* result = find_result(task, subject.label, name.name, "all");
      if (result == nullptr) continue;
      const bool one = form.names.size() == 1 && form.kind == FigureKind::kBars;
      add_point(figure,
                point_of(*result, subject.label, one ? subject.label : std::string(name.title)));
    }
  }
  add_marks(figure, task, form);
  figure.baselines = baselines_of(overview);
  if (form.kind == FigureKind::kHeatMap && mixes_baselines(figure)) {
    figure.caption += " Baselines have no colour.";
  }
  if (form.kind != FigureKind::kBars) return;
  if (form.names.size() > 1) leave_out_far_baselines(figure, &FigurePoint::y, 2);
  add_chances(figure, chances_of_bars(figure, task, form));
}

// A data set is a category.
void draw_over_tasks(Figure& figure, const Overview& overview, const std::string& kind,
                     const FigureForm& form) {
  Chances chances;
  for (const auto& subject : overview.subjects) {
    for (const auto& task : overview.tasks) {
      const auto* result = find_result(task, subject.label, form.names.front().name, "all");
      if (task.kind != kind || result == nullptr) continue;
      const bool has_twin =
          std::ranges::count_if(overview.tasks, [&](const OverviewTask& other) {
            return other.kind == kind && other.facts.dataset == task.facts.dataset;
          }) > 1;
      const std::string place = task.facts.dataset + (has_twin ? " by " + task.facts.probe : "");
      const auto chance = chance_of(task, form.names.front().name);
      const bool is_new = std::ranges::find(figure.categories, place) == figure.categories.end();
      if (chance && is_new) chances.emplace_back(place, *chance);
      add_point(figure, point_of(*result, subject.label, place));
    }
  }
  add_chances(figure, chances);
}

// Densities have thousands of points: some hundreds of those that can be seen are drawn.
constexpr std::size_t kMostSteps = 260;

struct Span {
  std::size_t first = 0, last = 0, stride = 1;
};

Span seen_part(const std::vector<const Series*>& curves) {
  double highest = 0;
  std::size_t size = 0;
  for (const auto* curve : curves) {
    size = std::max(size, curve->values.size());
    for (const double y : curve->values) {
      if (y > highest) highest = y;
    }
  }
  Span span{size, 0, 1};
  for (const auto* curve : curves) {
    for (std::size_t i = 0; i < curve->values.size(); ++i) {
      if (!(curve->values[i] > highest / 500)) continue;
      span.first = std::min(span.first, i);
      span.last = std::max(span.last, i);
    }
  }
  if (span.first >= size) return {0, size == 0 ? 0 : size - 1, 1};
  span.stride = std::max<std::size_t>(1, (span.last - span.first) / kMostSteps);
  return span;
}

const Series* find_series(const OverviewTask& task, std::string_view subject,
                          std::string_view name) {
  const auto at = std::ranges::find_if(task.series, [&](const Series& one) {
    return one.subject == subject && one.name == name && one.slice == "all";
  });
  return at == task.series.end() ? nullptr : &*at;
}

// One axis for all; a baseline that would squeeze the others is left out.
void draw_densities(Figure& figure, const Overview& overview, const OverviewTask& task,
                    const FigureForm& form) {
  for (const auto& subject : overview.subjects) {
    std::vector<std::pair<const Series*, std::string_view>> curves;
    std::vector<const Series*> all;
    for (const auto& name : form.names) {
      const auto* curve = find_series(task, subject.label, name.name);
      if (curve == nullptr) continue;
      curves.emplace_back(curve, name.title);
      all.push_back(curve);
    }
    const Span seen = seen_part(all);
    for (const auto& [curve, title] : curves) {
      for (std::size_t i = seen.first; i <= seen.last && i < curve->values.size();
           i += seen.stride) {
        FigurePoint point{subject.label, std::string(title)};
        point.x = curve->first + curve->step * static_cast<double>(i);
        point.y = curve->values[i] / curve->step;
        add_point(figure, std::move(point));
      }
    }
  }
  add_marks(figure, task, form);
  figure.baselines = baselines_of(overview);
  leave_out_far_baselines(figure, &FigurePoint::x, 0);
}

// A step is a point.
void draw_series(Figure& figure, const Overview& overview, const OverviewTask& task,
                 const FigureForm& form) {
  for (const auto& subject : overview.subjects) {
    for (const auto& name : form.names) {
      const auto* series = find_series(task, subject.label, name.name);
      if (series == nullptr) continue;
      figure.step = series->step;
      for (std::size_t i = 0; i < series->values.size(); ++i) {
        FigurePoint point{subject.label,
                          form.names.size() == 1 ? std::string() : std::string(name.title)};
        point.x = series->first + series->step * static_cast<double>(i);
        point.y = series->values[i];
        add_point(figure, std::move(point));
      }
    }
  }
}

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

Figure blank(const OverviewTask& task, const FigureForm& form, const std::string& label) {
  Figure figure;
  std::vector<std::string> words{task.kind, task.facts.dataset, std::string(form.name)};
  if (form.over_tasks) words.erase(words.begin() + 1);
  if (!label.empty() && form.label.empty()) words.push_back(label);
  figure.id = figure_id(words);
  figure.kind = form.kind;
  figure.title = form.title;
  if (!label.empty() && form.label.empty()) figure.title += " by " + label;
  figure.caption = form.caption;
  if (!form.paper.empty()) figure.paper = "After the paper's " + std::string(form.paper) + ".";
  if (!form.over_tasks) figure.title += ": " + task.facts.dataset;
  figure.x = form.x;
  figure.y = form.y;
  return figure;
}

// The value of a point, or the median of a box. NaN: it is undefined.
double height_of(const FigurePoint& point) { return std::isnan(point.y) ? point.box[2] : point.y; }

bool is_undefined(const FigurePoint& point) { return std::isnan(height_of(point)); }

// Series without a value are named in the caption instead, as long as another has one.
void leave_out_undefined(Figure& figure) {
  Names undefined;
  for (const auto& series : figure.series) {
    const bool is_one = std::ranges::all_of(figure.points, [&](const FigurePoint& point) {
      return point.series != series || is_undefined(point);
    });
    if (is_one) undefined.push_back(series);
  }
  if (undefined.empty() || undefined.size() == figure.series.size()) return;
  const auto is_left_out = [&](const std::string& series) {
    return std::ranges::find(undefined, series) != undefined.end();
  };
  std::erase_if(figure.series, is_left_out);
  std::erase_if(figure.points, [&](const auto& point) { return is_left_out(point.series); });
  std::erase_if(figure.categories, [&](const std::string& category) {
    return std::ranges::find(figure.points, category, &FigurePoint::category) ==
           figure.points.end();
  });
  figure.caption += fmt::format(" Undefined: {}.", fmt::join(undefined, ", "));
}

std::string described(const FigurePoint& point) {
  std::string text = on_pages(rounded(height_of(point))) + " of " + point.series;
  if (!point.category.empty() && point.category != point.series) text += ", " + point.category;
  if (!std::isnan(point.x)) text += ", at " + rounded(point.x);
  return text;
}

// The greatest and the least of what is drawn.
std::string summary_of(const Figure& figure) {
  auto defined = figure.points;
  std::erase_if(defined, is_undefined);
  if (defined.empty()) return figure.title + ": nothing is defined.";
  return fmt::format("{}: from {} to {}.", figure.title,
                     described(std::ranges::min(defined, {}, height_of)),
                     described(std::ranges::max(defined, {}, height_of)));
}

// The labels by which a form makes a figure each. Without labels, it makes one figure.
Names labels_of(const OverviewTask& task, const FigureForm& form) {
  if (form.source == FigureSource::kRows) return labels_of_rows(task, form);
  if (form.source != FigureSource::kSlices) return {""};
  if (!form.label.empty()) return {std::string(form.label)};
  const auto labels = slice_labels(task);
  return {labels.begin(), labels.end()};
}

bool is_first_of_kind(const Overview& overview, const OverviewTask& task) {
  return &*std::ranges::find(overview.tasks, task.kind, &OverviewTask::kind) == &task;
}

Figure drawn_figure(const Overview& overview, const OverviewTask& task, const FigureForm& form,
                    const std::string& label) {
  Figure figure = blank(task, form, label);
  if (form.source == FigureSource::kSlices) {
    draw_slices(figure, overview, task, form, label);
  } else if (form.source == FigureSource::kRows) {
    draw_rows(figure, overview, task, form, label);
  } else if (form.over_tasks) {
    if (is_first_of_kind(overview, task)) draw_over_tasks(figure, overview, task.kind, form);
  } else if (form.source == FigureSource::kResults) {
    draw_results(figure, overview, task, form);
  } else if (form.kind == FigureKind::kDensities) {
    draw_densities(figure, overview, task, form);
  } else {
    draw_series(figure, overview, task, form);
  }
  return figure;
}

}  // namespace

void add_point(Figure& figure, FigurePoint point) {
  add_once(figure.series, point.series);
  if (!point.category.empty()) add_once(figure.categories, point.category);
  figure.points.push_back(std::move(point));
}

std::vector<Figure> figures_of(const Overview& overview, const OverviewTask& task) {
  std::vector<Figure> figures;
  const auto keep = [&](Figure figure) {
    if (figure.points.empty()) return;
    leave_out_undefined(figure);
    figure.summary = summary_of(figure);
    figures.push_back(std::move(figure));
  };
  if (auto layers = layer_figure(overview, task)) keep(std::move(*layers));
  for (const auto& form : task.shown.figures) {
    for (const auto& label : labels_of(task, form)) {
      keep(drawn_figure(overview, task, form, label));
    }
  }
  return figures;
}

}  // namespace sonde

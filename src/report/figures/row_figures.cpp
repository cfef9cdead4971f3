#include "report/figures/row_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "report/figures/figure_parts.h"
#include "report/figures/scatter_figures.h"
#include "report/number_format.h"
#include "statistics/measures/distributions.h"
#include "statistics/measures/quantile.h"

namespace sonde {
namespace {

std::size_t column_of(const OverviewTask& task, std::string_view measurement) {
  const auto at = std::ranges::find(task.facts.measurements, measurement);
  return static_cast<std::size_t>(at - task.facts.measurements.begin());
}

// The value in a label of an item, or the row's own label if `label` is empty.
std::vector<RowValue> values_of(const OverviewTask& task, const MatrixOf<double>& measured,
                                std::size_t column, const std::string& label) {
  std::vector<RowValue> values;
  std::size_t row = 0;
  for (const auto& item : task.items) {
    const auto own = item.labels.find(label);
    for (const auto& one : item.rows) {
      const double value = measured[row++][column];
      if (std::isnan(value)) continue;
      if (!label.empty() && own == item.labels.end()) continue;
      values.push_back({label.empty() ? one.label : own->second, value, one.gold});
    }
  }
  return values;
}

std::array<double, 5> box_of(std::vector<double> values) {
  return {quantile(values, 0), quantile(values, .25), quantile(values, .5), quantile(values, .75),
          quantile(values, 1)};
}

double baseline_of(const OverviewTask& task, const std::string& subject, std::string_view name) {
  for (const auto& result : task.results) {
    const bool is_it = result.subject == subject && result.name == name && result.slice == "all";
    if (is_it && result.value < 1) return result.value;
  }
  return 0;
}

// The row labels of a box plot, with what they are called.
std::vector<std::pair<std::string, std::string>> boxes_of(const FigureForm& form,
                                                          const std::vector<RowValue>& values) {
  std::vector<std::pair<std::string, std::string>> boxes;
  for (std::size_t i = 1; i < form.names.size(); ++i)
    boxes.emplace_back(form.names[i].name, form.names[i].title);
  if (!boxes.empty()) return boxes;
  for (const auto& one : values) {
    const std::pair box(one.label, one.label);
    if (std::ranges::find(boxes, box) == boxes.end()) boxes.push_back(box);
  }
  return boxes;
}

void add_boxes(Figure& figure, const std::string& subject, const FigureForm& form,
               const std::vector<RowValue>& values, double baseline) {
  std::map<std::string, std::vector<double>> by_label;
  for (const auto& one : values)
    by_label[one.label].push_back((one.value - baseline) / (1 - baseline));
  for (const auto& [label, title] : boxes_of(form, values)) {
    if (!by_label.contains(label)) continue;
    FigurePoint point{subject, title};
    point.box = box_of(std::move(by_label[label]));
    add_point(figure, std::move(point));
  }
}

// A mean with Student's interval.
struct Mean {
  double value, half;
};

Mean mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  for (const double value : values) squares += (value - sum / n) * (value - sum / n);
  if (values.size() < 2) return {sum / n, NAN};
  const double t = upper_point(student_tail(values.size() - 1));
  return {sum / n, t * std::sqrt(squares / (n - 1) / n)};
}

using Means = std::vector<std::pair<std::string, Mean>>;

Means means_by_label(const std::vector<RowValue>& values, double RowValue::* number) {
  std::map<std::string, std::vector<double>> by_label;
  for (const auto& one : values) {
    if (!std::isnan(one.*number)) by_label[one.label].push_back(one.*number);
  }
  Means means;
  for (const auto& [label, numbers] : by_label) means.emplace_back(label, mean_of(numbers));
  return means;
}

void add_means(Figure& figure, const std::string& series, const Means& means, double unit) {
  for (const auto& label : figure.categories) {
    const auto at = std::ranges::find(means, label, &Means::value_type::first);
    if (at == means.end()) continue;
    FigurePoint point{series, label};
    point.y = at->second.value / unit;
    point.low = (at->second.value - at->second.half) / unit;
    point.high = (at->second.value + at->second.half) / unit;
    point.told = on_pages(with_interval(point.y, point.low, point.high));
    add_point(figure, std::move(point));
  }
}

// Kinds of pair in order of human ratings, highest first. All in units of the first.
void add_kinds(Figure& figure, const std::string& subject, const std::vector<RowValue>& values,
               bool relative) {
  if (figure.categories.empty()) {
    Means gold = means_by_label(values, &RowValue::gold);
    std::ranges::stable_sort(gold, std::greater{},
                             [](const auto& one) { return one.second.value; });
    for (const auto& [label, mean] : gold) figure.categories.push_back(label);
    if (gold.empty()) return;
    add_means(figure, "people", gold, relative ? gold.front().second.value : 1);
  }
  const Means means = means_by_label(values, &RowValue::value);
  const auto first = std::ranges::find(means, figure.categories.front(), &Means::value_type::first);
  if (first == means.end()) return;
  add_means(figure, subject, means, relative ? first->second.value : 1);
}

constexpr std::size_t kBins = 25;

void add_histogram(Figure& figure, const std::string& series, const std::vector<double>& values) {
  if (values.empty()) return;
  const auto [low, high] = std::ranges::minmax(values);
  if (!(low < high)) return;
  std::array<double, kBins> counts{};
  for (const double value : values) {
    const auto bin = static_cast<std::size_t>((value - low) / (high - low) * kBins);
    ++counts[std::min(bin, kBins - 1)];
  }
  figure.step = 1. / kBins;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    FigurePoint point{series, {}};
    point.x = (static_cast<double>(bin) + .5) / kBins;
    point.y = counts[bin] / static_cast<double>(values.size());
    add_point(figure, std::move(point));
  }
}

void add_distributions(Figure& figure, const std::string& subject,
                       const std::vector<RowValue>& values) {
  std::vector<double> gold, own;
  for (const auto& one : values) {
    if (!std::isnan(one.gold)) gold.push_back(one.gold);
    own.push_back(one.value);
  }
  if (figure.series.empty()) add_histogram(figure, "people", gold);
  add_histogram(figure, subject, own);
}

bool is_by_label(const FigureForm& form) {
  return form.kind == FigureKind::kScatter || form.kind == FigureKind::kBars;
}

// Labels that sort items: some values, not all different.
std::set<std::string> sorting_labels(const OverviewTask& task) {
  constexpr std::size_t kMost = 20;
  std::map<std::string, std::set<std::string>> values;
  for (const auto& item : task.items) {
    for (const auto& [label, value] : item.labels) {
      auto& of = values[label];
      if (of.size() <= kMost) of.insert(value);
    }
  }
  std::set<std::string> labels;
  for (const auto& [label, of] : values) {
    if (of.size() > 1 && of.size() <= kMost && of.size() < task.items.size()) labels.insert(label);
  }
  return labels;
}

}  // namespace

std::vector<std::string> labels_of_rows(const OverviewTask& task, const FigureForm& form) {
  if (!is_by_label(form)) return {""};
  const auto labels = sorting_labels(task);
  if (labels.empty() && form.kind == FigureKind::kScatter) return {""};
  return {labels.begin(), labels.end()};
}

void draw_rows(Figure& figure, const Overview& overview, const OverviewTask& task,
               const FigureForm& form, const std::string& label) {
  const std::size_t column = column_of(task, form.names.front().name);
  for (std::size_t i = 0; i < overview.subjects.size(); ++i) {
    const auto& measured = task.values[i];
    if (!measured || column >= measured->columns()) continue;
    const std::string& subject = overview.subjects[i].label;
    const auto values = values_of(task, *measured, column, label);
    if (form.kind == FigureKind::kBox) {
      const double baseline = form.baseline.empty() ? 0 : baseline_of(task, subject, form.baseline);
      add_boxes(figure, subject, form, values, baseline);
    } else if (form.kind == FigureKind::kScatter) {
      add_scatter(figure, subject, values);
    } else if (form.kind == FigureKind::kBars) {
      add_kinds(figure, subject, values, form.relative);
    } else {
      add_distributions(figure, subject, values);
    }
  }
}

}  // namespace sonde

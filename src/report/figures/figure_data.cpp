#include "report/figures/figure_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/figures/curve_figures.h"
#include "report/figures/figure_parts.h"
#include "report/figures/layers.h"
#include "report/figures/left_out_series.h"
#include "report/figures/row_figures.h"
#include "report/figures/slice_figures.h"
#include "report/number_format.h"
#include "report/task_results.h"

namespace sonde {
namespace {

using Names = std::vector<std::string>;

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

#include "report/figures/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/parse.h"
#include "report/figures/figure_parts.h"
#include "report/name_labels.h"
#include "report/number_format.h"
#include "report/task_results.h"

namespace sonde {
namespace {

constexpr std::string_view kLayer = "layer";

std::optional<std::size_t> layer_of(const OverviewSubject& subject) {
  for (const auto& [name, value] : subject.facts.identity.facts) {
    if (name == kLayer) return parse_number<std::size_t>(value);
  }
  return std::nullopt;
}

// Whether any subjects differ in the layer alone. Most reports have none, and many results.
bool has_layers(const Overview& overview) {
  std::set<std::string> series;
  return std::ranges::any_of(overview.subjects, [&](const OverviewSubject& subject) {
    return layer_of(subject) && !series.insert(without_layer(subject.label)).second;
  });
}

bool is_better(const Result& one, const Result& other) {
  if (std::isnan(one.value)) return false;
  if (std::isnan(other.value)) return true;
  return one.better == Better::kHigher ? one.value > other.value : one.value < other.value;
}

using LayerPoints = std::vector<LayerCurve::Point>;

// The first of equals.
std::size_t best_of(const LayerPoints& points) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (is_better(*points[i].result, *points[best].result)) best = i;
  }
  return best;
}

// The first that may equal the best. Nothing if one before it has no replicates.
std::optional<std::size_t> first_as_good(const LayerPoints& points, std::size_t best) {
  for (std::size_t i = 0; i <= best; ++i) {
    if (std::isnan(points[i].result->value)) continue;
    const auto lead = paired_interval(*points[i].result, *points[best].result);
    if (!lead) return std::nullopt;
    if (i == best || (lead->low <= 0 && lead->high >= 0)) return i;
  }
  return std::nullopt;
}

void rank(LayerCurve& curve) {
  if (curve.points.front().result->better == Better::kNeither) return;
  const std::size_t best = best_of(curve.points);
  if (std::isnan(curve.points[best].result->value)) return;
  curve.best = best;
  curve.as_good = first_as_good(curve.points, best);
}

}  // namespace

std::string without_layer(const std::string& label) {
  const auto is_start = [&](std::size_t at) {
    return at > 0 && (label[at - 1] == '@' || label[at - 1] == '?' || label[at - 1] == '&');
  };
  const std::string key = std::string(kLayer) + "=";
  for (auto at = label.find(key); at != label.npos; at = label.find(key, at + 1)) {
    if (!is_start(at)) continue;
    const auto end = label.find('&', at);
    if (end != label.npos) return label.substr(0, at) + label.substr(end + 1);
    return label.substr(0, at - 1);
  }
  return label;
}

std::vector<LayerCurve> layer_curves(const Overview& overview, const OverviewTask& task,
                                     std::string_view name) {
  std::vector<LayerCurve> curves;
  for (const auto& subject : overview.subjects) {
    const auto layer = layer_of(subject);
    const auto* result = layer ? find_result(task, subject.label, name) : nullptr;
    if (result == nullptr) continue;
    const std::string series = without_layer(subject.label);
    auto at = std::ranges::find(curves, series, &LayerCurve::series);
    if (at == curves.end()) at = curves.insert(at, {series});
    at->points.push_back({*layer, result});
  }
  std::erase_if(curves, [](const LayerCurve& curve) { return curve.points.size() < 2; });
  for (auto& curve : curves) {
    std::ranges::stable_sort(curve.points, {}, &LayerCurve::Point::layer);
    rank(curve);
  }
  return curves;
}

std::string first_layer_result(const Overview& overview, const OverviewTask& task) {
  if (!has_layers(overview)) return {};
  std::set<std::string_view> looked_at;
  for (const auto& result : task.results) {
    if (!looked_at.insert(result.name).second) continue;
    if (!layer_curves(overview, task, result.name).empty()) return result.name;
  }
  return {};
}

std::optional<Figure> layer_figure(const Overview& overview, const OverviewTask& task) {
  const std::string name = first_layer_result(overview, task);
  const auto curves = layer_curves(overview, task, name);
  if (std::ranges::none_of(curves, [](const auto& curve) { return curve.points.size() > 2; })) {
    return std::nullopt;
  }
  Figure figure;
  figure.id = figure_id({task.kind, task.facts.dataset, "layers"});
  figure.kind = FigureKind::kLines;
  figure.title = "Layer by layer: " + task.facts.dataset;
  figure.caption =
      "Layer 0 is the embeddings' output. Bands: 95% intervals. Dot: best layer. Ring: "
      "lowest layer that can't be told from it.";
  figure.x = "layer";
  figure.y = label_of_name(task.shown.results, name);
  if (const auto chance = chance_of(task, name)) {
    figure.marks.push_back({"", "chance", *chance});
    figure.caption += " Dashed line: chance.";
  }
  for (const auto& curve : curves) {
    for (std::size_t place = 0; place < curve.points.size(); ++place) {
      const auto& [layer, result] = curve.points[place];
      FigurePoint point{curve.series, {}};
      if (curve.as_good == place) point.mark = kAsGoodMark;
      if (curve.best == place) point.mark = kBestMark;
      point.x = static_cast<double>(layer);
      point.y = result->value;
      point.low = result->low;
      point.high = result->high;
      point.told = on_pages(with_interval(*result));
      add_point(figure, std::move(point));
    }
  }
  return figure;
}

}  // namespace sonde

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/names.h"
#include "report/figures/layers.h"
#include "report/json_parts.h"
#include "report/number_format.h"
#include "report/task_results.h"
#include "report/text_table.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

// A result at every layer.
struct LayerTable {
  const OverviewTask* task;
  std::string name;
  std::vector<LayerCurve> curves;
};
using LayerTables = std::vector<LayerTable>;

std::vector<std::string> names_of(const Overview& overview, const OverviewTask& task,
                                  const LayersOptions& options) {
  if (options.names.empty()) {
    const std::string first = first_layer_result(overview, task);
    return first.empty() ? std::vector<std::string>{} : std::vector{first};
  }
  const bool all = std::ranges::count(options.names, "all") > 0;
  std::vector<std::string> names;
  for (const auto& result : task.results) {
    const bool asked = all || std::ranges::count(options.names, result.name) > 0;
    if (asked && std::ranges::count(names, result.name) == 0) names.push_back(result.name);
  }
  return names;
}

LayerTables tables_of(const Overview& overview, const LayersOptions& options) {
  const auto wanted = [](const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::ranges::count(names, name) > 0;
  };
  LayerTables tables;
  for (const auto& task : overview.tasks) {
    const bool of_probe =
        wanted(options.probes, task.facts.probe) || wanted(options.probes, task.kind);
    if (!of_probe || !wanted(options.datasets, task.facts.dataset)) continue;
    for (const auto& name : names_of(overview, task, options)) {
      auto curves = layer_curves(overview, task, name);
      if (!curves.empty()) tables.push_back({&task, name, std::move(curves)});
    }
  }
  return tables;
}

// Eight steps a cell.
std::string bar(double share) {
  constexpr std::size_t kCells = 12;
  constexpr std::array<std::string_view, 9> kParts{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
  const auto eighths =
      static_cast<std::size_t>(std::lround(std::clamp(share, 0., 1.) * 8 * kCells));
  std::string text;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    text += kParts[std::clamp<std::size_t>(eighths - std::min(eighths, 8 * cell), 0, 8)];
  }
  return text;
}

// The scale of the bars of all tables: from 0 to 1, and further if a value is beyond.
struct BarScale {
  double low = 0, high = 1;

  explicit BarScale(const LayerTables& tables) {
    for (const auto& table : tables) {
      for (const auto& curve : table.curves) {
        for (const auto& point : curve.points) add(point.result->value);
      }
    }
  }

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }

  double share(double value) const { return std::isnan(value) ? 0 : (value - low) / (high - low); }
};

TextTable text_table(const LayerTable& table, const BarScale& scale, bool with_bars) {
  TextTable text{
      fmt::format("{} · {} · {} by layer", table.task->facts.probe,
                  marked(table.task->facts.dataset, table.task->facts.partial()), table.name),
      {"layer"},
      {},
      1};
  std::map<std::size_t, std::vector<std::string>> rows;
  for (std::size_t c = 0; c < table.curves.size(); ++c) {
    text.header.push_back(table.curves[c].series);
    for (const auto& [layer, result] : table.curves[c].points) {
      auto& row = rows.try_emplace(layer, table.curves.size() + 1).first->second;
      row.front() = std::to_string(layer);
      row[c + 1] = with_interval(*result);
      if (with_bars) row[c + 1] += " " + bar(scale.share(result->value));
    }
  }
  for (auto& [layer, row] : rows) text.rows.push_back(std::move(row));
  return text;
}

std::string best_note(const LayerCurve& curve, std::optional<double> chance) {
  if (!curve.best) return {};
  const auto& best = curve.points[*curve.best];
  std::string text = fmt::format("{}: best at layer {}, {}", curve.series, best.layer,
                                 rounded(best.result->value));
  if (chance && best.result->low <= *chance) {
    return text + fmt::format(", which can't be told from chance, {}.\n", rounded(*chance));
  }
  if (curve.as_good && *curve.as_good != *curve.best) {
    text += fmt::format("; layer {} is the lowest that can't be told from it",
                        curve.points[*curve.as_good].layer);
  }
  return text + ".\n";
}

std::string layer_tables(const LayerTables& tables, std::string_view format) {
  std::string out;
  const BarScale scale(tables);
  for (const auto& table : tables) {
    if (!out.empty()) out += "\n";
    out += render(text_table(table, scale, format == "text"), format);
    std::string notes;
    const auto chance = chance_of(*table.task, table.name);
    for (const auto& curve : table.curves) notes += best_note(curve, chance);
    if (!notes.empty()) out += "\n" + render_notes(notes, format);
  }
  return out;
}

std::string layers_csv(const LayerTables& tables, std::string_view) {
  std::string out = csv_line({"probe", "dataset", "name", "series", "subject", "layer", "value",
                              "low", "high", "n", "left_out"});
  for (const auto& table : tables) {
    for (const auto& curve : table.curves) {
      for (const auto& [layer, r] : curve.points) {
        out += csv_line({r->probe, r->dataset, r->name, curve.series, r->subject,
                         std::to_string(layer), exact(r->value), exact(r->low), exact(r->high),
                         std::to_string(r->n), std::to_string(r->left_out)});
      }
    }
  }
  return out;
}

Json curve_json(const LayerCurve& curve) {
  const auto layer_at = [&](const std::optional<std::size_t>& place) {
    return place ? Json(curve.points[*place].layer) : Json(nullptr);
  };
  return {{"series", curve.series},
          {"best", layer_at(curve.best)},
          {"as_good", layer_at(curve.as_good)},
          {"layers", json_array(curve.points, [](const LayerCurve::Point& point) {
             const Result& r = *point.result;
             return Json{{"layer", point.layer},          {"subject", r.subject},
                         {"value", json_number(r.value)}, {"low", json_number(r.low)},
                         {"high", json_number(r.high)},   {"n", r.n},
                         {"left_out", r.left_out}};
           })}};
}

std::string layers_json(const LayerTables& tables, std::string_view) {
  return json_text({{"schema", "sonde.layers/1"},
                    {"results", json_array(tables, [](const LayerTable& table) {
                       return Json{{"probe", table.task->facts.probe},
                                   {"dataset", table.task->facts.dataset},
                                   {"name", table.name},
                                   {"curves", json_array(table.curves, curve_json)}};
                     })}});
}

struct LayersFormat {
  std::string_view name;
  std::string (*show)(const LayerTables&, std::string_view);
};
constexpr std::array kLayersFormats{
    LayersFormat{"text", layer_tables}, LayersFormat{"md", layer_tables},
    LayersFormat{"tex", layer_tables}, LayersFormat{"csv", layers_csv},
    LayersFormat{"json", layers_json}};

}  // namespace

std::string show_layers(const Overview& overview, const LayersOptions& options) {
  const auto& format = find_row(kLayersFormats, "format", options.format);
  const auto tables = tables_of(overview, options);
  if (tables.empty()) {
    throw usage_error("no subject was measured at two layers or more",
                      "make a run with --encoder 'hf:FOLDER?layer=all'; --probe, --data and --name "
                      "narrow the output");
  }
  return format.show(tables, options.format);
}

}  // namespace sonde

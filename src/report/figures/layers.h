#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/figures/figure.h"
#include "sonde/comparison.h"

namespace sonde {

// One result of a model's views that differ in the layer alone.
struct LayerCurve {
  std::string series;  // the subject's label without its layer
  struct Point {
    std::size_t layer = 0;
    const Result* result = nullptr;
  };
  std::vector<Point> points{};           // per layer, two or more
  std::optional<std::size_t> best{};     // place of the best point (the lowest layer of equals)
  std::optional<std::size_t> as_good{};  // the lowest layer indistinguishable from the best
};

// "m" of "m@layer=3", "m@pooling=cls" of "m@layer=3&pooling=cls", "minilm" of "minilm?layer=3".
std::string without_layer(const std::string& label);

// Curves of the result `name` over all items, in order of subjects, as views of overview.tasks. A
// layer is `as_good` if the 95% interval of its paired difference from the best has 0 in it. None
// if the result has no better direction, or has no replicates.
std::vector<LayerCurve> layer_curves(const Overview& overview, const OverviewTask& task,
                                     std::string_view name);

// The first result of the task that any curve has. Empty without one.
std::string first_layer_result(const Overview& overview, const OverviewTask& task);

// The figure of the first result, if a curve has three layers or more.
std::optional<Figure> layer_figure(const Overview& overview, const OverviewTask& task);

}  // namespace sonde

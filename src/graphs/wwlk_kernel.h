#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "formats/lines.h"
#include "graphs/wlk_kernel.h"
#include "sonde/matrix.h"

namespace sonde {

inline constexpr std::size_t kMostWwlkNodes = 1000;  // constants included

struct Wwlk {
  std::size_t iterations = kIterations;
  double edge_weight = 0.2;  // weight of each relation, a factor of a neighbour's vector
};

// The Wasserstein Weisfeiler-Leman kernel (Opitz, Daza and Frank, 2021), 1 for equal graphs and -1
// at least. Each node's vector is that of its label at first. In each iteration the mean of its
// neighbours' vectors, whichever way their relations point, is added to it. A node's vectors of all
// iterations, one after another and divided by their length, make a point. The kernel is 1 less the
// least mean distance over which the one graph's points are moved to the other's.
//
// `first_labels` and `second_labels` have a vector for each node's label.
double wwlk(const LabelledGraph& first, Matrix<const double> first_labels,
            const LabelledGraph& second, Matrix<const double> second_labels, const Wwlk& how = {});

// Errors: kInput if the graph has too many nodes.
void check_wwlk_size(const LabelledGraph& graph, const Place& place);

}  // namespace sonde

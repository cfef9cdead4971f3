#include "graphs/transport.h"

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "base/nan.h"

namespace sonde {
namespace {

using Network = lemon::SmartDigraph;
using Whole = std::int64_t;

// In whole numbers, because the simplex may cycle if sums are rounded. The greatest total is 2^41
// for each of 10^6 units of mass.
constexpr double kSteps = 0x1.0p40;

}  // namespace

double transport_distance(Matrix<const double> distances) {
  for (std::size_t row = 0; row < distances.rows(); ++row) {
    if (!std::ranges::all_of(distances[row], [](double d) { return std::isfinite(d); }))
      return kNaN;
  }
  const auto rows = static_cast<int>(distances.rows());
  const auto columns = static_cast<int>(distances.columns());
  Network network;
  network.reserveNode(rows + columns);
  network.reserveArc(rows * columns);
  Network::NodeMap<Whole> supply(network);
  for (int row = 0; row < rows; ++row) supply[network.addNode()] = columns;
  for (int column = 0; column < columns; ++column) supply[network.addNode()] = -rows;
  Network::ArcMap<Whole> cost(network);
  for (int row = 0; row < rows; ++row) {
    const auto costs = distances[static_cast<std::size_t>(row)];
    for (int column = 0; column < columns; ++column) {
      const auto arc = network.addArc(network.nodeFromId(row), network.nodeFromId(rows + column));
      cost[arc] = std::llround(kSteps * costs[static_cast<std::size_t>(column)]);
    }
  }
  lemon::NetworkSimplex<Network, Whole, Whole> simplex(network);
  simplex.supplyMap(supply).costMap(cost);
  if (simplex.run() != simplex.OPTIMAL) throw std::logic_error("a transport has no optimum");
  const auto total = static_cast<double>(simplex.totalCost<Whole>());
  return total / kSteps / (static_cast<double>(rows) * columns);
}

}  // namespace sonde

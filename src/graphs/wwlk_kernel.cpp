#include "graphs/wwlk_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "graphs/transport.h"
#include "sonde/error.h"

namespace sonde {
namespace {

static_assert(kMostWwlkNodes <= kMostPoints);

struct Neighbour {
  std::uint32_t node;
  double weight;
};

// Neighbours per node. Weights of several relations from one node to another are multiplied.
std::vector<std::vector<Neighbour>> neighbours(const LabelledGraph& graph, double edge_weight) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> weights;
  for (const auto& edge : graph.edges) {
    weights.try_emplace({edge.from, edge.to}, 1).first->second *= edge_weight;
  }
  std::vector<std::vector<Neighbour>> all(graph.labels.size());
  for (const auto& [nodes, weight] : weights) {
    all[nodes.first].push_back({nodes.second, weight});
    all[nodes.second].push_back({nodes.first, weight});
  }
  return all;
}

void add_neighbours(std::span<const Neighbour> around, Matrix<const double> before,
                    std::span<double> vector) {
  const auto share = 1 / static_cast<double>(std::max<std::size_t>(around.size(), 1));
  for (const auto& [node, weight] : around) {
    const auto other = before[node];
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] += share * weight * other[i];
  }
}

void divide_by_length(std::span<double> vector) {
  double squares = 0;
  for (const double number : vector) squares += number * number;
  if (squares == 0) return;
  const double length = std::sqrt(squares);
  for (double& number : vector) number /= length;
}

// A row for each node.
MatrixOf<double> points(const LabelledGraph& graph, Matrix<const double> labels, const Wwlk& how) {
  const auto around = neighbours(graph, how.edge_weight);
  const std::size_t dimension = labels.columns();
  MatrixOf<double> all(labels.rows(), dimension * (how.iterations + 1));
  const auto part = [&](std::size_t iteration) {
    return Matrix<double>(all.view().data() + iteration * dimension, labels.rows(), dimension,
                          all.columns());
  };
  for (std::size_t node = 0; node < labels.rows(); ++node) {
    std::ranges::copy(labels[node], part(0)[node].begin());
  }
  for (std::size_t i = 1; i <= how.iterations; ++i) {
    for (std::size_t node = 0; node < labels.rows(); ++node) {
      std::ranges::copy(part(i - 1)[node], part(i)[node].begin());
      add_neighbours(around[node], part(i - 1), part(i)[node]);
    }
  }
  for (std::size_t node = 0; node < labels.rows(); ++node) divide_by_length(all[node]);
  return all;
}

double distance(std::span<const double> first, std::span<const double> second) {
  constexpr std::size_t kSums = 4;  // that needn't wait for each other
  std::array<double, kSums> squares{};
  const auto add = [&](std::size_t i, std::size_t sum) {
    const double difference = first[i] - second[i];
    squares[sum] += difference * difference;
  };
  std::size_t i = 0;
  for (; i + kSums <= first.size(); i += kSums) {
    for (std::size_t sum = 0; sum < kSums; ++sum) add(i + sum, sum);
  }
  for (; i < first.size(); ++i) add(i, 0);
  return std::sqrt(squares[0] + squares[1] + squares[2] + squares[3]);
}

}  // namespace

void check_wwlk_size(const LabelledGraph& graph, const Place& place) {
  if (graph.labels.size() <= kMostWwlkNodes) return;
  throw input_error("a graph has " + counted(graph.labels.size(), "node") +
                        " and constants, and WWLK takes " + std::to_string(kMostWwlkNodes),
                    place, "compare sentences, not documents");
}

double wwlk(const LabelledGraph& first, Matrix<const double> first_labels,
            const LabelledGraph& second, Matrix<const double> second_labels, const Wwlk& how) {
  const auto one = points(first, first_labels, how), other = points(second, second_labels, how);
  MatrixOf<double> distances(one.rows(), other.rows());
  for (std::size_t row = 0; row < one.rows(); ++row) {
    for (std::size_t column = 0; column < other.rows(); ++column) {
      distances[row][column] = distance(one[row], other[column]);
    }
  }
  return 1 - transport_distance(std::as_const(distances).view());
}

}  // namespace sonde

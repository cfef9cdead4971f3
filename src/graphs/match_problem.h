#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graphs/graph_triples.h"

namespace sonde {

// The value of a mapping between two graphs' variables. The graph with fewer variables gives the
// rows.
struct MatchProblem {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // A row and a column that may be mapped to each other.
  struct Pair {
    std::uint32_t row, column;
    std::uint32_t alone;                // triples that match whatever the rest
    std::vector<std::uint32_t> links;   // links that it ends
    std::vector<std::uint32_t> groups;  // for its ends of links
  };
  // A relation of each graph with the same role: they match if both pairs are mapped. At most one
  // of a group of ends at a pair counts: a relation matches one other.
  struct Link {
    std::uint32_t pair[2];
    std::uint32_t group[2];
  };

  std::size_t rows = 0, columns = 0;
  std::vector<Pair> pairs;
  std::vector<Link> links;
  std::vector<std::vector<std::uint32_t>> row_pairs;  // per row
  std::vector<std::uint32_t> pair_at;                 // rows x columns, or kNone
  std::size_t groups = 0;

  std::uint32_t at(std::size_t row, std::size_t column) const {
    return pair_at[row * columns + column];
  }
};

MatchProblem match_problem(const TripleGraph& first, const TripleGraph& second);

// A column for each row, or kNone.
using VariableMapping = std::vector<std::uint32_t>;

// The triples that match.
std::size_t matches(const MatchProblem& problem, std::span<const std::uint32_t> mapping);

}  // namespace sonde

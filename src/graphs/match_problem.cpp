#include "graphs/match_problem.h"

#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace sonde {
namespace {

using Relation = TripleGraph::Relation;

// For each relation: how many with its role begin at its beginning (side 0) or end at its end (1).
class RoleCounts {
 public:
  explicit RoleCounts(const TripleGraph& graph) {
    std::map<std::tuple<std::uint32_t, int, std::string_view>, std::uint32_t> counts;
    for (const auto& relation : graph.relations) {
      ++counts[{relation.from, 0, relation.role}];
      ++counts[{relation.to, 1, relation.role}];
    }
    for (const auto& relation : graph.relations) {
      counts_.push_back(
          {counts[{relation.from, 0, relation.role}], counts[{relation.to, 1, relation.role}]});
    }
  }

  std::uint32_t operator()(std::uint32_t relation, std::size_t side) const {
    return counts_[relation][side];
  }

 private:
  std::vector<std::array<std::uint32_t, 2>> counts_;
};

class Builder {
 public:
  Builder(const TripleGraph& first, const TripleGraph& second)
      : first_(first), second_(second), first_counts_(first), second_counts_(second) {
    problem_.rows = first.labels.size();
    problem_.columns = second.labels.size();
    problem_.pair_at.assign(problem_.rows * problem_.columns, MatchProblem::kNone);
  }

  MatchProblem build() {
    add_labels();
    add_attributes();
    for (std::uint32_t e = 0; e < first_.relations.size(); ++e) {
      for (std::uint32_t f = 0; f < second_.relations.size(); ++f) add_relations(e, f);
    }
    problem_.groups = groups_.size();
    problem_.row_pairs.resize(problem_.rows);
    for (std::uint32_t p = 0; p < problem_.pairs.size(); ++p) {
      problem_.row_pairs[problem_.pairs[p].row].push_back(p);
    }
    return std::move(problem_);
  }

 private:
  void add_labels() {
    for (std::uint32_t i = 0; i < problem_.rows; ++i) {
      for (std::uint32_t j = 0; j < problem_.columns; ++j) {
        if (first_.labels[i] == second_.labels[j]) ++problem_.pairs[pair(i, j)].alone;
      }
    }
  }

  void add_attributes() {
    for (const auto& one : first_.attributes) {
      for (const auto& other : second_.attributes) {
        if (one.role == other.role && one.value == other.value) {
          ++problem_.pairs[pair(one.of, other.of)].alone;
        }
      }
    }
  }

  void add_relations(std::uint32_t e, std::uint32_t f) {
    const Relation& one = first_.relations[e];
    const Relation& other = second_.relations[f];
    if (one.role != other.role) return;
    const bool loop = one.from == one.to;
    if (loop != (other.from == other.to)) return;
    const std::uint32_t from = pair(one.from, other.from);
    if (loop) {
      ++problem_.pairs[from].alone;
      return;
    }
    const std::uint32_t to = pair(one.to, other.to);
    const auto link = static_cast<std::uint32_t>(problem_.links.size());
    problem_.links.push_back({{from, to}, {group(from, 0, e, f), group(to, 1, e, f)}});
    problem_.pairs[from].links.push_back(link);
    problem_.pairs[to].links.push_back(link);
  }

  std::uint32_t pair(std::uint32_t row, std::uint32_t column) {
    auto& known = problem_.pair_at[row * problem_.columns + column];
    if (known == MatchProblem::kNone) {
      known = static_cast<std::uint32_t>(problem_.pairs.size());
      problem_.pairs.push_back({row, column, 0, {}, {}});
    }
    return known;
  }

  // Uses the relation of the graph that has fewer of the role there.
  std::uint32_t group(std::uint32_t at, std::uint32_t side, std::uint32_t e, std::uint32_t f) {
    const bool fewer = first_counts_(e, side) <= second_counts_(f, side);
    const GroupName name{fewer ? side : side + 2, fewer ? e : f};
    auto& groups = problem_.pairs[at].groups;
    for (const auto known : groups) {
      if (groups_[known] == name) return known;
    }
    groups.push_back(static_cast<std::uint32_t>(groups_.size()));
    groups_.push_back(name);
    return groups.back();
  }

  // The end and graph, and the relation.
  using GroupName = std::array<std::uint32_t, 2>;

  const TripleGraph& first_;
  const TripleGraph& second_;
  RoleCounts first_counts_, second_counts_;
  MatchProblem problem_;
  std::vector<GroupName> groups_;
};

}  // namespace

MatchProblem match_problem(const TripleGraph& first, const TripleGraph& second) {
  const bool turned = first.labels.size() > second.labels.size();
  return (turned ? Builder(second, first) : Builder(first, second)).build();
}

std::size_t matches(const MatchProblem& problem, std::span<const std::uint32_t> mapping) {
  const auto mapped = [&](std::uint32_t pair) {
    return mapping[problem.pairs[pair].row] == problem.pairs[pair].column;
  };
  std::size_t count = 0;
  for (std::size_t row = 0; row < problem.rows; ++row) {
    if (mapping[row] == MatchProblem::kNone) continue;
    const auto at = problem.at(row, mapping[row]);
    if (at == MatchProblem::kNone) continue;
    count += problem.pairs[at].alone;
    for (const auto link : problem.pairs[at].links) {
      const auto& ends = problem.links[link].pair;
      count += ends[0] == at && mapped(ends[1]) ? 1U : 0U;
    }
  }
  return count;
}

}  // namespace sonde

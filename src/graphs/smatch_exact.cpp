#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graphs/assignment.h"
#include "graphs/smatch_overlap.h"

namespace sonde {
namespace {

constexpr double kTiny = 1e-7;
constexpr std::uint64_t kMostWork = 1'000'000'000;  // steps of assignments: seconds

// Branch and bound. Each link's worth of one match is shared between its two ends. For any shares,
// the best assignment of rows to columns by the pairs' profits is a bound. Subgradient steps on the
// shares lower it, and each assignment is a mapping that may be the best.
class Search {
 public:
  Search(const MatchProblem& problem, const ExactSmatch& how)
      : problem_(problem),
        budget_(how.budget),
        state_(problem.pairs.size(), State::kFree),
        share_(problem.links.size(), 0.5),
        chosen_(problem.groups),
        largest_(problem.groups),
        profit_(problem.rows * problem.columns) {}

  FoundMapping run() {
    constexpr int kSteps = 60;
    if (may_improve(lowered_bound(kSteps))) {
      best_ = std::max(best_, best_mapping(problem_, HillClimbing{}).matches);
      explore(kSteps);
    }
    return {best_, std::max(best_, upper_)};
  }

 private:
  enum class State : char { kFree, kFixed, kOut };

  bool out_of_budget() const { return nodes_ > budget_ || work_ > kMostWork; }
  bool may_improve(double bound) const { return bound > static_cast<double>(best_) + 1 - kTiny; }

  // Searches below the pairs' present states.
  void explore(int steps) {
    ++nodes_;
    const double bound = lowered_bound(steps);
    if (!may_improve(bound)) return;
    if (out_of_budget()) {
      upper_ = std::max(upper_, static_cast<std::size_t>(bound + kTiny));
      return;
    }
    const std::size_t row = row_in_doubt();
    if (row < problem_.rows) branch(row);
  }

  void branch(std::size_t row) {
    constexpr int kSteps = 12;
    std::vector<std::pair<double, std::uint32_t>> children;
    for (const auto pair : problem_.row_pairs[row]) {
      if (state_[pair] == State::kFree) children.emplace_back(-profit_of(pair), pair);
    }
    std::ranges::sort(children);
    for (const auto& [_, pair] : children) {
      const auto undo = fix(pair);
      explore(kSteps);
      for (const auto changed : undo) state_[changed] = State::kFree;
    }
    for (const auto& [_, pair] : children) state_[pair] = State::kOut;
    explore(kSteps);
    for (const auto& [_, pair] : children) state_[pair] = State::kFree;
  }

  // The pairs whose state is changed.
  std::vector<std::uint32_t> fix(std::uint32_t fixed) {
    std::vector<std::uint32_t> changed{fixed};
    const auto& of = problem_.pairs[fixed];
    const auto take_out = [&](std::uint32_t pair) {
      if (pair == MatchProblem::kNone || pair == fixed || state_[pair] != State::kFree) return;
      state_[pair] = State::kOut;
      changed.push_back(pair);
    };
    state_[fixed] = State::kFixed;
    for (const auto pair : problem_.row_pairs[of.row]) take_out(pair);
    for (std::size_t row = 0; row < problem_.rows; ++row) take_out(problem_.at(row, of.column));
    return changed;
  }

  double lowered_bound(int steps) {
    double least = INFINITY;
    for (int step = 0; step < steps; ++step) {
      const double bound = assign();
      least = std::min(least, bound);
      best_ = std::max(best_, matches(problem_, mapping_));
      if (!may_improve(least) || out_of_budget()) break;
      if (!move_shares(bound - static_cast<double>(best_))) break;
    }
    return least;
  }

  // The bound by the present shares.
  double assign() {
    share_out();
    std::ranges::fill(profit_, 0.0);
    for (std::uint32_t pair = 0; pair < problem_.pairs.size(); ++pair) {
      const auto& of = problem_.pairs[pair];
      if (state_[pair] == State::kOut) continue;
      profit_[of.row * problem_.columns + of.column] = profit_of(pair);
    }
    work_ += problem_.rows * problem_.rows * problem_.columns + problem_.links.size();
    const auto columns = assignment_.solve(profit_, problem_.rows, problem_.columns);
    double bound = 0;
    for (std::size_t row = 0; row < problem_.rows; ++row) {
      bound += profit_[row * problem_.columns + columns[row]];
    }
    take_mapping(columns);
    return bound;
  }

  // A fixed pair may be worth nothing by itself, and so not be assigned.
  void take_mapping(std::span<const std::uint32_t> columns) {
    mapping_.assign(problem_.rows, MatchProblem::kNone);
    for (std::uint32_t pair = 0; pair < problem_.pairs.size(); ++pair) {
      const auto& of = problem_.pairs[pair];
      const bool assigned = state_[pair] == State::kFree && columns[of.row] == of.column;
      if (assigned || state_[pair] == State::kFixed) mapping_[of.row] = of.column;
    }
  }

  double profit_of(std::uint32_t pair) const {
    double profit = problem_.pairs[pair].alone;
    for (const auto group : problem_.pairs[pair].groups) profit += largest_[group];
    return profit;
  }

  // The largest share of each group's links.
  void share_out() {
    std::ranges::fill(largest_, 0.0);
    std::ranges::fill(chosen_, MatchProblem::kNone);
    for (std::uint32_t i = 0; i < problem_.links.size(); ++i) {
      const auto& link = problem_.links[i];
      if (is_out(link)) continue;
      for (const int end : {0, 1}) {
        const double share = share_at(i, end);
        if (share > largest_[link.group[end]]) {
          largest_[link.group[end]] = share;
          chosen_[link.group[end]] = i;
        }
      }
    }
  }

  bool is_out(const MatchProblem::Link& link) const {
    return state_[link.pair[0]] == State::kOut || state_[link.pair[1]] == State::kOut;
  }

  // A fixed pair leaves all to the other end.
  double share_at(std::uint32_t link, int end) const {
    const auto& ends = problem_.links[link].pair;
    const double first = state_[ends[0]] == State::kFixed   ? 0
                         : state_[ends[1]] == State::kFixed ? 1
                                                            : share_[link];
    return end == 0 ? first : 1 - first;
  }

  bool is_mapped(std::uint32_t pair) const {
    return mapping_[problem_.pairs[pair].row] == problem_.pairs[pair].column;
  }

  // Whether the assignment counts the link's share at that end.
  bool counts(std::uint32_t link, int end) const {
    const auto& of = problem_.links[link];
    return chosen_[of.group[end]] == link && is_mapped(of.pair[end]);
  }

  // Moves shares from the ends that count to those that don't. False if all agree.
  bool move_shares(double gap) {
    moved_.clear();
    for (std::uint32_t i = 0; i < problem_.links.size(); ++i) {
      const auto& ends = problem_.links[i].pair;
      if (state_[ends[0]] != State::kFree || state_[ends[1]] != State::kFree) continue;
      if (counts(i, 0) != counts(i, 1)) moved_.push_back(i);
    }
    const double step = std::min(0.5, gap / static_cast<double>(moved_.size()));
    for (const auto link : moved_) {
      share_[link] = std::clamp(share_[link] + (counts(link, 0) ? -step : step), 0.0, 1.0);
    }
    return !moved_.empty();
  }

  // The free row whose profit rests most on links that don't match.
  std::size_t row_in_doubt() const {
    std::vector<double> doubt(problem_.rows);
    for (std::uint32_t i = 0; i < problem_.links.size(); ++i) {
      for (const int end : {0, 1}) {
        const auto pair = problem_.links[i].pair[end];
        if (state_[pair] == State::kFree && counts(i, end) && !counts(i, 1 - end)) {
          doubt[problem_.pairs[pair].row] += share_at(i, end);
        }
      }
    }
    const auto most = std::ranges::max_element(doubt);
    if (*most > 0) return static_cast<std::size_t>(most - doubt.begin());
    return first_free_row();
  }

  // The number of rows if none is free.
  std::size_t first_free_row() const {
    std::size_t row = 0;
    const auto is_free = [&](std::uint32_t pair) { return state_[pair] == State::kFree; };
    while (row < problem_.rows && std::ranges::none_of(problem_.row_pairs[row], is_free)) ++row;
    return row;
  }

  const MatchProblem& problem_;
  std::uint64_t budget_, nodes_ = 0, work_ = 0;
  std::vector<State> state_;           // per pair
  std::vector<double> share_;          // per link: its first end's
  std::vector<std::uint32_t> chosen_;  // per group: the link with the largest share
  std::vector<double> largest_;
  std::vector<double> profit_;  // rows x columns
  std::vector<std::uint32_t> moved_;
  Assignment assignment_;
  VariableMapping mapping_;
  std::size_t best_ = 0, upper_ = 0;
};

}  // namespace

FoundMapping best_mapping(const MatchProblem& problem, const ExactSmatch& how) {
  return Search(problem, how).run();
}

}  // namespace sonde

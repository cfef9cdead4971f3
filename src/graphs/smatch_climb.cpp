#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.h"
#include "graphs/smatch_overlap.h"

namespace sonde {
namespace {

constexpr std::uint32_t kNone = MatchProblem::kNone;

class Climb {
 public:
  explicit Climb(const MatchProblem& problem)
      : problem_(problem),
        mapping_(problem.rows, kNone),
        row_of_(problem.columns, kNone),
        worth_(problem.rows) {}

  // Each row to the first free column with which most triples match alone.
  void begin_by_labels() {
    for (std::uint32_t row = 0; row < problem_.rows; ++row) {
      std::uint32_t column = kNone, most = 0;
      for (const auto pair : problem_.row_pairs[row]) {
        const auto& of = problem_.pairs[pair];
        if (row_of_[of.column] != kNone || of.alone <= most) continue;
        most = of.alone;
        column = of.column;
      }
      set(row, column);
    }
  }

  // Each row to one of its columns that are free, by chance.
  void begin_by_chance(std::uint64_t seed, std::uint64_t restart) {
    for (std::uint32_t row = 0; row < problem_.rows; ++row) {
      std::vector<std::uint32_t> columns;
      for (const auto pair : problem_.row_pairs[row]) {
        const auto column = problem_.pairs[pair].column;
        if (row_of_[column] == kNone) columns.push_back(column);
      }
      if (columns.empty()) continue;
      set(row, columns[random_bits(seed, restart, row) % columns.size()]);
    }
  }

  // The best single change, until none is better.
  std::size_t climb() {
    while (true) {
      const Change best = best_change();
      if (best.gain <= 0) return matches(problem_, mapping_);
      make(best);
    }
  }

 private:
  // A row takes a column. A row that had it takes the first one's.
  struct Change {
    std::uint32_t row = 0, column = 0;
    long gain = 0;
  };

  void set(std::uint32_t row, std::uint32_t column) {
    mapping_[row] = column;
    if (column != kNone) row_of_[column] = row;
  }

  void make(const Change& change) {
    const std::uint32_t other = row_of_[change.column], left = mapping_[change.row];
    if (left != kNone) row_of_[left] = kNone;
    if (other != kNone) set(other, left);
    set(change.row, change.column);
  }

  // Only what makes a pair in which something may match can gain.
  Change best_change() {
    for (std::uint32_t row = 0; row < problem_.rows; ++row) worth_[row] = worth_of(row, kNone);
    Change best;
    for (std::uint32_t at = 0; at < problem_.pairs.size(); ++at) {
      const auto row = problem_.pairs[at].row, column = problem_.pairs[at].column;
      if (mapping_[row] == column || most_gain(at) <= best.gain) continue;
      const long gain = gain_of(row, column);
      if (gain > best.gain) best = {row, column, gain};
    }
    return best;
  }

  // No less than what a row gains by a pair's column.
  long most_gain(std::uint32_t at) const {
    const std::uint32_t row = problem_.pairs[at].row, other = row_of_[problem_.pairs[at].column];
    const long gain = most_worth(at) - worth_[row];
    if (other == kNone) return gain;
    const std::uint32_t left = mapping_[row];
    const long swapped = left == kNone ? 0 : most_worth(problem_.at(other, left));
    return gain + swapped - (worth_[other] > worth_[row] ? worth_[other] - worth_[row] : 0);
  }

  long most_worth(std::uint32_t at) const {
    if (at == kNone) return 0;
    const auto& pair = problem_.pairs[at];
    return pair.alone + static_cast<long>(pair.links.size());
  }

  long gain_of(std::uint32_t row, std::uint32_t column) {
    const std::uint32_t other = row_of_[column], left = mapping_[row];
    const long before = worth(row, other);
    mapping_[row] = column;
    if (other != kNone) mapping_[other] = left;
    const long after = worth(row, other);
    mapping_[row] = left;
    if (other != kNone) mapping_[other] = column;
    return after - before;
  }

  // The matches in which one of two rows has a part.
  long worth(std::uint32_t one, std::uint32_t other) const {
    return worth_of(one, kNone) + (other == kNone ? 0 : worth_of(other, one));
  }

  long worth_of(std::uint32_t row, std::uint32_t counted) const {
    const std::uint32_t at = mapping_[row] == kNone ? kNone : problem_.at(row, mapping_[row]);
    if (at == kNone) return 0;
    long count = problem_.pairs[at].alone;
    for (const auto link : problem_.pairs[at].links) {
      const auto& ends = problem_.links[link].pair;
      const auto& far = problem_.pairs[ends[0] == at ? ends[1] : ends[0]];
      count += far.row != counted && mapping_[far.row] == far.column ? 1 : 0;
    }
    return count;
  }

  const MatchProblem& problem_;
  VariableMapping mapping_;
  std::vector<std::uint32_t> row_of_;  // per column
  std::vector<long> worth_;            // per row as mapped
};

}  // namespace

FoundMapping best_mapping(const MatchProblem& problem, const HillClimbing& how) {
  std::size_t best = 0;
  for (std::uint64_t restart = 0; restart <= how.restarts; ++restart) {
    Climb climb(problem);
    if (restart == 0) {
      climb.begin_by_labels();
    } else {
      climb.begin_by_chance(how.seed, restart);
    }
    best = std::max(best, climb.climb());
  }
  return {best, std::numeric_limits<std::size_t>::max()};
}

}  // namespace sonde

#include "compare/moved_items.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <set>

#include "base/threads.h"
#include "compare/overview_questions.h"
#include "compare/run_errors.h"
#include "compare/task_matching.h"

namespace sonde {
namespace {

struct Moved {
  std::uint32_t item;
  double before, after;
  double by() const { return after - before; }
};

std::vector<Moved> defined_in_both(const Scores& before, const Scores& after) {
  std::vector<Moved> moved;
  for (std::uint32_t item = 0; item < before.values.size(); ++item) {
    const Moved one{item, before.values[item], after.values[item]};
    if (!std::isnan(one.by())) moved.push_back(one);
  }
  return moved;
}

using ComparedPlaces = std::array<std::size_t, 2>;

// Two texts of each item that should not be close: those of the comparison that the subject does
// worst on.
class ComparedInItems {
 public:
  ComparedInItems(const JointTask& joint, const TaskFacts& task, const Table& of) {
    for (const auto& question : share_questions(task)) {
      auto outcomes = joint.probe().outcomes(question, joint.frame(), of);
      if (!outcomes.empty()) outcomes_.push_back(std::move(outcomes));
    }
  }

  // `number`: of the item, in the frame.
  ComparedPlaces places(std::uint32_t number, const Item& item) const {
    const ItemOutcome* worst = nullptr;
    for (const auto& outcomes : outcomes_) {
      const ItemOutcome& one = outcomes[number];
      if (!std::isnan(one.margin) && (worst == nullptr || one.margin < worst->margin)) worst = &one;
    }
    if (worst == nullptr || worst->other.row >= item.rows.size()) return {0, 1};
    const ComparedTexts& of = worst->other;
    const auto& at = item.rows[of.row].at;
    return {at.at(of.first), at.at(of.second)};
  }

 private:
  std::vector<std::vector<ItemOutcome>> outcomes_;  // per question
};

// The first few by how far they moved up (or, with sign -1, down). Ties stay in data set order.
std::vector<Moved> most_moved(std::vector<Moved> moved, std::size_t most, double sign) {
  std::erase_if(moved, [&](const Moved& one) { return sign * one.by() <= 0; });
  std::ranges::stable_sort(moved, std::greater{},
                           [&](const Moved& one) { return sign * one.by(); });
  moved.resize(std::min(most, moved.size()));
  return moved;
}

// The rows of a column that are defined in both tables. If all are, nothing is copied.
struct BothDefined {
  BothDefined(const Frame& frame, const Table& first, const Table& second, std::size_t column) {
    const auto defined = [&](std::size_t row) {
      return !std::isnan(first.values(row, column)) && !std::isnan(second.values(row, column));
    };
    auto rows = std::views::iota(std::size_t{0}, frame.rows()) | std::views::filter(defined);
    const auto count = static_cast<std::size_t>(std::ranges::distance(rows));
    keys.reserve(count);
    for (const auto row : rows) keys.push_back(frame.keys[frame.item_of_row[row]]);
    const bool in_place =
        count == frame.rows() && first.values.stride() == 1 && second.values.stride() == 1;
    if (!in_place) {
      own_x.reserve(count), own_y.reserve(count);
      for (const auto row : rows) {
        own_x.push_back(first.values(row, column));
        own_y.push_back(second.values(row, column));
      }
    }
    x = in_place ? std::span(first.values.data(), count) : std::span<const double>(own_x);
    y = in_place ? std::span(second.values.data(), count) : std::span<const double>(own_y);
  }
  BothDefined(const BothDefined&) = delete;
  BothDefined& operator=(const BothDefined&) = delete;

  std::vector<double> own_x, own_y;
  std::vector<std::uint64_t> keys;
  std::span<const double> x, y;
};

// The same, with only as many threads as the memory allows for replicates of so many rows.
Resampler with_room(const Resampler& resampler, std::size_t rows) {
  constexpr std::size_t kBytes = std::size_t{3} << 27, kBytesOfRow = 25;  // about, of a thread
  const std::size_t most = std::max<std::size_t>(1, kBytes / (kBytesOfRow * (rows + 1)));
  return {resampler.seed(), resampler.replicates(),
          std::min(threads_or_all(resampler.threads()), most)};
}

bool has_items(std::span<const std::uint64_t> keys, std::size_t fewest) {
  std::set<std::uint64_t> seen;
  for (auto key = keys.begin(); key != keys.end() && seen.size() < fewest; ++key) seen.insert(*key);
  return seen.size() >= fewest;
}

}  // namespace

Moves find_moves(const Probe& probe, const Frame& frame, const Table& first, const Table& second,
                 std::size_t most, std::vector<std::uint32_t>& items) {
  const Scores before = probe.scores(frame, first);
  const Scores after = probe.scores(frame, second);
  const auto moved = defined_in_both(before, after);
  Moves moves;
  moves.score = before.name;
  moves.passes = !std::isnan(before.passes_above);
  for (const auto& one : moved) {
    const bool passed = one.before > before.passes_above;
    const bool passes = one.after > before.passes_above;
    moves.gained += passes && !passed;
    moves.lost += passed && !passes;
  }
  const auto take = [&](double sign, std::vector<Move>& into) {
    for (const auto& one : most_moved(moved, most, sign)) {
      into.push_back({{}, {}, one.before, one.after});
      items.push_back(one.item);
    }
  };
  take(1, moves.better);
  take(-1, moves.worse);
  return moves;
}

std::optional<Moves> told_moves(std::span<const NamedRun> runs, const CommonTask& task,
                                const JointTask& joint, const Chosen& first, std::size_t most) {
  const auto before = joint.table(0), after = joint.table(1);
  if (!before || !after) return {};
  std::vector<std::uint32_t> numbers;
  Moves moves = on_contents(runs, [&] {
    return find_moves(joint.probe(), joint.frame(), *before, *after, most, numbers);
  });
  std::vector<std::uint64_t> keys;
  for (const auto number : numbers) keys.push_back(joint.frame().keys[number]);
  const auto items = items_of(*runs[first.run].file, task.number[first.run], keys);
  const TaskFacts& facts = runs[first.run].file->tasks()[task.number[first.run]];
  const ComparedInItems compared(joint, facts, *after);
  std::size_t next = 0;
  for (auto* list : {&moves.better, &moves.worse}) {
    for (auto& move : *list) {
      const Item& item = items[next];
      move.compared = compared.places(numbers[next++], item);
      move.item = item.id;
      for (const auto& text : item.texts) move.texts.push_back(text.text);
    }
  }
  moves.probe = task.probe;
  moves.dataset = task.dataset;
  return moves;
}

std::optional<Moves> moves_between(std::span<const NamedRun> runs,
                                   const std::array<Chosen, 2>& chosen, const std::string& probe,
                                   const std::string& dataset, std::size_t most) {
  const std::array used{chosen[0].run, chosen[1].run};
  for (const auto& task : common_tasks(runs, used).tasks) {
    const bool same = task.dataset == dataset && joint_probe(task.probe) == joint_probe(probe);
    if (same) return told_moves(runs, task, JointTask(runs, task, chosen), chosen[0], most);
  }
  return {};
}

std::vector<SubjectCorrelation> correlations(const Probe& probe, const Frame& frame,
                                             const Table& first, const Table& second,
                                             const Resampler& resampler) {
  std::vector<SubjectCorrelation> found;
  for (std::size_t column = 0; column < probe.measurements().size(); ++column) {
    const BothDefined both(frame, first, second, column);
    SubjectCorrelation correlation;
    correlation.measurement = probe.measurements()[column].name;
    correlation.rows = both.x.size();
    correlation.value = spearman(both.x, both.y);
    if (has_items(both.keys, kFewestItems)) {
      const Interval interval = Resampler::percentile(
          with_room(resampler, both.x.size())
              .correlations(Correlation::kSpearman, both.x, both.y, both.keys));
      correlation.low = interval.low;
      correlation.high = interval.high;
    }
    found.push_back(std::move(correlation));
  }
  return found;
}

}  // namespace sonde

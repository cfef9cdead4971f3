#include <algorithm>
#include <cmath>

#include "probes/sets/sets_columns.h"
#include "probes/sets/sets_criteria.h"
#include "probes/sets/sets_results.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/table_shape.h"

namespace sonde {
namespace {

// The comparisons of samples of one criterion.
class SetComparisons {
 public:
  SetComparisons(const Frame& frame, const Table& table, const SetsOptions& options)
      : frame_(frame),
        table_(table),
        options_(options),
        numbers_(row_numbers(frame)),
        found_(frame.items()) {}

  void add(std::size_t row, SetOperator op) {
    const auto ab = texts(row, 0, 1, kAB), at = texts(row, 0, 2, kAT), bt = texts(row, 1, 2, kBT);
    const std::uint32_t item = frame_.item_of_row[row];
    switch (op) {
      case SetOperator::kOverlap:
        return found_.add(item, at.similarity < bt.similarity ? at : bt, ab);
      case SetOperator::kDifference:
        return found_.add(item, at.similarity < ab.similarity ? at : ab, bt);
      case SetOperator::kUnion:
        found_.add(item, union_margin(table_.values[row], options_),
                   at.similarity < bt.similarity ? at : bt, ab);
    }
  }

  std::vector<ItemOutcome> take() { return found_.take(); }

 private:
  ComparedTexts texts(std::size_t row, std::uint8_t first, std::uint8_t second,
                      Similar similar) const {
    constexpr auto kCosine = static_cast<std::size_t>(SetsMeasure::kCosine);
    return {numbers_[row], first, second, table_.values(row, sets_column(kCosine, similar))};
  }

  const Frame& frame_;
  const Table& table_;
  const SetsOptions& options_;
  std::vector<std::uint32_t> numbers_;
  Outcomes found_;
};

}  // namespace

std::vector<ItemOutcome> sets_outcomes(const Evidence& question, const Frame& frame,
                                       const Table& table, const SetsOptions& options) {
  check_tables(frame, {&table, 1}, kSetsColumns);
  const auto op = parse_sample_label(question.capability).value().op;  // capabilities have its name
  const SetSamples samples(frame);
  SetComparisons comparisons(frame, table, options);
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (samples.is(row, op)) comparisons.add(row, op);
  }
  return comparisons.take();
}

}  // namespace sonde

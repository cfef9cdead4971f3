#include "probes/shared/outcomes.h"

#include <cmath>

#include "base/nan.h"
#include "probes/shared/ties.h"

namespace sonde {

std::vector<std::uint32_t> row_numbers(const Frame& frame) {
  std::vector<std::uint32_t> next(frame.items()), numbers;
  numbers.reserve(frame.rows());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    numbers.push_back(next[frame.item_of_row[row]]++);
  }
  return numbers;
}

void Outcomes::add(std::uint32_t item, const ComparedTexts& closer, const ComparedTexts& other) {
  add(item, closer.similarity - other.similarity, closer, other);
}

void Outcomes::add(std::uint32_t item, double margin, const ComparedTexts& closer,
                   const ComparedTexts& other) {
  if (std::isnan(margin)) return;
  ItemOutcome& outcome = found_[item];
  if (counts_[item]++ == 0) outcome.share = 0;
  outcome.share += won_share(margin);
  outcome.ties += is_tie(margin) ? 1 : 0;
  if (outcome.margin <= margin) return;
  outcome.margin = margin;
  outcome.closer = closer;
  outcome.other = other;
}

std::vector<ItemOutcome> Outcomes::take() {
  for (std::size_t item = 0; item < found_.size(); ++item) {
    if (counts_[item] == 0) continue;
    found_[item].share /= counts_[item];
    found_[item].ties /= counts_[item];
  }
  return std::move(found_);
}

}  // namespace sonde

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// The number of each row of the frame among the rows of its item.
std::vector<std::uint32_t> row_numbers(const Frame& frame);

// Collects the comparisons of items. A comparison without a margin (NaN) doesn't count.
class Outcomes {
 public:
  explicit Outcomes(std::size_t items) : found_(items), counts_(items) {}

  // `closer` should be more similar than `other`. kTie decides on ties.
  void add(std::uint32_t item, const ComparedTexts& closer, const ComparedTexts& other);
  // `margin` replaces the difference of the two similarities.
  void add(std::uint32_t item, double margin, const ComparedTexts& closer,
           const ComparedTexts& other);
  std::vector<ItemOutcome> take();

 private:
  std::vector<ItemOutcome> found_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace sonde

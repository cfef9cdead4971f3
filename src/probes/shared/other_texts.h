#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/nan.h"
#include "sonde/probe.h"

namespace sonde {

// A text of another item of the task, compared with an item's first text.
struct OtherText {
  std::uint32_t item = 0, text = 0;  // place of the item in the task, and of the text in the item
  double similarity = kNaN;          // NaN: the item has none
};

// A probe that compares an item with texts of other items.
class OtherTexts {
 public:
  virtual ~OtherTexts() = default;
  // The closest one per item, from the numbers of a fit over `items` items. Empty if nothing was
  // fitted, or by a program that did not store the places.
  virtual std::vector<OtherText> closest_others(const Fitted& fitted, std::size_t items) const = 0;
};

// `probe`: any. Empty for most.
std::vector<OtherText> closest_others(const Probe& probe, const Fitted& fitted, std::size_t items);

}  // namespace sonde

// Pairs of sentences as items, and their scores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sonde/scorer.h"

namespace sonde::test {

using Pairs = std::vector<std::vector<std::string>>;

inline Item item_of(const std::vector<std::string>& texts) {
  Item item;
  Row row;
  for (const auto& text : texts) {
    row.at.push_back(static_cast<std::uint32_t>(item.texts.size()));
    item.texts.push_back({text});
  }
  item.rows = {row};
  return item;
}

inline std::vector<double> scores_of(Scorer& scorer, const Pairs& pairs) {
  std::vector<Item> items;
  for (const auto& pair : pairs) items.push_back(item_of(pair));
  std::vector<double> out(pairs.size());
  scorer.score(items, out);
  return out;
}

}  // namespace sonde::test

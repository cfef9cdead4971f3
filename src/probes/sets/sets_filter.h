#pragma once

#include <map>
#include <string>
#include <vector>

#include "sonde/dataset.h"
#include "sonde/probe.h"

namespace sonde {

// Selects by encoders the items whose differences are measured: section 5 of the paper.
class NeighbourFilter : public ItemFilter {
 public:
  NeighbourFilter(std::vector<std::string> encoders, double below);

  const Facts& facts() const override { return facts_; }
  std::vector<TextPair> pairs(const Item& item) const override;
  void drop(Item& item) const override;

 private:
  Facts facts_;
};

// Names MiniLM as the filter of base rows without one: in `spec`, the card, and a column `kept`.
// Errors: kInput for anything but a table.
void settle_filter(const Spec& spec, const Card& card,
                   std::map<std::string, std::string>& settings);

}  // namespace sonde

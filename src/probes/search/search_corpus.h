#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/nan.h"
#include "probes/shared/other_texts.h"
#include "sonde/probe.h"

namespace sonde {

// Larger corpora are represented by this many passages, chosen by a digest of their text.
inline constexpr std::size_t kMostPassages = 10'000;

// Reads queries (an item's first text) and their right passages (its second), and ranks the
// distinct passages for each query. Returns the places of the items' first rows, then `closer` of
// each item, then `nearest`, then `holder`. A passage that another item has for the same query
// doesn't count.
std::unique_ptr<Fitter> corpus_fitter(std::size_t most_passages = kMostPassages);

// An item's query among the passages of others. NaN without a vector or if nothing was fitted.
struct CorpusRank {
  double closer = kNaN;   // how many are closer than its own passage (a tie: half of one)
  double nearest = kNaN;  // the highest cosine of one, NaN without one
  double holder = kNaN;   // the first item with that one: its place in the data
};
CorpusRank corpus_rank(const Item& item, const Fitted& fitted);

// The nearest passage of other items, per item. Empty without fitted numbers, and if an earlier
// program fitted them, which stored no `holder`.
std::vector<OtherText> nearest_passages(const Fitted& fitted, std::size_t items);

}  // namespace sonde

#pragma once

#include <cstddef>
#include <memory>

#include "base/nan.h"
#include "sonde/probe.h"

namespace sonde {

// Larger corpora are represented by this many passages, chosen by a digest of their text.
inline constexpr std::size_t kMostPassages = 10'000;

// Reads queries (an item's first text) and their right passages (its second), and ranks the
// distinct passages for each query. Returns the places of the items' first rows, then `closer` of
// each item, then `nearest`. A passage that another item has for the same query doesn't count.
std::unique_ptr<Fitter> corpus_fitter(std::size_t most_passages = kMostPassages);

// An item's query among the passages of others. NaN without a vector or if nothing was fitted.
struct CorpusRank {
  double closer = kNaN;   // how many are closer than its own passage (a tie: half of one)
  double nearest = kNaN;  // the highest cosine of one, NaN without one
};
CorpusRank corpus_rank(const Item& item, const Fitted& fitted);

}  // namespace sonde

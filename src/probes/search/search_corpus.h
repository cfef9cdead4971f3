#pragma once

#include <cstddef>
#include <memory>

#include "sonde/probe.h"

namespace sonde {

// Larger corpora are represented by this many passages, chosen by a digest of their text.
inline constexpr std::size_t kMostPassages = 10'000;

// Reads queries (an item's first text) and their right passages (its second), and ranks the
// distinct passages for each query. Returns the places of the items' first rows and, after them,
// how many other passages are closer to the query of each item than its own. A tie counts half. A
// passage that another item has for the same query doesn't count. NaN without a vector.
std::unique_ptr<Fitter> corpus_fitter(std::size_t most_passages = kMostPassages);

// The second number of an item. NaN if nothing was fitted.
double closer_passages(const Item& item, const Fitted& fitted);

}  // namespace sonde

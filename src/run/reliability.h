#pragma once

#include "sonde/dataset.h"
#include "sonde/run.h"

namespace sonde {

// A card's `ratings` (a file of human ratings, docs/agreement.md) and `ratings_drop` become the
// reliabilities of its slices, which its probe takes: split halves of the annotators, stepped up.
// Nothing where the card names no ratings. Errors: kInput for bad ratings, and for an item rated
// that the data set doesn't have.
void resolve_ratings(Card& card, const RunPlan& plan);

}  // namespace sonde

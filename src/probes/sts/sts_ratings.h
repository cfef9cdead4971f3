#pragma once

#include "sonde/probe.h"

namespace sonde {

// A card's `ratings` (a file of human ratings, docs/reference/agreement.md) and `ratings_drop`
// become the reliabilities of its slices, as settings: split halves of the annotators, stepped up.
// Errors: kInput for bad ratings, and for an item rated that the data set doesn't have. kUsage, or
// kInput for a card's, for a `reference` that no pair is.
void settle_sts(Settling& settling);

// Reliabilities change no measurement.
void join_sts(JointForm& form);

}  // namespace sonde

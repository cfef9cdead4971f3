#pragma once

#include "workshop/language/minimal_pairs/slot_context.h"

namespace sonde {

// The variants of an original at a slot, a column after the other. `original` stays empty.
MinimalPairs slot_variants(const SlotEdit& edit);

// Whether each column has something.
bool has_all_columns(const MinimalPairs& pairs);

}  // namespace sonde

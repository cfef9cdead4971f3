#pragma once

#include <span>
#include <string>
#include <vector>

#include "workshop/language/minimal_pairs/slot_context.h"

namespace sonde {

// Variants with a word that WordNet relates to none of `related`, in the same form: of a language
// model, the likeliest first, or else about as frequent as the slot's word. Each is parsed as the
// original is.
std::vector<EditedSentence> random_variants(const SlotEdit& edit,
                                            std::span<const std::string> related);

}  // namespace sonde

#pragma once

#include <string_view>

#include "workshop/language/lexicon/rule.h"
#include "workshop/language/minimal_pairs/slot_context.h"

namespace sonde {

// Reasons not to make minimal pairs. Empty: none.

// The paper's filter of sentences (heros, section 2.2), and what can't be parsed.
std::string_view refusal_of_sentence(std::string_view sentence);

// A slot is refused before its variants are made. `parse`: the doubt about the best parse.
std::string_view refusal_of_slot(const SlotEdit& edit, std::string_view parse);

// A slot and the variants that were made of it.
struct MadePairs {
  const SlotEdit& edit;
  const MinimalPairs& pairs;
};
std::string_view refusal_of_variants(const MadePairs& made);

RuleExamples pair_refusal_examples();

}  // namespace sonde

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sonde/negation.h"
#include "workshop/language/minimal_pairs/edit_slot.h"
#include "workshop/language/minimal_pairs/minimal_pairs.h"
#include "workshop/language/minimal_pairs/pair_sources.h"
#include "workshop/language/minimal_pairs/parsed_original.h"
#include "workshop/language/minimal_pairs/slot_words.h"

namespace sonde {

// The sources of an original's variants at one slot.
struct SlotEdit {
  const ParsedOriginal& original;
  const EditSlot& slot;
  const SlotWords& words;
  const PairSources& sources;
  const Negator& negator;
  const MinimalPairOptions& options;

  // How many variants of a column: one, or several for a person to choose from.
  std::size_t wanted() const;
  // The word of the sentence that is replaced.
  std::string word() const;
  std::string with(std::string_view other) const;  // the sentence with another word
  // "open" of "opened".
  std::string base_of(std::string_view word) const;
  // For draws. It depends on the seed and the sentence.
  std::uint64_t key_of(std::string_view what) const;
};

}  // namespace sonde

#pragma once

#include <cstddef>
#include <string_view>

#include "workshop/language/edits/word_swap.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {

// A preposition that may be replaced. `words`: how many words it has, 2 of "next to". 0: none.
struct PrepositionSwap {
  std::string_view other;
  std::size_t words = 0;
};

// The listed preposition that begins at the place: "around" for "about".
PrepositionSwap preposition_swap(SwapKind kind, const SwapPlace& place);

}  // namespace sonde

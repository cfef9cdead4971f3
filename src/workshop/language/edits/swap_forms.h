#pragma once

#include <string>
#include <vector>

#include "workshop/language/edits/word_swap.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {

// The replacements for a word, in its form: "cars" -> "trucks".
std::vector<std::string> replacing_forms(SwapKind kind, const SwapPlace& place);

// The replacement for an adjective by the noun it belongs to: "big" for "large" of an animal.
std::vector<std::string> replacing_concrete_adjective(SwapKind kind, const SwapPlace& place);

}  // namespace sonde

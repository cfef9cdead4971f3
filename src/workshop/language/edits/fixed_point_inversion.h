#pragma once

#include <cstdint>
#include <vector>

#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// Fixed point inversion: the words from a pivot on come first, "concrete and is holding a ball A
// dog is running on". A pivot separates two words that belong closely together, such as an article
// and its noun, so that the result is not a sentence of the same meaning. In order, with two words
// at least on both sides.
std::vector<std::size_t> pivots(const Reading& reading);
std::string inverted(const Reading& reading, std::size_t pivot);

}  // namespace sonde

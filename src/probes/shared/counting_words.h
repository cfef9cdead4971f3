#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// The baseline of every verdict: the cosine of token counts. A token is a word in lower case. "n't"
// is a token too, so that "isn't" is "is" and "n't".
std::vector<std::string> counted_words(std::string_view text);

// The probe's measurements on the items with these counts as vectors: rows x measurements. A
// measurement that needs more of a data set than one item is NaN.
MatrixOf<double> measured_by_counting_words(const Probe& probe, std::span<const Item> items);

}  // namespace sonde

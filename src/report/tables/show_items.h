#pragma once

#include <cstddef>
#include <string>

#include "sonde/comparison.h"

namespace sonde {

// The `most` worst items of each question and subject, as text: the texts that should be closer and
// the texts that beat them, with both similarities. Correlations have none.
std::string show_items(const Overview& overview, std::size_t most);

}  // namespace sonde

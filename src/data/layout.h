#pragma once

#include <cstddef>
#include <span>

#include "sonde/dataset.h"

namespace sonde {

// The field that a whole record is, in layouts whose records are single sentences. Errors: kInput
// if the probe has none.
std::size_t line_field(const Card& card, std::span<const Field> fields);

// The card with the layout of its file. Lines are a table of one column.
Card with_layout(Card card, std::span<const Field> fields);

}  // namespace sonde

#pragma once

#include <span>

#include "sonde/digest.h"
#include "sonde/item.h"
#include "sonde/probe.h"

namespace sonde {

// Adds the facts of a block of items to a frame.
void add_to_frame(Frame& frame, std::span<const Item> items, std::span<const Digest> digests);

}  // namespace sonde

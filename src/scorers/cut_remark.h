#pragma once

#include <cstddef>

#include "sonde/subject.h"

namespace sonde {

// Notes the tokens of a text before and after cutting, unless an earlier note has a greater loss.
void note_cut(std::size_t total, std::size_t kept, Remark& remark);

}  // namespace sonde

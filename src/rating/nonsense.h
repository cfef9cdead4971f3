#pragma once

#include <span>
#include <string_view>

namespace sonde {

// Grammatical sentences that make no sense, for attention checks: Dutch ones for "nl", else
// English.
std::span<const char* const> nonsense_sentences(std::string_view language);

}  // namespace sonde

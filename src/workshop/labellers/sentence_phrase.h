#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sonde {

// Finds a phrase's words in a sentence, as whole words, whatever their case, white space and kind
// of apostrophe. Returns them as the sentence has them, without punctuation at their ends. Nothing
// if the phrase does not occur, or has no letter or digit.
std::optional<std::string> phrase_in(std::string_view sentence, std::string_view phrase);

}  // namespace sonde

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sonde {

// Where whole words of a sentence are those of a phrase, whatever their case, white space and kind
// of apostrophe: those words as the sentence has them, without punctuation at their ends. Nothing
// where the phrase does not occur, or has no letter or digit.
std::optional<std::string> phrase_in(std::string_view sentence, std::string_view phrase);

}  // namespace sonde

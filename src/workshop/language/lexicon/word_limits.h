#pragma once

#include <string_view>

namespace sonde {

// Words that no rule should put into a sentence, or take out of one.

// A verb of so many senses that no context but an idiom's fixes one: "take", "make".
bool is_light_verb(std::string_view verb);
// Synonyms that suit few of a verb's objects, or are hardly used.
bool is_odd_synonym(std::string_view word);
// "honor" and "honour", "photograph" and "photo".
bool is_spelling_of(std::string_view one, std::string_view other);

}  // namespace sonde

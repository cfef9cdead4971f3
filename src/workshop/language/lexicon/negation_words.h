#pragma once

#include <string>
#include <string_view>

namespace sonde {

// Words that the rules of negation distinguish.
enum class WordClass {
  kNegation,      // not, never, nobody, hardly
  kBe,            // forms that "not" follows
  kHave,          // the same, with a participle
  kDo,            // the same, with an infinitive
  kModal,         // can, will, ought
  kWouldOrHad,    // 'd
  kPreference,    // "had better not", "would rather not"
  kClauseAdverb,  // about the whole clause, before "not": "he probably does not know"
  kNearMiss,      // "not" with it means something else, or nothing sensible: "almost"
  kPronoun,       // a whole subject
  kPlural,        // subjects in the plural without an s
  kNoEnd,         // ends no subject: "the play of his disciplined muscles"
  kObjectStart,   // begins an object: "open the door"
  kFormula,       // begins no command: "thank you"
};

// `word` is in lower case. A typographic apostrophe counts as a plain one.
bool is_a(WordClass kind, std::string_view word);

// The word with each typographic apostrophe replaced by a plain one.
std::string with_plain_apostrophes(std::string_view word);

// Whether one of the words of a text is a negation.
bool has_negation(std::string_view text);

}  // namespace sonde

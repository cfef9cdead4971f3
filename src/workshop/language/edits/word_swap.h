#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// Ways to replace a word of a sentence.
enum class SwapKind {
  kSynonym,  // adjective, adverb or noun: that of listed_synonym(). Listed prepositions
  kAntonym,  // adjective, adverb, noun or listed preposition
  kNoun,     // animal, artifact, food or plant: another of its kind: "truck" for "car"
};

// Replaces one word of English sentences by WordNet, in the same form, and adapts "a" or "an"
// before it. In doubt it refuses: if the word has another sense than its most frequent one, or its
// other senses other antonyms, if the new word or its form is rare, or if Link Grammar does not
// parse the result like the sentence.
class WordSwapper {
 public:
  virtual ~WordSwapper() = default;
  // Eligible is a sentence with a word that could have been replaced. Its trace is "fast -> slow".
  // The same for the same sentence and seed, which chooses among suitable words. Not safe to share
  // between threads.
  virtual Outcome swap(SwapKind kind, const std::string& sentence, std::uint64_t seed) = 0;
};

// Errors: kOutside, Link Grammar's dictionary or WordNet's files are not installed.
std::unique_ptr<WordSwapper> english_word_swapper();

}  // namespace sonde

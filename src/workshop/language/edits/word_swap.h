#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// What a word of a sentence is replaced by.
enum class SwapKind {
  kSynonym,  // of an adjective, adverb or noun: that of listed_synonym()
  kAntonym,  // of an adjective, adverb or noun
  kNoun,     // of an animal, artifact, food or plant another of its kind: "truck" for "car"
};

// Replaces one word of English sentences by WordNet, in the same form, "a" or "an" before it as it
// needs. In doubt it refuses: where the word has another sense than its most frequent one, or its
// other senses other antonyms, where the new word or its form is rare, or where Link Grammar does
// not parse what comes as it parses the sentence.
class WordSwapper {
 public:
  virtual ~WordSwapper() = default;
  // Eligible is a sentence that has a word that could have been replaced; its trace is "fast ->
  // slow". The same for the same sentence and seed, which chooses among words that would do. Not
  // safe to share between threads.
  virtual Outcome swap(SwapKind kind, const std::string& sentence, std::uint64_t seed) = 0;
};

// Errors: kOutside, Link Grammar's dictionary or WordNet's files are not installed.
std::unique_ptr<WordSwapper> english_word_swapper();

}  // namespace sonde

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace sonde {

// What a word of a sentence is replaced by.
enum class SwapKind {
  kSynonym,  // of an adjective, adverb or noun that has one sense alone
  kAntonym,  // of an adjective, adverb or noun
  kNoun,     // of an animal, artifact, food or plant another of its kind: "truck" for "car"
};

// A sentence with another word; where there is none, `text` is empty and `reason` says why.
struct Swapped {
  std::string text, reason;
  std::string trace;      // "fast -> slow"
  bool eligible = false;  // whether the sentence has a word that could have been replaced
};

// Replaces one word of English sentences by WordNet, in the same form, "a" or "an" before it as it
// needs. In doubt it refuses: where the word's other senses have other antonyms, the word or its
// form is rare, or Link Grammar does not parse what comes as it parses the sentence.
class WordSwapper {
 public:
  virtual ~WordSwapper() = default;
  // The same for the same sentence and seed, which chooses among words that would do. Not safe to
  // share between threads.
  virtual Swapped swap(SwapKind kind, const std::string& sentence, std::uint64_t seed) = 0;
};

// Errors: kOutside, Link Grammar's dictionary or WordNet's files are not installed.
std::unique_ptr<WordSwapper> english_word_swapper();

}  // namespace sonde

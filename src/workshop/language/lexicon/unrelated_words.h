#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_counts.h"

namespace sonde {

// Words of the same part of speech that have nothing to do with a word.
class UnrelatedWords {
 public:
  // The others must outlive it.
  UnrelatedWords(const Lexicon& lexicon, const SenseCounts& counts);

  // Base forms about as frequent as the word (classes by powers of two of how often WordNet's
  // authors met it), in an order by the key: first those of the same class or the next, then
  // others. None is related to any of `others`, of which the word is one.
  std::vector<std::string> like(const std::string& word, WordKind kind,
                                std::span<const std::string> others, std::uint64_t key) const;

  // Whether WordNet doesn't relate two words: no sense in common, no antonyms, none over the other,
  // none under the same one, not of the same field if the words are verbs. They also don't begin
  // with the same letters.
  bool is_unrelated(const std::string& word, const std::string& other, WordKind kind) const;

  // Class of a word's frequency: 0, 1, 2 to 3, 4 to 7, ...
  std::size_t frequency_class(const std::string& word, WordKind kind) const;

 private:
  const Lexicon& lexicon_;
  const SenseCounts& counts_;
  std::vector<std::string> verbs_, adjectives_;
};

}  // namespace sonde

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workshop/language/lexicon/word_kind.h"

namespace sonde {

// How often nouns, verbs and adjectives were met in each of their senses, in the texts that
// WordNet's authors read (cntlist(5WN)).
class SenseCounts {
 public:
  // Reads cntlist.rev of a folder. Errors: kOutside if it is missing, kInput with file:line if it
  // is damaged.
  explicit SenseCounts(const std::filesystem::path& folder);

  // The count of the sense by its number from 0, in the order of Lexicon::senses_of().
  std::size_t of_verb(std::string_view verb, std::size_t sense) const {
    return of(verb, WordKind::kVerb, sense);
  }
  std::size_t of(std::string_view word, WordKind kind, std::size_t sense) const;
  std::size_t of_all_senses(std::string_view word, WordKind kind) const;

 private:
  using Counts = std::unordered_map<std::string, std::vector<std::size_t>>;

  Counts& counts_of(WordKind kind) { return counts_[static_cast<std::size_t>(kind)]; }
  const Counts& counts_of(WordKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

  std::array<Counts, 4> counts_;  // in the order of WordKind, none of adverbs
};

}  // namespace sonde

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

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

  const Counts& counts(WordKind kind) const {
    if (kind == WordKind::kNoun) return nouns_;
    return kind == WordKind::kVerb ? verbs_ : adjectives_;
  }

  Counts nouns_, verbs_, adjectives_;
};

}  // namespace sonde

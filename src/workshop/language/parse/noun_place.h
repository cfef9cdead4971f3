#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// Whether another thing of its kind could replace a noun in a sentence, or the sentence holds it
// there: an idiom, a compound, a comparison, a word that is used for it alone. Covers the nouns of
// nouns_with_sisters(), and words_with_sure_antonyms().
class NounPlaces {
 public:
  struct Exchange;

  // Reads data.* of a folder. The others must outlive it. Errors: kInput with file:line, a file is
  // missing or damaged.
  NounPlaces(const std::filesystem::path& folder, const Lexicon& lexicon,
             const SenseCounts& counts);

  // Whether it means a thing, animal, food or plant, and hardly ever something else: by the counts
  // of WordNet's authors.
  bool has_sure_sense(const std::string& noun) const;

  // Whether what it is linked to may go with this noun alone.
  bool is_held_by_parse(std::string_view sentence, const Linkage& linkage, std::size_t at) const;

  // Whether other words of the sentence go with this noun rather than with the other: they make a
  // phrase with it that WordNet has, it explains them by it, or it by them.
  bool is_held_by_words(const Linkage& linkage, std::size_t at, const std::string& noun,
                        const std::string& other) const;

  // The first two of these, for a word of any kind: "a loud bang", because a bang is a loud noise.
  bool is_in_phrase(const Linkage& linkage, std::size_t at, const std::string& word) const;

 private:
  using Words = std::unordered_set<std::string>;
  using Phrase = std::vector<std::string>;

  Words other_words(const Linkage& linkage, std::size_t at) const;
  bool has_phrase(const Words& words, const std::string& word) const;
  std::string known_noun(const std::string& word) const;  // empty: it is not one
  void learn(const WordNetSet& set, WordKind kind, std::string_view definition);
  void learn_phrase(const Phrase& parts, const std::set<std::string>& named);

  const Lexicon& lexicon_;
  const SenseCounts& counts_;
  std::unordered_map<std::string, std::string> base_of_;                // forms of the nouns
  std::unordered_map<std::string, std::vector<Phrase>> holding_;        // per noun
  std::unordered_map<std::string, std::vector<std::string>> defining_;  // words, by noun
};

// Sentences with a noun that their parse or their words hold. After the latter comes another noun.
RuleExamples held_by_parse_examples();
RuleExamples held_by_words_examples();

}  // namespace sonde

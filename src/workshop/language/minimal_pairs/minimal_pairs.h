#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/misspelling_list.h"
#include "text/gap_filler.h"
#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// A sentence with one word replaced.
struct EditedSentence {
  std::string word;      // that was put in
  std::string text;      // the sentence with it
  std::string origin{};  // origin of the word, in words
  bool sure = false;     // else a person should look at it
};

// The results for an original (heros, section 2.2): the replaced word, and its replacements, the
// best first.
struct MinimalPairs {
  Outcome original{};              // eligible: by the rule on the input (its reason if not used)
  std::string word{};              // taken from the sentence, or empty
  std::size_t begin = 0, end = 0;  // its bytes
  std::string about{};             // part of speech, and how its sense is known, for people
  std::vector<EditedSentence> synonyms{}, antonyms{}, randoms{}, typos{};
  Outcome negation_main{}, negation_antonym{};
};

struct MinimalPairOptions {
  std::uint64_t seed = 1;
  // Also words and sentences that only a person can be sure of, and several of each.
  bool unsure = false;
  GapFiller* filler = nullptr;                    // else random words come by their frequency
  const MisspellingList* misspellings = nullptr;  // else all by rules
};

// Makes minimal pairs of English sentences by rule.
class MinimalPairMaker {
 public:
  virtual ~MinimalPairMaker() = default;
  // Eligible is a statement or command of 9 to 24 words without cursing that is parsed, and whose
  // main verb, or the adjective that this joins to its subject, or the same of the clause within,
  // has a synonym and an antonym. The same for the same sentence and options. Not safe to share
  // between threads.
  virtual MinimalPairs make(const std::string& sentence) = 0;
};

// Objects that the options point to must outlive it. Errors: kOutside, Link Grammar's dictionary or
// WordNet's files are not installed.
std::unique_ptr<MinimalPairMaker> english_minimal_pairs(const MinimalPairOptions& options);

}  // namespace sonde

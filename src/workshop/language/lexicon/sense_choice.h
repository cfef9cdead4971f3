#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_counts.h"

namespace sonde {

// How the sense of a word in a sentence is known.
enum class SenseOrigin {
  kExample,   // WordNet quotes the sentence for it
  kOnly,      // the word has no other
  kOwnWords,  // WordNet's gloss shares words with the sentence, more than those of other senses
  kFrequent,  // it is nearly always meant
};
std::string_view name_of(SenseOrigin origin);

struct ChosenSense {
  std::size_t number = 0;  // from 0, in the order of Lexicon::senses_of()
  SenseOrigin origin = SenseOrigin::kOnly;
};

// Which sense of WordNet a verb or adjective has in a sentence.
class SenseChooser {
 public:
  // Reads data.verb and data.adj of a folder. The others must outlive it. Errors: kInput with
  // file:line, a file is missing or damaged.
  SenseChooser(const std::filesystem::path& folder, const Lexicon& lexicon,
               const SenseCounts& counts, const ExampleSenses& examples);

  // Nothing if none of these ways decides. Uses a sentence's own words (after Lesk, Automatic sense
  // disambiguation using machine readable dictionaries, 1986).
  std::optional<ChosenSense> choose(const std::string& base, WordKind kind,
                                    std::string_view sentence) const;

 private:
  std::optional<std::size_t> of_example(const std::string& base, WordKind kind,
                                        std::string_view sentence) const;
  std::optional<std::size_t> by_own_words(const std::string& base, WordKind kind,
                                          std::string_view sentence) const;
  // How many words the sentence shares with the gloss of each sense.
  std::vector<std::size_t> count_shared_words(const std::string& base, WordKind kind,
                                              std::string_view sentence) const;
  // The base forms of a text's content words, without those of `base`.
  std::set<std::string> content_stems(std::string_view text, const std::string& base,
                                      WordKind kind) const;
  bool is_mostly_first(const std::string& base, WordKind kind) const;
  std::string stem_of(std::string_view word) const;

  const Lexicon& lexicon_;
  const SenseCounts& counts_;
  const ExampleSenses& examples_;
  // Offset -> gloss.
  std::unordered_map<std::uint32_t, std::string> verb_glosses_, adjective_glosses_;
};

}  // namespace sonde

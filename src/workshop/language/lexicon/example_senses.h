#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// In which sense WordNet's example sentences have their word: the sets of synonyms whose glosses
// quote them.
class ExampleSenses {
 public:
  // Reads data.noun, data.verb, data.adj and data.adv of a folder. Errors: kInput with file:line,
  // one is missing or damaged.
  explicit ExampleSenses(const std::filesystem::path& folder);

  struct Sense {
    WordKind kind;
    std::uint32_t offset;            // in WordNet's file of the kind
    std::vector<std::string> words;  // underscores for spaces, the most frequent first
  };
  // Empty for a sentence that is not an example. It may be in several glosses.
  std::vector<Sense> senses(std::string_view sentence) const;

 private:
  std::vector<Sense> sets_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_sentence_;  // places in sets_
};

}  // namespace sonde

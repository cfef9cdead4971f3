#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// A row of data/language/en/prepositions.tsv.
struct ListedPreposition {
  std::vector<std::string_view> words;   // "next", "to"
  std::string_view synonym, opposite;    // empty: none
  std::vector<std::string_view> before;  // kinds of nouns, nouns, "pronoun", "number" or "nothing"
  std::string_view example;

  bool has(std::string_view what) const;
  // Whether it may precede a noun or pronoun.
  bool suits(const std::string& noun, const Lexicon& lexicon) const;
};

const std::vector<ListedPreposition>& listed_prepositions();

}  // namespace sonde

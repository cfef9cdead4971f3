#pragma once

#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// An adjective of data/language/en/concrete_adjectives.tsv, for a kind of noun.
struct ConcreteAdjective {
  std::string_view word;
  std::string_view synonym, opposite;  // empty: none
  std::vector<Category> said_of;
};

const std::vector<ConcreteAdjective>& concrete_adjectives();

// Null for an adjective that is not listed for nouns of the category.
const ConcreteAdjective* concrete_adjective(std::string_view word, Category noun);

}  // namespace sonde

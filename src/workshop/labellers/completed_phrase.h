// Captions and headlines: "A man riding a horse", "Four children on stools".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// A noun phrase made a clause: "A man should be riding a horse", "The young couple should be ...".
struct CompletedPhrase {
  std::string text;
  std::size_t article = 0;  // bytes added before the first word
  std::size_t verb = 0;     // place of the added verb
  bool doing = false;       // before a participle. Otherwise before a place
  bool done = false;        // the participle is a past one: "perched"
};

// The ways to complete `sentence`, the likeliest first. Empty if a verb is in the way.
std::vector<CompletedPhrase> completions_of(std::string_view sentence, const Lexicon& lexicon);

// Whether `linkage`, of the completed text, has the added verb in its main clause.
bool is_clause_of(const CompletedPhrase& phrase, const Linkage& linkage);

// `linkage` with the places of words in the sentence itself. The added words have none.
Linkage in_sentence(Linkage linkage, const CompletedPhrase& phrase);

}  // namespace sonde

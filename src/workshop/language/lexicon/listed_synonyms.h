#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// What stands behind a verb in a sentence.
enum class VerbFrame {
  kObject,            // "reject the plan"; also the passive, "the plan was rejected"
  kObjectInfinitive,  // "allow him to leave"
  kInfinitive,        // "try to leave"
  kClause,            // "think that he left"
  kAdjective,         // "seem ill"
  kAlone,             // none of these: "vanish into the wood"
};

// A synonym that reads well in the place of a verb wherever both have the same sense.
struct ListedSynonym {
  std::string word;
  std::string frames;  // letters of those in which it does; empty: in any, in the same sense

  // `same_sense`: both are known to have it in the sentence.
  bool suits(VerbFrame frame, bool same_sense) const;
};

// Of a list of ours, base forms; WordNet has each pair in a sense in common. Empty for most verbs.
const std::vector<ListedSynonym>& listed_synonyms(std::string_view verb);

// That of a noun, adjective or adverb, which suits it in all of its senses; empty: none.
std::string_view listed_synonym(std::string_view word, WordKind kind);

// Whether the antonym of a noun, adjective or adverb suits what the word is mostly said of. Of
// others it often doesn't ("a close contest", "a serious injury"), or doesn't go where they do
// ("due", "able").
bool has_sure_antonym(std::string_view word);
const std::vector<std::string_view>& words_with_sure_antonyms();  // in order

// All words of the lists of a kind, in order.
std::vector<std::string> words_with_listed_synonyms(WordKind kind);

}  // namespace sonde

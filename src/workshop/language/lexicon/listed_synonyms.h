#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// The frame that follows a verb in a sentence.
enum class VerbFrame {
  kObject,            // "reject the plan", also the passive, "the plan was rejected"
  kObjectInfinitive,  // "allow him to leave"
  kInfinitive,        // "try to leave"
  kClause,            // "think that he left"
  kAdjective,         // "seem ill"
  kAlone,             // none of these: "vanish into the wood"
};

// A synonym that reads well in the place of a verb wherever both have the same sense.
struct ListedSynonym {
  std::string word;
  std::string frames;  // letters of the frames it suits (empty: any, in the same sense)

  // `same_sense`: both are known to have it in the sentence.
  bool suits(VerbFrame frame, bool same_sense) const;
};

// From sonde's list, base forms. WordNet has each pair in a common sense. Empty for most verbs.
const std::vector<ListedSynonym>& listed_synonyms(std::string_view verb);

// The synonym of a noun, adjective or adverb, which suits it in all of its senses. Empty: none.
std::string_view listed_synonym(std::string_view word, WordKind kind);

// Whether the antonym of a noun, adjective or adverb fits the word's usual uses. For others it
// often doesn't ("a close contest", "a serious injury"), or doesn't fit their places ("due",
// "able").
bool has_sure_antonym(std::string_view word);
const std::vector<std::string_view>& words_with_sure_antonyms();  // in order

// All words of the lists of a kind, in order.
std::vector<std::string> words_with_listed_synonyms(WordKind kind);

}  // namespace sonde

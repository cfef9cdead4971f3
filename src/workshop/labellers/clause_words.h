#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "workshop/labellers/verb_group.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// The words of a clause up to its end, as input to the rules of chunks.
struct ClauseWords {
  // The others must outlive it.
  ClauseWords(const Linkage& in, const Lexicon& by);

  const std::string& text(std::size_t at) const { return linkage.words[at].text; }
  bool is_content(std::size_t at) const;
  bool is_in_group(std::size_t at) const {
    return std::ranges::find(group.words, at) != group.words.end();
  }
  bool moves() const;        // whether the main verb is one of motion
  std::string base() const;  // of the main verb

  const Linkage& linkage;
  const Lexicon& lexicon;
  VerbGroup group;
  std::size_t after_verbs = 0;  // after the main verb and those that share what follows with it
  std::size_t end = 0;          // after the last word of the clause
  bool ends_early = false;      // another verb or clause follows
};

// "and", "or", "but" or a comma
bool is_conjunction(const std::string& word);
// "Old" of "old man".
bool modifies_next(const ClauseWords& words, std::size_t at);

RuleExamples clause_end_examples();

}  // namespace sonde

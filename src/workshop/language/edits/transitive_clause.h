#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// The verb of a statement in the active voice that has a direct object, the input of a passive.
struct TransitiveVerb {
  Clause main;
  std::vector<std::size_t> chain;  // the finite verb first, the one with the object last
  std::size_t object = 0;          // the head of it

  std::size_t verb() const { return chain.back(); }
};
std::optional<TransitiveVerb> transitive_verb(const Reading& reading);

// A statement cut into what a passive or an exchange of subject and object needs:
//   the old man | is        | slowly | throwing | away     | the ball | to his dog
//   subject       auxiliary   adverbs  verb       particle   object     tail
struct TransitiveClause {
  WordRange subject;
  std::vector<std::size_t> auxiliaries;  // in order, the finite one first (may be empty)
  WordRange adverbs;                     // directly before the verb
  std::size_t verb = 0;
  std::string base;          // the verb's
  bool past = false;         // for a verb without an auxiliary
  std::size_t particle = 0;  // 0: none. Before the object, or after it and not part of the tail
  WordRange object, tail;
  bool plural_object = false;

  std::size_t finite() const { return auxiliaries.empty() ? verb : auxiliaries.front(); }
};

// The clause, or why it isn't cut for sure.
using CutClause = std::variant<TransitiveClause, std::string_view>;
CutClause cut_clause(const Reading& reading, const TransitiveVerb& verb, const VerbForms& forms,
                     const Lexicon& lexicon);

// A cut clause and its source, as input to rules of doubt.
struct Cut {
  const Reading& reading;
  const TransitiveVerb& verb;
  const TransitiveClause& clause;
  const Lexicon& lexicon;
};

template <class Holds>
bool any_word(const Cut& cut, WordRange words, const Holds& holds) {
  for (std::size_t at = words.first; at < words.end; ++at) {
    if (holds(cut.reading.word(at))) return true;
  }
  return false;
}

bool has_word_of(const Cut& cut, WordRange words, const WordSet& set);

using CategorySet = std::set<Category>;

// Counts the most frequent sense of `noun`.
bool is_noun_of(const Cut& cut, std::size_t noun, const CategorySet& categories);
bool is_person(const Cut& cut, std::size_t noun);
bool is_name_or_pronoun(const Cut& cut, std::size_t noun);
std::size_t last_of_object(const Cut& cut);
bool is_adverb(const Cut& cut, std::size_t at);
// Whether WordNet has it, in any form, as a word of this kind.
bool is_word(const Cut& cut, std::size_t at, WordKind kind);

}  // namespace sonde

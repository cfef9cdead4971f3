#pragma once

#include <cstddef>
#include <string_view>

#include "workshop/audit/sentence.h"

namespace sonde {

struct RuleSources;
struct Linkage;

enum class SentenceForm {
  kQuestion,    // begins as one
  kCommand,     // perhaps after "please"
  kClause,      // a statement with a finite verb
  kNounPhrase,  // a caption or title, with its determiner
  kOther,       // a fragment, several sentences, or a parse that is not sure
};

// Whether the sentence begins with a question word.
bool begins_as_question(const AuditSentence& sentence);

// The form by the best parse (null: none). In doubt it is kOther.
SentenceForm sentence_form(const AuditSentence& sentence, const Linkage* parse,
                           const RuleSources& sources);

// Whether a word that a parse has as the finite verb cannot be a noun or a participle: "three
// speeds", "several bikes parked outside".
bool is_sure_verb(const AuditSentence& sentence, std::size_t at, const RuleSources& sources);

// Whether a word may follow a verb at once: an article, a pronoun, a particle or a number.
bool may_follow_verb(std::string_view word);

// Whether a clause follows after a comma, or after "although" and the like.
bool has_spliced_part(const AuditSentence& sentence, const RuleSources& sources);

// Whether a further clause or command depends on the first: "but", ", so", "and I".
bool has_second_part(const AuditSentence& sentence, const RuleSources& sources);

}  // namespace sonde

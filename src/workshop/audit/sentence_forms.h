#pragma once

#include <cstddef>
#include <optional>
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

// The form, or nothing if only a parse can decide.
std::optional<SentenceForm> form_by_words(const AuditSentence& sentence,
                                          const RuleSources& sources);

// Whether a sentence surely has a subject and a finite verb. `form`: by its parse.
bool is_statement(const AuditSentence& sentence, SentenceForm form, const RuleSources& sources);

// A clause if the parse is sure of one, else kOther.
SentenceForm form_by_parse(const AuditSentence& sentence, const Linkage& parse,
                           const RuleSources& sources);

// The first word after "please".
std::size_t first_of_command(const AuditSentence& sentence);

// Whether a word that a parse has as the finite verb cannot be a noun or a participle: "three
// speeds", "several bikes parked outside".
bool is_sure_verb(const AuditSentence& sentence, std::size_t at, const RuleSources& sources);

// Whether a word may follow a verb at once: an article, a pronoun, a particle or a number.
bool may_follow_verb(std::string_view word);

// Whether a further clause or command begins after "and", a comma and the like.
bool has_second_part(const AuditSentence& sentence, const RuleSources& sources);

// "Open the lid and a dancer turns": a command that is a condition.
bool is_condition(const AuditSentence& sentence, const RuleSources& sources);

// "I got it and it's perfect": another clause with its own subject.
bool has_own_clause_after_and(const AuditSentence& sentence);

// "for the lid, the pot is not included": a clause after a comma.
bool has_spliced_clause(const AuditSentence& sentence);

// "seized a road, cutting the supply", "glides, its shadow below": a part that depends on the
// clause.
bool has_result(const AuditSentence& sentence);

}  // namespace sonde

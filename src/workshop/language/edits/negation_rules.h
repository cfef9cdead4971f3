#pragma once

#include <optional>

#include "formats/lexicons/verb_forms.h"
#include "sonde/negation.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// Negates a clause, which is of no use any more then.
Negation negate_by(EditedClause& clause, const VerbForms& forms);

// The rules for each kind of clause. False if none applies. The clause is then unusable.
bool negate_auxiliary(EditedClause& clause);
bool negate_question(EditedClause& clause);
bool negate_by_do(EditedClause& clause, const VerbForms& forms);
bool negate_command(EditedClause& clause, const VerbForms& forms);

// Whether "not" may follow a word, at its place in the clause.
bool is_auxiliary(const EditedClause& clause, std::size_t at);

// Whether a word is an adverb of a verb or of its predicate.
bool is_adverb(const EditedClause& clause, std::size_t at);

// The place of "not", or of a word with it, before a verb: before the adverbs that belong to it,
// after those about the whole clause. Nothing if an adverb or the end of the subject contradicts
// it.
std::optional<std::size_t> place_before(const EditedClause& clause, std::size_t verb);

// The examples of the tables.
RuleExamples command_examples();
RuleExamples dutch_negation_examples();

}  // namespace sonde

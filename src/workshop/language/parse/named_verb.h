#pragma once

#include <optional>

#include "formats/lexicons/verb_forms.h"
#include "sonde/negation.h"
#include "workshop/language/parse/clause.h"

namespace sonde {

// Whether a linkage has the verb that the options name, as often as they say.
bool has_named_verb(const Linkage& linkage, const VerbForms& forms, const NegationOptions& options);

// The clause of that verb. Nothing where it is not there, or has no clause of its own.
std::optional<Clause> clause_of_named_verb(const Linkage& linkage, const VerbForms& forms,
                                           const NegationOptions& options);

}  // namespace sonde

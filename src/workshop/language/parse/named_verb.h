#pragma once

#include <optional>

#include "formats/lexicons/verb_forms.h"
#include "sonde/negation.h"
#include "workshop/language/parse/clause.h"

namespace sonde {

// Whether a linkage has the verb named in the options, as often as they require.
bool has_named_verb(const Linkage& linkage, const VerbForms& forms, const NegationOptions& options);

// The clause of that verb. Nothing if it is not there, or has no separate clause.
std::optional<Clause> clause_of_named_verb(const Linkage& linkage, const VerbForms& forms,
                                           const NegationOptions& options);

}  // namespace sonde

#pragma once

#include <cstddef>

#include "workshop/audit/rules.h"

namespace sonde {

// Whether a fragment has the verb of a clause from a word on. `strict`: also a form that may be a
// noun or a participle.
bool has_verb(const AuditSentence& sentence, std::size_t first, bool strict,
              const RuleSources& sources);

// Whether one word may be the verb of a clause.
bool has_verb_at(const AuditSentence& sentence, std::size_t at, const RuleSources& sources);

}  // namespace sonde

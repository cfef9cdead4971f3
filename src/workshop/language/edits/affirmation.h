#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "sonde/negation.h"
#include "workshop/language/edits/edited_clause.h"

namespace sonde {

// A sentence without one of its negations. "She doesn't go" is "She does go" then: do-support is
// taken away when that is parsed.
struct Removal {
  enum class Kind { kSuffix, kNot, kNever };
  Kind kind;
  std::string text;
  std::size_t at = 0;  // start of the negated verb, or of the word that followed the negation
};
std::vector<Removal> removals(std::string_view sentence);

// Whether a sentence has what "not" goes with: "any", "yet", "but".
bool speaks_against_affirming(std::string_view sentence);

// Whether do, does or did is the auxiliary that the negation had, and no verb: "you do need to".
bool keeps_support(const Linkage& linkage, const Removal& removal);

// The sentence without its negation, if that is the clause's: negating the clause again, by the
// rules, gives the original sentence.
Negation affirm_by(EditedClause& clause, const Removal& removal, std::string_view sentence,
                   const VerbForms& forms);

}  // namespace sonde

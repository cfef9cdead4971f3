#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/reading.h"

namespace sonde {

// The verbs of a clause from the finite one on: "should have been chasing".
std::vector<std::size_t> verb_chain(const Reading& reading, std::size_t finite);

// The base form of the last of them: "found" is of "find", but "will found" of "found".
std::string base_of_chain(const Reading& reading, const std::vector<std::size_t>& chain,
                          const VerbForms& forms);

// The form that the last of them has. Nothing if the words leave it open. `singular`: the subject
// is in the third person singular.
std::optional<VerbForm> form_of_chain(const Reading& reading, const std::vector<std::size_t>& chain,
                                      const std::string& base, bool singular,
                                      const VerbForms& forms);

// The main clause if it is a statement.
std::optional<Clause> main_statement(const Reading& reading);

// Whether "and" or "or" joins several verbs to the subject, or to an auxiliary.
bool has_joined_verbs(const Reading& reading, const Clause& clause, std::size_t verb);

}  // namespace sonde

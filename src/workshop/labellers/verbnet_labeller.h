#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "outside/http/json_server.h"
#include "workshop/labellers/role_labeller.h"

namespace sonde {

// Uses a SemParse server (jgung/verbnet-parser), the source of the study's roles: GET
// URL/predict/semantics?utterance=SENTENCE. `server.url` is its base, such as
// http://127.0.0.1:8080. Errors of label(): those of JsonServer::ask(), kOutside for another form
// of answer.
std::unique_ptr<RoleLabeller> make_verbnet_labeller(JsonServerOptions server);

// The roles that an answer gives a sentence: of the predicate whose arguments cover most of it,
// VerbNet's many roles and PropBank's modifiers reduced to eight (docs/reference/scorers/roles.md).
// It takes the first of several fillers of a role. Errors: kOutside at `url`.
LabelledSentence read_verbnet_answer(std::string_view body, std::string_view sentence,
                                     const std::string& url);

}  // namespace sonde

#include "sonde/negation.h"

namespace sonde {

std::string_view reason(Refusal refusal) {
  switch (refusal) {
    case Refusal::kNegated:
      return "negated already";
    case Refusal::kAffirmative:
      return "not negated";
    case Refusal::kUnfit:
      return "too long to parse";
    case Refusal::kNotParsed:
      return "not parsed";
    case Refusal::kNoClause:
      return "no main clause";
    case Refusal::kNoVerb:
      return "no such verb";
    case Refusal::kNoRule:
      return "no rule";
    case Refusal::kDoubtful:
      return "doubtful parse";
  }
  return "";
}

}  // namespace sonde

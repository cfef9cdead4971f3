#include "workshop/language/edits/negation_rules.h"

#include <array>

namespace sonde {
namespace {

// Words that don't end a subject: "students who had come to town".
constexpr std::array kNoEnds{WordClass::kNoEnd, WordClass::kBe, WordClass::kHave,
                             WordClass::kModal};

// "I do.", which omits the verb itself.
bool negate_ellipsis(EditedClause& clause) {
  const std::size_t verb = clause.verb();
  const auto word = clause.word(verb), next = clause.word(verb + 1);
  const bool does = word == "do" || word == "does" || word == "did";
  if (!does || !(next.empty() || next == "." || next == "!" || next == ",")) return false;
  clause.contract() ? clause.append(verb, "n't") : clause.insert_after(verb, "not");
  return clause.note("ellipsis"), true;
}

bool applies(EditedClause& clause, const VerbForms& forms) {
  switch (clause.clause().mood) {
    case Mood::kCommand:
      return negate_command(clause, forms);
    case Mood::kQuestion:
      return negate_question(clause);
    case Mood::kInfinitive:
      clause.insert_before(clause.verb(), "not");
      return clause.note("infinitive"), true;
    case Mood::kStatement:
      if (negate_ellipsis(clause)) return true;
      return is_auxiliary(clause, clause.verb()) ? negate_auxiliary(clause)
                                                 : negate_by_do(clause, forms);
  }
  return false;
}

}  // namespace

Negation negate_by(EditedClause& clause, const VerbForms& forms) {
  if (!applies(clause, forms)) return Refusal::kNoRule;
  return clause.negated();
}

std::optional<std::size_t> place_before(const EditedClause& clause, std::size_t verb) {
  std::size_t first = adverbs_before(clause.linkage(), verb);
  for (const auto kind : kNoEnds) {
    if (clause.is(kind, first - 1)) return std::nullopt;
  }
  while (first < verb && clause.is(WordClass::kClauseAdverb, first)) ++first;
  for (std::size_t at = first; at < verb; ++at) {
    if (clause.is(WordClass::kNearMiss, at) || clause.is(WordClass::kClauseAdverb, at)) {
      return std::nullopt;
    }
  }
  return first;
}

}  // namespace sonde

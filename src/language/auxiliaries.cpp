// "not" after an auxiliary, be or a modal.
#include <cctype>

#include "language/negation_rules.h"

namespace sonde {
namespace {

bool is_adverb(const EditedClause& clause, std::size_t at) {
  return link_right(clause.linkage(), at, "|E|") || link_left(clause.linkage(), at, "|E|EB|");
}

// The last of the words from the auxiliary on that "not" follows.
std::size_t before_not(const EditedClause& clause) {
  std::size_t at = clause.verb();
  const bool infinitive = link_right(clause.linkage(), at, "|I|");
  if (infinitive && clause.is(WordClass::kPreference, at + 1)) return at + 1;
  while (clause.is(WordClass::kClauseAdverb, at + 1) && is_adverb(clause, at + 1)) ++at;
  return at;
}

// "The dog's" may be a possessive.
bool may_be_possessive(const EditedClause& clause) {
  const std::size_t verb = clause.verb();
  return clause.word(verb).ends_with("s") && clause.is(WordClass::kBe, verb) &&
         !clause.word(verb).starts_with("is") && !clause.word(verb).starts_with("was") &&
         !clause.is(WordClass::kPronoun, verb - 1);
}

// "'ll" and "'d" are written out before "not"; false where it is not clear for what they stand.
bool write_out(EditedClause& clause) {
  const std::size_t verb = clause.verb();
  if (clause.word(verb).ends_with("ll") && clause.word(verb) != "shall" &&
      clause.word(verb) != "will") {
    return clause.replace(verb, " will"), true;
  }
  if (!clause.is(WordClass::kWouldOrHad, verb)) return true;
  if (clause.is(WordClass::kPreference, verb + 1)) return true;  // "I'd better not"
  const bool would = link_right(clause.linkage(), verb, "|I|");
  const bool had = link_right(clause.linkage(), verb, "|PP|");
  if (would == had) return false;
  return clause.replace(verb, would ? " would" : " had"), true;
}

bool is_word(std::string_view word) {
  return !word.empty() && std::isalnum(static_cast<unsigned char>(word.front()));
}

}  // namespace

bool is_auxiliary(const EditedClause& clause, std::size_t at) {
  if (clause.is(WordClass::kBe, at) || clause.is(WordClass::kModal, at) ||
      clause.is(WordClass::kWouldOrHad, at)) {
    return true;
  }
  if (clause.is(WordClass::kHave, at)) return link_right(clause.linkage(), at, "|PP|");
  const ParsedLink* infinitive = link_right(clause.linkage(), at, "|I|");
  if (clause.is(WordClass::kDo, at)) return infinitive && infinitive->rest.starts_with("*d");
  return clause.word(at) == "need" && infinitive;
}

bool negate_auxiliary(EditedClause& clause) {
  if (may_be_possessive(clause)) return false;
  const std::size_t last = before_not(clause);
  const bool as_well = clause.word(last + 1) == "as" && clause.word(last + 2) == "well";
  if (as_well || clause.is(WordClass::kNearMiss, last + 1)) return false;
  if (clause.word(last) == "can") return clause.append(last, "not"), true;
  if (!write_out(clause)) return false;
  clause.insert_after(last, "not");
  return true;
}

// After the subject, where it is known to end: a pronoun, or what the predicate follows.
bool negate_question(EditedClause& clause) {
  if (!is_auxiliary(clause, clause.verb())) return false;
  const std::size_t subject = clause.clause().subject;
  const ParsedLink* predicate = link_right(clause.linkage(), clause.verb(), "|I|PP|P|");
  const bool ends = predicate && predicate->right == subject + 1;
  const bool pronoun = subject == clause.verb() + 1 && clause.is(WordClass::kPronoun, subject);
  if (!ends && !(pronoun && is_word(clause.word(subject + 1)))) return false;
  clause.insert_after(subject, "not");
  return true;
}

}  // namespace sonde

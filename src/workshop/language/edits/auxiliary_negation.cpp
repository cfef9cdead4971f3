// "not" after an auxiliary, be or a modal.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "text/unicode.h"
#include "workshop/language/edits/negation_rules.h"

namespace sonde {
namespace {

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

bool is_would_or_had(const EditedClause& clause) {
  return clause.is(WordClass::kWouldOrHad, clause.verb()) &&
         !clause.is(WordClass::kPreference, clause.verb() + 1);  // "I'd better not"
}

// Whether the meaning of "'d" is clear.
bool is_clear(const EditedClause& clause) {
  const bool would = link_right(clause.linkage(), clause.verb(), "|I|");
  const bool had = link_right(clause.linkage(), clause.verb(), "|PP|");
  return !is_would_or_had(clause) || would != had;
}

// "'ll" and "'d" are written out before "not".
void write_out(EditedClause& clause) {
  const std::size_t verb = clause.verb();
  if (clause.word(verb).ends_with("ll") && clause.word(verb) != "shall" &&
      clause.word(verb) != "will") {
    clause.replace(verb, " will");
  }
  if (!is_would_or_had(clause)) return;
  clause.replace(verb, link_right(clause.linkage(), verb, "|I|") ? " would" : " had");
}

// "would've" before "not" is "would not have".
void write_out_have(EditedClause& clause, std::size_t at) {
  if (clause.is(WordClass::kHave, at) && clause.word(at) != "have" && clause.word(at) != "has" &&
      clause.word(at) != "had") {
    clause.replace(at, " have");
  }
}

// Auxiliaries whose form with "n't" is not the word itself before it.
struct OwnForm {
  std::string_view word;
  std::size_t kept;         // letters of it
  std::string_view ending;  // empty: such a form is missing
};
constexpr std::array kOwnForms{OwnForm{"can", 3, "'t"},    OwnForm{"will", 1, "on't"},
                               OwnForm{"shall", 3, "n't"}, OwnForm{"may", 0, ""},
                               OwnForm{"might", 0, ""},    OwnForm{"ought", 0, ""},
                               OwnForm{"am", 0, ""}};

// Short forms by their ends, and what they are written out as before "n't".
struct WrittenOut {
  std::string_view end, plain, before_participle;
};
constexpr std::array kWrittenOut{
    WrittenOut{"s", " isn't", " hasn't"}, WrittenOut{"re", " aren't", " aren't"},
    WrittenOut{"ve", " haven't", " haven't"}, WrittenOut{"ll", " won't", " won't"},
    WrittenOut{"d", " wouldn't", " hadn't"}};

// "She's done it": has or is.
bool is_or_has(const EditedClause& clause) {
  const ParsedLink* predicate = link_right(clause.linkage(), clause.verb(), "|P|");
  return clause.word(clause.verb()).ends_with("s") && predicate && predicate->rest.starts_with('v');
}

// Puts "isn't" for "is" or "'s". False if that form doesn't exist.
bool contracts(EditedClause& clause) {
  const std::size_t verb = clause.verb();
  const std::string_view word = clause.word(verb);
  const auto own = std::ranges::find(kOwnForms, word, &OwnForm::word);
  if (own != kOwnForms.end()) {
    if (own->ending.empty()) return false;
    return clause.replace_end(verb, own->kept, std::string(own->ending)), true;
  }
  if (word.find("'") == word.npos && is_ascii(word)) return clause.append(verb, "n't"), true;
  const auto ends = [&](const WrittenOut& row) { return word.ends_with(row.end); };
  const auto row = std::ranges::find_if(kWrittenOut, ends);
  if (row == kWrittenOut.end() || is_or_has(clause)) return false;
  const bool participle = link_right(clause.linkage(), verb, "|PP|");
  return clause.replace(verb, std::string(participle ? row->before_participle : row->plain)), true;
}

bool is_word(std::string_view word) {
  return !word.empty() && std::isalnum(static_cast<unsigned char>(word.front()));
}

}  // namespace

bool is_adverb(const EditedClause& clause, std::size_t at) {
  return link_right(clause.linkage(), at, "|E|") || link_left(clause.linkage(), at, "|E|EB|");
}

bool is_auxiliary(const EditedClause& clause, std::size_t at) {
  if (clause.is(WordClass::kBe, at) || clause.is(WordClass::kModal, at) ||
      clause.is(WordClass::kWouldOrHad, at)) {
    return true;
  }
  if (clause.is(WordClass::kHave, at)) return link_right(clause.linkage(), at, "|PP|");
  const ParsedLink* infinitive = link_right(clause.linkage(), at, "|I|");
  if (clause.is(WordClass::kDo, at)) {
    return clause.word(at + 1) == "like" ||
           (infinitive && infinitive->rest.find('d') != std::string::npos);
  }
  return clause.word(at) == "need" && infinitive;
}

bool negate_auxiliary(EditedClause& clause) {
  if (may_be_possessive(clause)) return false;
  const std::size_t last = before_not(clause);
  const bool as_well = clause.word(last + 1) == "as" && clause.word(last + 2) == "well";
  if (as_well || clause.is(WordClass::kNearMiss, last + 1)) return false;
  if (!is_clear(clause)) return false;
  clause.note("auxiliary");
  write_out_have(clause, last + 1);
  if (clause.contract() && last == clause.verb() && contracts(clause)) return true;
  if (clause.word(last) == "can") return clause.append(last, "not"), true;
  write_out(clause);
  clause.insert_after(last, "not");
  return true;
}

// Negates after the subject, if its end is known: a pronoun, or before the predicate.
bool negate_question(EditedClause& clause) {
  // "Has he a car?" is like "Has he heard the news?"
  if (!is_auxiliary(clause, clause.verb()) && !clause.is(WordClass::kHave, clause.verb()))
    return false;
  const std::size_t subject = clause.clause().subject;
  const ParsedLink* predicate = link_right(clause.linkage(), clause.verb(), "|I|PP|P|");
  const bool ends = predicate && predicate->right == subject + 1;
  const bool pronoun = subject == clause.verb() + 1 && clause.is(WordClass::kPronoun, subject);
  if (!ends && !(pronoun && is_word(clause.word(subject + 1)))) return false;
  clause.note("question");
  if (clause.contract() && contracts(clause)) return true;
  clause.insert_after(subject, "not");
  return true;
}

}  // namespace sonde

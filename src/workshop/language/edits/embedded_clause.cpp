#include "workshop/language/edits/embedded_clause.h"

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/word_class.h"
#include "workshop/language/parse/moved_phrase.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// The first word of the clause. 0: none, or not in the expected place.
std::size_t clause_begin(const Reading& reading, std::size_t verb) {
  if (const ParsedLink* that = reading.right(verb, "|TH|")) return that->right + 1;
  if (reading.right(verb, "|C|")) return verb + 1;
  return 0;
}

bool is_linked_from_before(const Reading& reading, std::size_t verb, std::size_t begin) {
  for (const auto& link : reading.linkage().links) {
    if (link.left == 0 || link.left >= begin || link.right < begin) continue;
    if (link.right >= reading.end()) continue;
    const bool clause = link.type == "C" || link.type == "CV";
    const bool from_verb = link.left == verb || link.left + 1 == begin;
    if (!clause || !from_verb) return true;
  }
  return false;
}

bool has_finite_verb(const Reading& reading, std::size_t begin) {
  for (const auto& link : reading.linkage().links) {
    const bool subject = link.type == "S" || link.type == "SF" || link.type == "SX";
    if (subject && link.left >= begin) return true;
  }
  return false;
}

bool has_words_of_saying_time(const Reading& reading, std::size_t begin) {
  return reading.is_one_of(reading.end() - 1,
                           {"today", "yesterday", "monday", "tuesday", "wednesday", "thursday",
                            "friday", "saturday", "sunday", "though", "too", "either", "then",
                            "else", "instead", "anyway"}) ||
         reading.is_one_of(begin, {"if", "whether", "when", "where", "who", "what", "how", "why",
                                   "such", "which", "that", "because", "so", "as", "and"});
}

// "He said that it rained and that she left", "They say it rains but it does not".
bool has_another_clause(const Reading& reading, std::size_t begin) {
  for (std::size_t at = begin; at < reading.end(); ++at) {
    if (reading.word(at) == "but") return true;
    if (!reading.is_one_of(at, {"and", "or", "than", "as"})) continue;
    if (reading.word(at + 1) == "that") return true;
    for (const auto& link : reading.linkage().links) {
      if (link.type == "S" && link.left > at) return true;
    }
  }
  return false;
}

}  // namespace

Outcome embedded_clause(const Reading& reading, const VerbForms& forms) {
  const auto main = main_statement(reading);
  if (!main) return not_eligible("no statement");
  const auto chain = verb_chain(reading, main->verbs.front());
  const std::size_t verb = chain.back();
  const std::string base = base_of_chain(reading, chain, forms);
  const std::size_t begin = clause_begin(reading, verb);
  if (begin == 0 || !word_set("en", "clause_verbs").contains(base))
    return not_eligible("no embedded clause");
  if (has_joined_verbs(reading, *main, verb)) return refused("several verbs");
  if (has_negation(reading.sentence())) return refused("negated");
  if (reading.has_inner_marks({1, reading.end()})) return refused("marks within");
  if (is_linked_from_before(reading, verb, begin)) return refused("clause not cut for sure");
  if (!has_finite_verb(reading, begin)) return refused("no finite verb");
  if (has_words_of_saying_time(reading, begin)) return refused("end or beginning in doubt");
  if (has_another_clause(reading, begin)) return refused("several clauses");
  Outcome outcome{true};
  outcome.text = as_sentence(reading, reading.text(WordRange{begin, reading.end()}));
  outcome.trace = "clause of " + base;
  return outcome;
}

}  // namespace sonde

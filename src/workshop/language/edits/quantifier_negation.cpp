#include "workshop/language/edits/quantifier_negation.h"

#include <array>
#include <string_view>

#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/lexicon/word_class.h"
#include "workshop/language/parse/moved_phrase.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// How the rest of the sentence follows the noun.
enum class Rest { kReduced, kRelative, kNone };

bool is_participle(const Reading& reading, std::size_t at) {
  const auto subscript = reading.subscript(at);
  return subscript == "v-d" || subscript == "g" || subscript == "v";
}

// If is or was has a participle or a place, the noun takes the rest as it is.
Rest rest_of_be(const Reading& reading, std::size_t verb) {
  for (const auto& link : reading.linkage().links) {
    if (link.left != verb || link.right != verb + 1 || link.type != "P") continue;
    const bool verbal = link.rest.starts_with('g') || link.rest.starts_with('v') ||
                        (link.rest.starts_with('a') && is_participle(reading, link.right));
    const bool odd = reading.is_one_of(
        link.right, {"going", "supposed", "said", "born", "due", "having", "used"});
    if (verbal && !odd) return Rest::kReduced;
    const bool place =
        reading.is_one_of(link.right, {"on", "in", "at", "under", "behind", "near", "beside",
                                       "above", "below", "inside", "outside", "between"});
    if (link.rest.starts_with('p') && place && reading.right(link.right, "|J|")) {
      return Rest::kReduced;
    }
  }
  return Rest::kNone;
}

Rest rest_of(const Reading& reading, std::size_t verb) {
  if (reading.is_one_of(verb, {"is", "was"})) return rest_of_be(reading, verb);
  if (is_a(WordClass::kBe, reading.word(verb)) || reading.word(verb).starts_with('\'')) {
    return Rest::kNone;
  }
  return Rest::kRelative;
}

// "a lot of", "a man and", "a day when": not one whose absence denies the sentence.
bool is_plain_subject(const Reading& reading, std::size_t head, std::size_t verb) {
  if (reading.subscript(head).starts_with('j')) return false;
  for (std::size_t at = 2; at < verb; ++at) {
    if (reading.is_one_of(
            at, {"lot",   "few",      "number",  "couple", "bit",   "little", "while", "moment",
                 "and",   "or",       "who",     "that",   "which", "day",    "time",  "year",
                 "whose", "majority", "certain", "what",   "more",  "less",   "most",  "single"})) {
      return false;
    }
  }
  return true;
}

bool is_past(const Reading& reading, std::size_t verb) {
  return reading.subscript(verb).ends_with("-d") ||
         reading.is_one_of(verb, {"was", "had", "did", "could", "would", "might"});
}

bool has_second_clause(const Reading& reading, std::size_t verb) {
  for (std::size_t at = verb; at < reading.end(); ++at) {
    const bool joins = reading.is_one_of(at, {"and", "or", "but", "because", "although", "though",
                                              "while", "so", "if", "when", "until"});
    if (!joins) continue;
    for (const auto& link : reading.linkage().links) {
      if (link.type == "S" && link.left > at) return true;
    }
  }
  return false;
}

// "He kept the ball", not "a body kept trim".
bool has_plain_object(const Reading& reading, std::size_t verb) {
  const ParsedLink* object = reading.right(verb, "|O|");
  return object &&
         (reading.left(object->right, "|D|") ||
          reading.is_one_of(object->right, {"me", "you", "him", "her", "it", "us", "them"}));
}

// "A suitcase jammed with clothes", "a solvent for use on surfaces": without a capital and a mark
// at its end, and without an object, it may be a noun phrase.
bool may_be_phrase(const Reading& reading, std::size_t verb, const Lexicon& lexicon) {
  const bool marked = reading.begins_with_capital() || ends_as_sentence(reading.sentence());
  if (marked || verb_chain(reading, verb).size() > 1 || has_plain_object(reading, verb))
    return false;
  const std::string_view word = reading.word(verb);
  const bool participle = lexicon.base_of(word, WordKind::kVerb) != word && !word.ends_with('s');
  return participle || is_past(reading, verb) ||
         lexicon.has(lexicon.base_of(reading.word(verb), WordKind::kNoun), WordKind::kNoun);
}

// A statement whose subject begins with A or An at the sentence's begin.
struct NounStatement {
  const Reading& reading;
  const Clause& main;
  const Lexicon& lexicon;
  std::size_t verb, first;  // `first`: the verb, or the first of the adverbs before it
  Rest rest;
};

struct NoRefusal {
  std::string_view why;
  bool (*holds)(const NounStatement&);
};

constexpr std::array kNoRefusals{
    NoRefusal{"negated", [](const auto& one) { return has_negation(one.reading.sentence()); }},
    NoRefusal{"several verbs",
              [](const auto& one) { return has_joined_verbs(one.reading, one.main, one.verb); }},
    NoRefusal{"marks within",
              [](const auto& one) { return one.reading.has_inner_marks({1, one.reading.end()}); }},
    NoRefusal{
        "subject not covered",
        [](const auto& one) { return !is_plain_subject(one.reading, one.main.subject, one.verb); }},
    NoRefusal{"several clauses",
              [](const auto& one) { return has_second_clause(one.reading, one.verb); }},
    NoRefusal{"adverb before the verb",
              [](const auto& one) { return one.first != one.verb && one.rest == Rest::kReduced; }},
    NoRefusal{"may be a phrase", [](const auto& one) {
                return one.rest == Rest::kRelative &&
                       may_be_phrase(one.reading, one.verb, one.lexicon);
              }}};

Outcome denied_existence(const NounStatement& one) {
  const Reading& reading = one.reading;
  const std::string there = is_past(reading, one.verb) ? "there was no" : "there is no";
  const bool relative = one.rest == Rest::kRelative;
  const WordRange predicate{relative ? one.first : one.verb + 1, reading.end()};
  Outcome outcome{true};
  outcome.text = as_sentence(reading, joined({there, reading.text(WordRange{2, one.first}),
                                              relative ? "that" : "", reading.text(predicate)}));
  outcome.trace = there + (relative ? " ... that" : "");
  return outcome;
}

}  // namespace

Outcome there_is_no(const Reading& reading, const Lexicon& lexicon) {
  const auto main = main_statement(reading);
  if (!main) return not_eligible("no statement");
  const std::size_t verb = main->verbs.front();
  const ParsedLink* determiner = reading.left(main->subject, "|D|");
  const bool article = reading.is_one_of(1, {"a", "an"}) && determiner && determiner->left == 1;
  if (!article) return not_eligible("no A or An with the subject");
  const NounStatement one{reading,
                          *main,
                          lexicon,
                          verb,
                          adverbs_before(reading.linkage(), verb),
                          rest_of(reading, verb)};
  if (one.rest == Rest::kNone) return not_eligible("be with a noun or an adjective");
  for (const auto& refusal : kNoRefusals) {
    if (refusal.holds(one)) return refused(refusal.why);
  }
  return denied_existence(one);
}

}  // namespace sonde

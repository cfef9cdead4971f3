#include "workshop/language/edits/quantifier_negation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/parse/moved_phrase.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// The kinds of text after the noun.
enum class Rest {
  kReduced,   // "no girl cutting butter"
  kRelative,  // "no girl that sang"
  kNone,      // be with a noun or an adjective
};

// The finite verb of a statement.
struct FiniteVerb {
  const Reading& reading;
  std::size_t at;

  std::size_t next() const { return at + 1; }
};

bool is_participle(const Reading& reading, std::size_t at) {
  const auto subscript = reading.subscript(at);
  return subscript == "v-d" || subscript == "g" || subscript == "v";
}

// Whether the word after be is what it says of the subject, of a kind for which `holds`.
template <class Holds>
bool is_predicate_next(const FiniteVerb& verb, const Holds& holds) {
  return std::ranges::any_of(verb.reading.linkage().links, [&](const ParsedLink& link) {
    return link.left == verb.at && link.right == verb.next() && link.type == "P" &&
           holds(link.rest);
  });
}

bool is_only_is_or_was(const FiniteVerb& verb) {
  return verb.reading.is_one_of(verb.at, {"is", "was"});
}
bool has_participle_next(const FiniteVerb& verb) {
  const bool odd = is_listed("predicates_of_another_kind", verb.reading.word(verb.next()));
  return is_only_is_or_was(verb) && !odd && is_predicate_next(verb, [&](std::string_view rest) {
           return rest.starts_with('g') || rest.starts_with('v') ||
                  (rest.starts_with('a') && is_participle(verb.reading, verb.next()));
         });
}
bool has_place_next(const FiniteVerb& verb) {
  const bool place = is_listed("place_prepositions", verb.reading.word(verb.next()));
  return is_only_is_or_was(verb) && place && verb.reading.right(verb.next(), "|J|") &&
         is_predicate_next(verb, [](std::string_view rest) { return rest.starts_with('p'); });
}
bool is_form_of_be(const FiniteVerb& verb) {
  return is_a(WordClass::kBe, verb.reading.word(verb.at)) ||
         verb.reading.word(verb.at).starts_with('\'');
}
bool is_other_verb(const FiniteVerb&) { return true; }

using RestRule = Rule<FiniteVerb, Rest>;
constexpr std::array kRests{
    RestRule{"is with a participle", has_participle_next, Rest::kReduced,
             "A girl is cutting butter."},
    RestRule{"is with a place", has_place_next, Rest::kReduced, "A girl is on the roof."},
    RestRule{"be with something else", is_form_of_be, Rest::kNone, "A girl is happy."},
    RestRule{"verb with that", is_other_verb, Rest::kRelative, "A girl sang."},
};

// "a lot of", "a man and", "a day when": not one whose absence denies the sentence.
bool is_plain_subject(const Reading& reading, std::size_t head, std::size_t verb) {
  if (reading.subscript(head).starts_with('j')) return false;
  for (std::size_t at = 2; at < verb; ++at) {
    if (is_listed("subject_words_without_denial", reading.word(at))) return false;
  }
  return true;
}

bool is_past(const Reading& reading, std::size_t verb) {
  return reading.subscript(verb).ends_with("-d") ||
         is_listed("past_auxiliaries", reading.word(verb));
}

bool has_second_clause(const Reading& reading, std::size_t verb) {
  for (std::size_t at = verb; at < reading.end(); ++at) {
    if (!is_listed("clause_conjunctions", reading.word(at))) continue;
    for (const auto& link : reading.linkage().links) {
      if (link.type == "S" && link.left > at) return true;
    }
  }
  return false;
}

// "He kept the ball", not "a body kept trim".
bool has_plain_object(const Reading& reading, std::size_t verb) {
  const ParsedLink* object = reading.right(verb, "|O|");
  return object && (reading.left(object->right, "|D|") ||
                    is_listed("object_pronouns", reading.word(object->right)));
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
         lexicon.has_form(reading.word(verb), WordKind::kNoun);
}

// A statement whose subject begins with A or An at the sentence's begin.
struct NounStatement {
  const Reading& reading;
  const Clause& main;
  const Lexicon& lexicon;
  std::size_t verb, first;  // `first`: the verb, or the first of the adverbs before it
  Rest rest;
};

bool has_negated_words(const NounStatement& one) { return has_negation(one.reading.sentence()); }
bool has_several_verbs(const NounStatement& one) {
  return has_joined_verbs(one.reading, one.main, one.verb);
}
bool has_marks(const NounStatement& one) {
  return one.reading.has_inner_marks({1, one.reading.end()});
}
bool has_other_subject(const NounStatement& one) {
  return !is_plain_subject(one.reading, one.main.subject, one.verb);
}
bool has_several_clauses(const NounStatement& one) {
  return has_second_clause(one.reading, one.verb);
}
bool has_adverb_before_be(const NounStatement& one) {
  return one.first != one.verb && one.rest == Rest::kReduced;
}
bool is_doubtful_clause(const NounStatement& one) {
  return one.rest == Rest::kRelative && may_be_phrase(one.reading, one.verb, one.lexicon);
}

using ExistenceRule = Rule<NounStatement, std::string_view>;
constexpr std::array kUndeniable{
    ExistenceRule{"existence: negated", has_negated_words, "negated", "A girl never sang."},
    ExistenceRule{"existence: several verbs", has_several_verbs, "several verbs",
                  "A girl sang and danced."},
    ExistenceRule{"existence: marks", has_marks, "marks within", "A girl, a dancer, sang."},
    ExistenceRule{"existence: other subject", has_other_subject, "subject not covered",
                  "A girl who sang left."},
    ExistenceRule{"existence: several clauses", has_several_clauses, "several clauses",
                  "A girl sang because she was happy."},
    ExistenceRule{"existence: adverb before be", has_adverb_before_be, "adverb before the verb",
                  "A girl now is cutting butter."},
    ExistenceRule{"existence: may be a phrase", is_doubtful_clause, "may be a phrase",
                  "a suitcase jammed with clothes"},
};

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
                          first_rule(kRests, FiniteVerb{reading, verb})->result};
  if (one.rest == Rest::kNone) return not_eligible("be with a noun or an adjective");
  const auto* rule = first_rule(kUndeniable, one);
  return rule ? refused(rule->result) : denied_existence(one);
}

RuleExamples quantifier_negation_examples() { return examples_of(kRests, kUndeniable); }

}  // namespace sonde

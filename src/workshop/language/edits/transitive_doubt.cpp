#include "workshop/language/edits/transitive_doubt.h"

#include <algorithm>
#include <array>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/negation_words.h"

namespace sonde {
namespace {

bool is_negated(const Cut& cut) { return has_negation(cut.reading.sentence()); }

// Verbs whose object is a measure, a complement or the subject itself, or that have no passive.
bool has_no_passive(const Cut& cut) { return is_listed("verbs_without_passive", cut.clause.base); }

// "The room holds three hundred guests", "make trouble": only of what a person does to a thing.
bool has_passive_of_acts_alone(const Cut& cut) {
  static const CategorySet kThings{Category::kNounArtifact,      Category::kNounFood,
                                   Category::kNounCommunication, Category::kNounSubstance,
                                   Category::kNounAnimal,        Category::kNounPlant,
                                   Category::kNounLocation,      Category::kNounObject};
  return is_listed("verbs_with_passive_of_acts", cut.clause.base) &&
         (!is_person(cut, cut.verb.main.subject) || !is_noun_of(cut, cut.verb.object, kThings));
}

// "Only", "probably", "gladly": about the clause or its subject.
bool has_adverb_of_subject(const Cut& cut) {
  return any_word(cut, cut.clause.adverbs, [](std::string_view word) {
    return is_listed("adverbs_of_subject", word) || is_a(WordClass::kNearMiss, word) ||
           is_a(WordClass::kClauseAdverb, word);
  });
}

bool has_inner_marks(const Cut& cut) {
  const WordRange all{1, cut.reading.end()};
  return cut.reading.has_inner_marks(all) || cut.reading.text(all).find("..") != std::string::npos;
}

// A link from before the object may be a preposition, an adverb, a particle, or "to" with an
// infinitive that is about the object.
bool is_kept_link(const Cut& cut, const ParsedLink& link) {
  if (link.type == "IV" || link.type == "K") return true;
  if (link.type == "TO") {
    static const CategorySet kDoers{Category::kNounGroup, Category::kNounArtifact};
    const bool doer = is_person(cut, cut.verb.object) || is_noun_of(cut, cut.verb.object, kDoers) ||
                      cut.reading.is_one_of(cut.verb.object, {"me", "him", "her", "us", "them"});
    return link.rest.starts_with('o') && doer && cut.clause.base != "cause";
  }
  const bool infinitive = link.rest.starts_with('i') || cut.reading.right(link.right, "|I|");
  return link.type == "MV" && !infinitive;
}

// "Whooshed the doors open".
bool has_adjective_of_object(const Cut& cut) {
  const std::size_t tail = cut.clause.tail.first;
  return !cut.clause.tail.empty() && cut.reading.subscript(tail).starts_with('a') &&
         !is_adverb(cut, tail);
}
bool has_by_or_verb(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  for (std::size_t at = clause.tail.first; at < clause.tail.end; ++at) {
    if (reading.word(at) == "by") return true;
    if (reading.is_verb(at) && !reading.left(at, "|I|A|")) return true;
  }
  return false;
}
bool has_complement(const Cut& cut) {
  const auto& clause = cut.clause;
  return std::ranges::any_of(cut.reading.linkage().links, [&](const ParsedLink& link) {
    const bool from_verb = link.left != 0 && link.left < clause.object.first;
    const bool from_object = clause.object.has(link.left) && link.type != "M" && link.type != "MX";
    return clause.tail.has(link.right) && (from_object || (from_verb && !is_kept_link(cut, link)));
  });
}

// "In the evening", "at the meeting".
bool is_phrase_of_time(const Cut& cut, std::size_t preposition) {
  const ParsedLink* noun = cut.reading.right(preposition, "|J|IN|ON|");
  return noun && (noun->type != "J" ||
                  is_noun_of(cut, noun->right,
                             {Category::kNounTime, Category::kNounEvent, Category::kNounAct}));
}

// "We updated the kitchen in the old house": a phrase of place may be part of the object. Not if
// the verb puts something there, or if it describes what happens there.
bool has_phrase_of_place(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t first = clause.tail.first;
  if (clause.tail.empty() || !is_listed("prepositions_of_place", reading.word(first)) ||
      clause.particle + 1 == first || is_name_or_pronoun(cut, verb.object) ||
      is_phrase_of_time(cut, first)) {
    return false;
  }
  const auto of_verb = lexicon.category(clause.base, WordKind::kVerb);
  const bool puts = of_verb == Category::kVerbContact || of_verb == Category::kVerbMotion;
  const ParsedLink* be = reading.left(clause.verb, "|P|");
  return !puts && !(be && be->rest.starts_with('g'));
}

// "The key to the exam".
bool completes_object(const Cut& cut) {
  return !cut.clause.tail.empty() && cut.reading.word(cut.clause.tail.first) == "to" &&
         is_listed("nouns_with_phrase", cut.reading.word(cut.verb.object));
}
// "Three cookies at a time".
bool is_at_a_time(const Cut& cut) {
  const std::size_t first = cut.clause.tail.first;
  return !cut.clause.tail.empty() && cut.reading.word(first) == "at" &&
         cut.reading.word(first + 2) == "time";
}
// "He presupposes respect for the law": whose phrase it is, is clear only of things and places.
bool has_phrase_of_object(const Cut& cut) {
  static const CategorySet kThings{Category::kNounArtifact, Category::kNounBody,
                                   Category::kNounFood,     Category::kNounObject,
                                   Category::kNounPlant,    Category::kNounSubstance};
  const auto& clause = cut.clause;
  if (clause.tail.empty()) return false;
  const bool clear = is_listed("prepositions_of_object", cut.reading.word(clause.tail.first)) &&
                     is_noun_of(cut, cut.verb.object, kThings);
  return !clear && std::ranges::any_of(cut.reading.linkage().links, [&](const ParsedLink& link) {
    return clause.object.has(link.left) && clause.tail.has(link.right);
  });
}

// Words whose meaning depends on the words before them in the sentence.
const WordSet& quantifiers() {
  static const WordSet& kQuantifiers = word_set("en", "quantifiers");
  return kQuantifiers;
}

// Words that mean the same at any place, if the other phrase is definite: "Several men lifted the
// piano".
bool has_plain_quantifier(const Cut& cut, WordRange words, WordRange other) {
  const bool plain = !any_word(cut, words, [](std::string_view word) {
    return quantifiers().contains(word) && !is_listed("plain_quantifiers", word);
  });
  return plain && !has_word_of(cut, other, quantifiers()) &&
         is_listed("definite_words", cut.reading.word(other.first));
}

bool has_each(const Cut& cut) { return has_word_of(cut, {1, cut.reading.end()}, {"each"}); }
bool has_quantified_subject(const Cut& cut) {
  return has_word_of(cut, cut.clause.subject, quantifiers()) &&
         !has_plain_quantifier(cut, cut.clause.subject, cut.clause.object);
}
bool has_quantified_object(const Cut& cut) {
  return has_word_of(cut, cut.clause.object, quantifiers()) &&
         !has_plain_quantifier(cut, cut.clause.object, cut.clause.subject);
}

// Pronouns that may point to the phrase that would come after them.
bool has_pointing_pronoun(const Cut& cut) {
  const auto points = [&](WordRange words, bool whole) {
    return any_word(cut, words, [&](std::string_view word) {
      const bool alone = whole && words.end - words.first == 1;
      return word.ends_with("self") || word.ends_with("selves") ||
             is_listed("pronouns_that_point_back", word) || (word == "her" && !alone);
    });
  };
  static const WordSet& kPersons = word_set("en", "object_pronouns");
  return points(cut.clause.subject, true) || points(cut.clause.object, true) ||
         points(cut.clause.tail, false) || has_word_of(cut, cut.clause.tail, kPersons);
}

// "It", "this", "what": for a thing, or for nothing.
bool is_pronoun_of_thing(const Cut& cut) {
  const auto is = [&](WordRange words) {
    return words.end - words.first == 1 &&
           is_listed("pronouns_of_things", cut.reading.word(words.first));
  };
  return is(cut.clause.subject) || is(cut.clause.object);
}

// "Take place", "make sense".
bool is_idiom_of_bare_noun(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  const bool bare = clause.object.end - clause.object.first == 1 &&
                    !reading.left(verb.object, "|D|") &&
                    !reading.is_one_of(verb.object, {"me", "him", "her", "us", "them", "you"});
  return bare && is_listed("verbs_of_idioms", clause.base);
}
// "Take a nosedive".
bool is_idiom_of_deed(const Cut& cut) {
  static const CategorySet kDeeds{Category::kNounAct, Category::kNounEvent};
  return cut.clause.base == "take" && is_noun_of(cut, cut.verb.object, kDeeds);
}
bool is_determined(const Cut& cut) {
  return cut.reading.left(cut.clause.object.first, "|AN|A|D|") ||
         has_word_of(cut, cut.clause.object,
                     {"the", "a", "an", "his", "her", "my", "our", "your", "this", "that"});
}
// "Fought tooth and nail".
bool is_idiom_of_pair(const Cut& cut) {
  const auto names_several = [&](std::string_view word) {
    return word.ends_with('s') ||
           cut.lexicon.category(word, WordKind::kNoun) == Category::kNounPerson;
  };
  return cut.reading.subscript(cut.verb.object).starts_with('j') && !is_determined(cut) &&
         !any_word(cut, cut.clause.object, names_several);
}

bool has_verb_within(const Cut& cut, WordRange words) {
  for (std::size_t at = words.first; at < words.end; ++at) {
    const bool bound = cut.reading.left(at, "|RS|A|") || cut.reading.right(at, "|A|");
    if (cut.reading.is_verb(at) && !bound) return true;
  }
  return false;
}
bool has_clause_in_subject(const Cut& cut) { return has_verb_within(cut, cut.clause.subject); }
bool has_clause_in_object(const Cut& cut) { return has_verb_within(cut, cut.clause.object); }
bool has_relative_clause(const Cut& cut) {
  return !cut.clause.tail.empty() && any_word(cut, cut.clause.object, [](std::string_view word) {
    return word == "that" || word == "who" || word == "which" || word == "whom";
  });
}

// "The car tore down the street": along it, nothing is torn down.
bool is_way(const Cut& cut) {
  const std::size_t particle = cut.clause.particle;
  if (particle == 0 || particle > cut.clause.object.first ||
      !is_listed("prepositions_of_ways", cut.reading.word(particle))) {
    return false;
  }
  return is_listed("nouns_of_ways",
                   cut.lexicon.base_of(cut.reading.word(cut.verb.object), WordKind::kNoun)) ||
         cut.lexicon.category(cut.clause.base, WordKind::kVerb) == Category::kVerbMotion;
}

bool is_name_alone(const Cut& cut) {
  return is_name_or_pronoun(cut, cut.verb.object) && cut.verb.object == last_of_object(cut);
}
// "Pulled the ropes amain", "hit the truck broadside", "points North": the last word is an adverb
// that the parser took for a noun.
bool ends_in_adverb(const Cut& cut) {
  const std::size_t last = last_of_object(cut);
  const bool alone = cut.clause.object.end - cut.clause.object.first == 1;
  return !is_name_alone(cut) && is_adverb(cut, last) &&
         (alone || is_word(cut, last - 1, WordKind::kNoun));
}
bool ends_in_no_noun(const Cut& cut) {
  const std::size_t last = last_of_object(cut);
  const std::string text = cut.reading.text(last);
  const bool name = uncapitalised(text) != text;
  return !is_name_alone(cut) && !name && !is_word(cut, last, WordKind::kNoun) &&
         !cut.reading.is_verb(last);
}
// "He dealt the cards face down."
bool has_plural_before_head(const Cut& cut) {
  const std::size_t before = cut.verb.object - 1;
  return !is_name_alone(cut) && cut.clause.object.has(before) &&
         is_word(cut, before, WordKind::kNoun) && !is_word(cut, before, WordKind::kAdjective) &&
         cut.lexicon.base_of(cut.reading.word(before), WordKind::kNoun) != cut.reading.word(before);
}

// "He knocked the glass clear across the room", "plump out that child".
bool has_odd_object(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t next = verb.object + 1;
  const ParsedLink* behind = reading.right(verb.object, "|M|");
  const bool phrase = behind && behind->right == next && behind->rest.starts_with('p') &&
                      reading.right(next, "|J|");  // not "the question herein"
  const bool joined = reading.subscript(verb.object).starts_with('j');
  return is_listed("particles", reading.word(clause.object.first)) ||
         (clause.object.has(next) && !phrase && !joined && !reading.right(verb.object, "|R|B|"));
}

bool is_time(const Cut& cut) {
  const auto subscript = cut.reading.subscript(cut.verb.object);
  if (subscript == "f" || subscript == "m" || subscript == "b") return false;  // Anna, a coin
  return is_noun_of(cut, cut.verb.object, {Category::kNounTime, Category::kNounQuantity});
}

// "The soldiers near him": mostly no verb.
bool is_rarely_verb(const Cut& cut) { return is_listed("rarely_verbs", cut.clause.base); }

// "The long sought relatives", "old rootbound scented flowers": no clause, for all that the parser
// finds one.
bool may_be_phrase(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::string_view subject = reading.word(verb.main.subject);
  if (!reading.subscript(verb.main.subject).starts_with('j') &&
      lexicon.has(subject, WordKind::kAdjective) && !lexicon.is_common(subject, WordKind::kNoun) &&
      !is_person(cut, verb.main.subject)) {
    return true;
  }
  const bool marked = reading.begins_with_capital() || !reading.behind().empty();
  const bool bare = !reading.left(verb.object, "|D|") && !is_name_or_pronoun(cut, verb.object);
  return !marked && bare && clause.auxiliaries.empty() &&
         lexicon.has(reading.word(clause.verb), WordKind::kAdjective);
}

using DoubtOfCutRule = Rule<Cut, std::string_view>;
constexpr std::string_view kNoPassive = "verb without a passive",
                           kNotCovered = "complement not covered",
                           kOfObject = "phrase may belong to the object",
                           kQuantifier = "quantifier", kIdiom = "idiom",
                           kClauseWithin = "clause in subject or object",
                           kAdverbForNoun = "adverb may be taken for a noun";
constexpr std::array kDoubts{
    DoubtOfCutRule{"negated", is_negated, "negated", "The cat never chased the mice."},
    DoubtOfCutRule{"no passive", has_no_passive, kNoPassive, "The book cost ten pounds."},
    DoubtOfCutRule{"passive of acts alone", has_passive_of_acts_alone, kNoPassive,
                   "The room holds three hundred guests."},
    DoubtOfCutRule{"way", is_way, "particle may be a preposition", "The car tore down the street."},
    DoubtOfCutRule{"may be a phrase", may_be_phrase, "may be a phrase",
                   "old rootbound scented flowers"},
    DoubtOfCutRule{"adverb of the subject", has_adverb_of_subject, "adverb of the clause",
                   "The man deliberately broke the window."},
    DoubtOfCutRule{"odd object", has_odd_object, "form not covered",
                   "He knocked the glass clear across the room."},
    DoubtOfCutRule{"time or amount", is_time, "object is a time or an amount",
                   "The man planned the week."},
    DoubtOfCutRule{"rarely a verb", is_rarely_verb, "hardly a verb", "The soldiers near him."},
    DoubtOfCutRule{"inner marks", has_inner_marks, "marks within",
                   "The man, a clerk, broke the window."},
    DoubtOfCutRule{"adjective of the object", has_adjective_of_object, kNotCovered,
                   "The man painted the doors green."},
    DoubtOfCutRule{"by or a verb after the object", has_by_or_verb, kNotCovered,
                   "The man caught the boy by the arm."},
    DoubtOfCutRule{"complement", has_complement, kNotCovered,
                   "The man hit the ball to win the game."},
    DoubtOfCutRule{"completes the object", completes_object, kOfObject,
                   "The boy found the key to the exam."},
    DoubtOfCutRule{"at a time", is_at_a_time, kOfObject, "The boy ate three cookies at a time."},
    DoubtOfCutRule{"phrase of the object", has_phrase_of_object, kOfObject,
                   "The man showed respect for the law."},
    DoubtOfCutRule{"phrase of a place", has_phrase_of_place, kOfObject,
                   "We updated the kitchen in the old house."},
    DoubtOfCutRule{"each", has_each, kQuantifier, "Each boy ate the cake."},
    DoubtOfCutRule{"quantified subject", has_quantified_subject, kQuantifier,
                   "Few boys ate the cake."},
    DoubtOfCutRule{"quantified object", has_quantified_object, kQuantifier,
                   "The boys ate few cakes."},
    DoubtOfCutRule{"pointing pronoun", has_pointing_pronoun, "pronoun may point to the other",
                   "The man broke his arm."},
    DoubtOfCutRule{"pronoun of a thing", is_pronoun_of_thing, "pronoun of a thing",
                   "This broke the window."},
    DoubtOfCutRule{"idiom of a bare noun", is_idiom_of_bare_noun, kIdiom,
                   "The meeting took place."},
    DoubtOfCutRule{"idiom of a deed", is_idiom_of_deed, kIdiom, "The man took a walk."},
    DoubtOfCutRule{"idiom of a pair", is_idiom_of_pair, kIdiom, "The army fought tooth and nail."},
    DoubtOfCutRule{"clause in the subject", has_clause_in_subject, kClauseWithin,
                   "The man in the house that Jack built broke the window."},
    DoubtOfCutRule{"clause in the object", has_clause_in_object, kClauseWithin,
                   "The man broke the window that the boy cleaned."},
    DoubtOfCutRule{"relative clause", has_relative_clause, kClauseWithin,
                   "The man sold that house yesterday."},
    DoubtOfCutRule{"ends in an adverb", ends_in_adverb, kAdverbForNoun,
                   "The sailors pulled the ropes amain."},
    DoubtOfCutRule{"ends in no noun", ends_in_no_noun, kAdverbForNoun,
                   "The man hit the xylograph."},
    DoubtOfCutRule{"plural before the head", has_plural_before_head, kAdverbForNoun,
                   "The man read the sports page."},
};

}  // namespace

std::string_view doubt_of_clause(const Reading& reading, const TransitiveVerb& verb,
                                 const TransitiveClause& clause, const Lexicon& lexicon) {
  return result_of(kDoubts, Cut{reading, verb, clause, lexicon}, std::string_view());
}

RuleExamples transitive_doubt_examples() { return examples_of(kDoubts); }

}  // namespace sonde

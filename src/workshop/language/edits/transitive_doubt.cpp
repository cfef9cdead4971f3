#include "workshop/language/edits/transitive_doubt.h"

#include <algorithm>
#include <array>
#include <set>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/word_class.h"

namespace sonde {
namespace {

struct Cut {
  const Reading& reading;
  const TransitiveVerb& verb;
  const TransitiveClause& clause;
  const Lexicon& lexicon;
};

template <class Holds>
bool any_word(const Cut& cut, WordRange words, const Holds& holds) {
  for (std::size_t at = words.first; at < words.end; ++at) {
    if (holds(cut.reading.word(at))) return true;
  }
  return false;
}

bool has_word_of(const Cut& cut, WordRange words, const WordSet& set) {
  return any_word(cut, words, [&](std::string_view word) { return set.contains(word); });
}

bool is_negated(const Cut& cut) { return has_negation(cut.reading.sentence()); }

using CategorySet = std::set<Category>;

// By its most frequent sense.
bool is_noun_of(const Cut& cut, std::size_t noun, const CategorySet& categories) {
  const auto category = cut.lexicon.category(cut.reading.word(noun), WordKind::kNoun);
  return category && categories.contains(*category);
}

bool is_person(const Cut& cut, std::size_t noun) {
  static const WordSet& kPronouns = word_set("en", "pronouns_of_persons");
  const auto subscript = cut.reading.subscript(noun);
  return kPronouns.contains(cut.reading.word(noun)) || subscript == "m" || subscript == "f" ||
         subscript == "b" || is_noun_of(cut, noun, {Category::kNounPerson, Category::kNounAnimal});
}

// Verbs whose object is a measure, a complement or the subject itself, or that have no passive.
bool has_no_passive(const Cut& cut) {
  static const WordSet& kVerbs = word_set("en", "verbs_without_passive");
  return kVerbs.contains(cut.clause.base);
}

// "The room holds three hundred guests", "make trouble": only of what a person does to a thing.
bool has_passive_of_acts_alone(const Cut& cut) {
  static const WordSet& kVerbs = word_set("en", "verbs_with_passive_of_acts");
  static const CategorySet kThings{Category::kNounArtifact,      Category::kNounFood,
                                   Category::kNounCommunication, Category::kNounSubstance,
                                   Category::kNounAnimal,        Category::kNounPlant,
                                   Category::kNounLocation,      Category::kNounObject};
  return kVerbs.contains(cut.clause.base) &&
         (!is_person(cut, cut.verb.main.subject) || !is_noun_of(cut, cut.verb.object, kThings));
}

bool has_two_objects(const Cut& cut) {
  const auto& links = cut.reading.linkage().links;
  return std::count_if(links.begin(), links.end(), [&](const ParsedLink& link) {
           return link.left == cut.clause.verb && link.type.starts_with('O');
         }) > 1;
}

// "Only", "probably", "gladly": about the clause or its subject.
bool has_adverb_of_subject(const Cut& cut) {
  static const WordSet& kAdverbs = word_set("en", "adverbs_of_subject");
  return any_word(cut, cut.clause.adverbs, [](std::string_view word) {
    return kAdverbs.contains(word) || is_a(WordClass::kNearMiss, word) ||
           is_a(WordClass::kClauseAdverb, word);
  });
}

bool has_inner_marks(const Cut& cut) {
  const WordRange all{1, cut.reading.end()};
  return cut.reading.has_inner_marks(all) || cut.reading.text(all).find("..") != std::string::npos;
}

bool is_adverb(const Cut& cut, std::size_t at) {
  return cut.lexicon.has(cut.reading.word(at), WordKind::kAdverb);
}

// What comes from before the object may be a preposition, an adverb, a particle, or "to" with an
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

bool has_other_complement(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t tail = clause.tail.first;
  const bool adjective = !clause.tail.empty() && reading.subscript(tail).starts_with('a');
  if (adjective && !is_adverb(cut, tail)) return true;  // "whooshed the doors open"
  for (std::size_t at = clause.tail.first; at < clause.tail.end; ++at) {
    if (reading.word(at) == "by") return true;
    if (reading.is_verb(at) && !reading.left(at, "|I|A|")) return true;
  }
  return std::any_of(reading.linkage().links.begin(), reading.linkage().links.end(),
                     [&](const ParsedLink& link) {
                       const bool from_verb = link.left != 0 && link.left < clause.object.first;
                       const bool from_object = clause.object.has(link.left);
                       if (!clause.tail.has(link.right)) return false;
                       return (from_verb && !is_kept_link(cut, link)) ||
                              (from_object && link.type != "M" && link.type != "MX");
                     });
}

bool is_name_or_pronoun(const Cut& cut, std::size_t noun) {
  const auto subscript = cut.reading.subscript(noun);
  return subscript == "m" || subscript == "f" || subscript == "b" || subscript == "l" ||
         cut.reading.is_one_of(noun, {"me", "you", "him", "her", "it", "us", "them"});
}

// "In the evening", "at the meeting".
bool is_phrase_of_time(const Cut& cut, std::size_t preposition) {
  const ParsedLink* noun = cut.reading.right(preposition, "|J|IN|ON|");
  return noun && (noun->type != "J" ||
                  is_noun_of(cut, noun->right,
                             {Category::kNounTime, Category::kNounEvent, Category::kNounAct}));
}

// "We updated the kitchen in the old house": a phrase of place may be part of the object. Not where
// the verb puts something there, nor where one says what is going on there.
bool has_phrase_of_place(const Cut& cut) {
  static const WordSet& kStatic = word_set("en", "prepositions_of_place");
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t first = clause.tail.first;
  if (clause.tail.empty() || !kStatic.contains(reading.word(first)) ||
      clause.particle + 1 == first || is_name_or_pronoun(cut, verb.object) ||
      is_phrase_of_time(cut, first)) {
    return false;
  }
  const auto of_verb = lexicon.category(clause.base, WordKind::kVerb);
  const bool puts = of_verb == Category::kVerbContact || of_verb == Category::kVerbMotion;
  const ParsedLink* be = reading.left(clause.verb, "|P|");
  return !puts && !(be && be->rest.starts_with('g'));
}

// "He presupposes respect for the law": whose phrase it is, is clear only of things and places.
bool has_phrase_of_object(const Cut& cut) {
  static const WordSet& kPlaces = word_set("en", "prepositions_of_object");
  static const CategorySet kThings{Category::kNounArtifact, Category::kNounBody,
                                   Category::kNounFood,     Category::kNounObject,
                                   Category::kNounPlant,    Category::kNounSubstance};
  const auto& [reading, verb, clause, lexicon] = cut;
  const auto& links = reading.linkage().links;
  const bool both = std::any_of(links.begin(), links.end(), [&](const ParsedLink& link) {
    return clause.object.has(link.left) && clause.tail.has(link.right);
  });
  // "The key to the exam", "three cookies at a time".
  static const WordSet& kOfOthers = word_set("en", "nouns_with_phrase");
  const std::string_view behind = reading.word(clause.tail.first);
  if (clause.tail.empty()) return false;
  if (behind == "to" && kOfOthers.contains(reading.word(verb.object))) return true;
  if (behind == "at" && reading.word(clause.tail.first + 2) == "time") return true;
  return (both && (!kPlaces.contains(reading.word(clause.tail.first)) ||
                   !is_noun_of(cut, verb.object, kThings))) ||
         has_phrase_of_place(cut);
}

// Words whose meaning hangs on what stands before them in the sentence.
const WordSet& quantifiers() {
  static const WordSet& kQuantifiers = word_set("en", "quantifiers");
  return kQuantifiers;
}

// Words that mean the same wherever they stand, where the other phrase is definite: "Several men
// lifted the piano".
bool has_plain_quantifier(const Cut& cut, WordRange words, WordRange other) {
  static const WordSet& kPlain = word_set("en", "plain_quantifiers");
  static const WordSet& kDefiniteWords = word_set("en", "definite_words");
  const bool plain = !any_word(cut, words, [](std::string_view word) {
    return quantifiers().contains(word) && !kPlain.contains(word);
  });
  return plain && !has_word_of(cut, other, quantifiers()) &&
         kDefiniteWords.contains(cut.reading.word(other.first));
}

bool has_quantifier(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  if (has_word_of(cut, {1, reading.end()}, {"each"})) return true;
  return (has_word_of(cut, clause.subject, quantifiers()) &&
          !has_plain_quantifier(cut, clause.subject, clause.object)) ||
         (has_word_of(cut, clause.object, quantifiers()) &&
          !has_plain_quantifier(cut, clause.object, clause.subject));
}

// Pronouns that may point to the phrase that would come behind them.
bool has_pointing_pronoun(const Cut& cut) {
  static const WordSet& kPointing = word_set("en", "pronouns_that_point_back");
  const auto points = [&](WordRange words, bool whole) {
    return any_word(cut, words, [&](std::string_view word) {
      const bool alone = whole && words.end - words.first == 1;
      return word.ends_with("self") || word.ends_with("selves") || kPointing.contains(word) ||
             (word == "her" && !alone);
    });
  };
  static const WordSet& kPersons = word_set("en", "object_pronouns");
  return points(cut.clause.subject, true) || points(cut.clause.object, true) ||
         points(cut.clause.tail, false) || has_word_of(cut, cut.clause.tail, kPersons);
}

// "It", "this", "what": for a thing, or for nothing.
bool is_pronoun_of_thing(const Cut& cut) {
  static const WordSet& kPronouns = word_set("en", "pronouns_of_things");
  const auto is = [&](WordRange words) {
    return words.end - words.first == 1 && kPronouns.contains(cut.reading.word(words.first));
  };
  return is(cut.clause.subject) || is(cut.clause.object);
}

// "Take place", "make sense".
bool is_idiom(const Cut& cut) {
  static const WordSet& kLight = word_set("en", "verbs_of_idioms");
  const auto& [reading, verb, clause, lexicon] = cut;
  const bool bare = clause.object.end - clause.object.first == 1 &&
                    !reading.left(verb.object, "|D|") &&
                    !reading.is_one_of(verb.object, {"me", "him", "her", "us", "them", "you"});
  static const CategorySet kDeeds{Category::kNounAct, Category::kNounEvent};
  const bool deed = clause.base == "take" && is_noun_of(cut, verb.object, kDeeds);  // "a nosedive"
  // "Fought tooth and nail".
  const bool pair =
      reading.subscript(verb.object).starts_with('j') &&
      !reading.left(clause.object.first, "|AN|A|D|") &&
      !any_word(cut, clause.object,
                [&](std::string_view word) {
                  return word.ends_with('s') ||
                         lexicon.category(word, WordKind::kNoun) == Category::kNounPerson;
                }) &&
      !has_word_of(cut, clause.object,
                   {"the", "a", "an", "his", "her", "my", "our", "your", "this", "that"});
  return (bare && kLight.contains(clause.base)) || deed || pair;
}

bool has_clause(const Cut& cut) {
  const auto has = [&](WordRange words) {
    for (std::size_t at = words.first; at < words.end; ++at) {
      if (cut.reading.is_verb(at) && !cut.reading.left(at, "|RS|A|") &&
          !cut.reading.right(at, "|A|")) {
        return true;
      }
    }
    return false;
  };
  const bool relative = any_word(cut, cut.clause.object, [](std::string_view word) {
    return word == "that" || word == "who" || word == "which" || word == "whom";
  });
  return has(cut.clause.subject) || has(cut.clause.object) ||
         (relative && !cut.clause.tail.empty());
}

// "The car tore down the street": along it, nothing is torn down.
bool is_way(const Cut& cut) {
  static const WordSet& kWays = word_set("en", "nouns_of_ways");
  static const WordSet& kAlong = word_set("en", "prepositions_of_ways");
  const std::size_t particle = cut.clause.particle;
  if (particle == 0 || particle > cut.clause.object.first ||
      !kAlong.contains(cut.reading.word(particle))) {
    return false;
  }
  return kWays.contains(cut.lexicon.base_of(cut.reading.word(cut.verb.object), WordKind::kNoun)) ||
         cut.lexicon.category(cut.clause.base, WordKind::kVerb) == Category::kVerbMotion;
}

// "Pulled the ropes amain", "hit the truck broadside", "points North": the last word is an adverb
// that the parser took for a noun.
bool has_adverb_for_noun(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t head = verb.object, last = clause.object.end - 1;
  const auto is_word = [&](std::size_t at, WordKind kind) {
    return lexicon.has(lexicon.base_of(reading.word(at), kind), kind);
  };
  const bool alone = clause.object.end - clause.object.first == 1;
  if (is_name_or_pronoun(cut, head) && head == last) return false;
  if (is_adverb(cut, last) && (alone || is_word(last - 1, WordKind::kNoun))) return true;
  const std::string text = reading.text(last);
  const bool capital = uncapitalised(text) != text;  // a name
  if (!capital && !is_word(last, WordKind::kNoun) && !reading.is_verb(last)) return true;
  // "He dealt the cards face down."
  const std::size_t before = head - 1;
  return clause.object.has(before) && is_word(before, WordKind::kNoun) &&
         !is_word(before, WordKind::kAdjective) &&
         lexicon.base_of(reading.word(before), WordKind::kNoun) != reading.word(before);
}

// "He knocked the glass clear across the room", "plump out that child".
bool has_odd_object(const Cut& cut) {
  static const WordSet& kParticles = word_set("en", "particles");
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t next = verb.object + 1;
  const ParsedLink* behind = reading.right(verb.object, "|M|");
  const bool phrase = behind && behind->right == next && behind->rest.starts_with('p') &&
                      reading.right(next, "|J|");  // not "the question herein"
  const bool joined = reading.subscript(verb.object).starts_with('j');
  return kParticles.contains(reading.word(clause.object.first)) ||
         (clause.object.has(next) && !phrase && !joined && !reading.right(verb.object, "|R|B|"));
}

bool is_time(const Cut& cut) {
  const auto subscript = cut.reading.subscript(cut.verb.object);
  if (subscript == "f" || subscript == "m" || subscript == "b") return false;  // Anna, a coin
  return is_noun_of(cut, cut.verb.object, {Category::kNounTime, Category::kNounQuantity});
}

// "The soldiers near him": mostly no verb.
bool is_rarely_verb(const Cut& cut) {
  static const WordSet& kWords = word_set("en", "rarely_verbs");
  return kWords.contains(cut.clause.base);
}

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

struct Doubt {
  bool (*holds)(const Cut& cut);
  std::string_view reason;
};
constexpr std::array kDoubts{Doubt{is_negated, "negated"},
                             Doubt{has_no_passive, "verb without a passive"},
                             Doubt{has_passive_of_acts_alone, "verb without a passive"},
                             Doubt{is_way, "particle may be a preposition"},
                             Doubt{may_be_phrase, "may be a phrase"},
                             Doubt{has_two_objects, "two objects"},
                             Doubt{has_adverb_of_subject, "adverb of the clause"},
                             Doubt{has_odd_object, "form not covered"},
                             Doubt{is_time, "object is a time or an amount"},
                             Doubt{is_rarely_verb, "hardly a verb"},
                             Doubt{has_inner_marks, "marks within"},
                             Doubt{has_other_complement, "complement not covered"},
                             Doubt{has_phrase_of_object, "phrase may belong to the object"},
                             Doubt{has_quantifier, "quantifier"},
                             Doubt{has_pointing_pronoun, "pronoun may point to the other"},
                             Doubt{is_pronoun_of_thing, "pronoun of a thing"},
                             Doubt{is_idiom, "idiom"},
                             Doubt{has_clause, "clause in subject or object"},
                             Doubt{has_adverb_for_noun, "adverb may be taken for a noun"}};

}  // namespace

std::string_view doubt_of_clause(const Reading& reading, const TransitiveVerb& verb,
                                 const TransitiveClause& clause, const Lexicon& lexicon) {
  const Cut cut{reading, verb, clause, lexicon};
  const auto found = std::find_if(kDoubts.begin(), kDoubts.end(),
                                  [&](const Doubt& doubt) { return doubt.holds(cut); });
  return found == kDoubts.end() ? std::string_view() : found->reason;
}

}  // namespace sonde

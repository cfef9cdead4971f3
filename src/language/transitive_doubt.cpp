#include "language/transitive_doubt.h"

#include <algorithm>
#include <array>
#include <set>

#include "language/word_class.h"

namespace sonde {
namespace {

using WordSet = std::set<std::string_view>;

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

// Verbs whose object is a measure, a complement or the subject itself, or that have no passive.
bool has_no_passive(const Cut& cut) {
  static const WordSet kVerbs{
      "be",      "become",   "remain",  "seem",    "have",    "get",     "lack",     "cost",
      "weigh",   "fit",      "suit",    "equal",   "mean",    "want",    "wish",     "let",
      "last",    "resemble", "appear",  "look",    "feel",    "sound",   "smell",    "taste",
      "stay",    "go",       "come",    "turn",    "keep",    "prove",   "run",      "stand",
      "grow",    "fall",     "like",    "help",    "dare",    "need",    "use",      "total",
      "number",  "depart",   "escape",  "mind",    "befit",   "consist", "belong",   "concern",
      "measure", "lie",      "sleep",   "wait",    "promise", "try",     "start",    "begin",
      "stop",    "finish",   "avoid",   "enjoy",   "regret",  "bear",    "stick",    "wear",
      "sit",     "live",     "die",     "say",     "fancy",   "hate",    "miss",     "exit",
      "act",     "walk",     "swim",    "travel",  "work",    "make",    "graduate", "cause",
      "do",      "comprise", "contain", "include", "involve", "spell",   "bet",      "wager",
      "dress",   "reach",    "leave",   "enter",   "pass",    "cross",   "quit",     "spend",
      "change",  "hold"};
  return kVerbs.contains(cut.clause.base);
}

bool has_two_objects(const Cut& cut) {
  const auto& links = cut.reading.linkage().links;
  return std::count_if(links.begin(), links.end(), [&](const ParsedLink& link) {
           return link.left == cut.clause.verb && link.type.starts_with('O');
         }) > 1;
}

// "Only", "probably", "gladly": about the clause or its subject.
bool has_adverb_of_subject(const Cut& cut) {
  static const WordSet kAdverbs{"just",      "even",   "also",          "too",  "deliberately",
                                "willingly", "gladly", "intentionally", "once", "reluctantly",
                                "so",        "then",   "eagerly",       "ever", "soon"};
  return any_word(cut, cut.clause.adverbs, [](std::string_view word) {
    return kAdverbs.contains(word) || is_a(WordClass::kNearMiss, word) ||
           is_a(WordClass::kClauseAdverb, word);
  });
}

bool has_inner_marks(const Cut& cut) { return cut.reading.has_inner_marks({1, cut.reading.end()}); }

bool is_verb_word(const Reading& reading, std::size_t at) {
  const auto subscript = reading.subscript(at);
  return subscript.starts_with('v') || subscript.starts_with('g');
}

// What comes from before the object may be a preposition, an adverb, a particle, or "to" with an
// infinitive that is about the object.
bool is_kept_link(const Cut& cut, const ParsedLink& link) {
  if (link.type == "IV" || link.type == "K") return true;
  if (link.type == "TO") return link.rest.starts_with('o');
  const bool infinitive = link.rest.starts_with('i') || cut.reading.right(link.right, "|I|");
  return link.type == "MV" && !infinitive;
}

bool has_other_complement(const Cut& cut) {
  const auto& [reading, verb, clause, lexicon] = cut;
  for (std::size_t at = clause.tail.first; at < clause.tail.end; ++at) {
    if (reading.word(at) == "by") return true;
    if (is_verb_word(reading, at) && !reading.left(at, "|I|A|")) return true;
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

// "He presupposes respect for the law": whose phrase it is, is clear only of things and places.
bool has_phrase_of_object(const Cut& cut) {
  static const WordSet kPlaces{"on",  "in",     "at",    "into",   "onto",    "from",
                               "off", "to",     "under", "over",   "through", "across",
                               "out", "around", "near",  "behind", "beside",  "along"};
  static const std::set<Category> kThings{Category::kNounArtifact, Category::kNounBody,
                                          Category::kNounFood,     Category::kNounObject,
                                          Category::kNounPlant,    Category::kNounSubstance};
  const auto& [reading, verb, clause, lexicon] = cut;
  const auto& links = reading.linkage().links;
  const bool both = std::any_of(links.begin(), links.end(), [&](const ParsedLink& link) {
    return clause.object.has(link.left) && clause.tail.has(link.right);
  });
  if (!both) return false;
  const auto category = lexicon.category(reading.word(verb.object), WordKind::kNoun);
  return !kPlaces.contains(reading.word(clause.tail.first)) || !category ||
         !kThings.contains(*category);
}

// Words whose meaning hangs on what stands before them in the sentence.
bool has_quantifier(const Cut& cut) {
  static const WordSet kQuantifiers{
      "every",      "each",      "no",      "few",     "all",      "most",       "many",
      "any",        "both",      "neither", "either",  "nobody",   "everyone",   "everybody",
      "everything", "anyone",    "more",    "anybody", "anything", "nothing",    "only",
      "much",       "less",      "some",    "half",    "several",  "same",       "other",
      "another",    "different", "enough",  "such",    "own",      "respective", "fewer",
      "whatever",   "whichever", "others"};
  return has_word_of(cut, {1, cut.reading.end()}, {"each"}) ||
         has_word_of(cut, cut.clause.subject, kQuantifiers) ||
         has_word_of(cut, cut.clause.object, kQuantifiers);
}

// Pronouns that may point to the phrase that would come behind them.
bool has_pointing_pronoun(const Cut& cut) {
  static const WordSet kPointing{"his", "their", "its",   "one's", "one",  "ones",  "my",
                                 "our", "your",  "whose", "each",  "hers", "theirs"};
  const auto points = [&](WordRange words, bool whole) {
    return any_word(cut, words, [&](std::string_view word) {
      const bool alone = whole && words.end - words.first == 1;
      return word.ends_with("self") || word.ends_with("selves") || kPointing.contains(word) ||
             (word == "her" && !alone);
    });
  };
  return points(cut.clause.subject, true) || points(cut.clause.object, true) ||
         points(cut.clause.tail, false);
}

// "It", "this", "what": for a thing, or for nothing.
bool is_pronoun_of_thing(const Cut& cut) {
  static const WordSet kPronouns{"it",      "this",      "that",       "these", "those", "what",
                                 "which",   "who",       "there",      "here",  "so",    "whom",
                                 "whoever", "something", "everything", "mine",  "yours"};
  const auto is = [&](WordRange words) {
    return words.end - words.first == 1 && kPronouns.contains(cut.reading.word(words.first));
  };
  return is(cut.clause.subject) || is(cut.clause.object);
}

// "Take place", "make sense".
bool is_idiom(const Cut& cut) {
  static const WordSet kLight{"take", "give", "pay",   "catch", "lose", "set",    "put", "bring",
                              "find", "gain", "raise", "break", "call", "strike", "beat"};
  const auto& [reading, verb, clause, lexicon] = cut;
  const bool bare = clause.object.end - clause.object.first == 1 &&
                    !reading.left(verb.object, "|D|") &&
                    !reading.is_one_of(verb.object, {"me", "him", "her", "us", "them", "you"});
  return bare && kLight.contains(clause.base);
}

bool has_clause(const Cut& cut) {
  const auto has = [&](WordRange words) {
    for (std::size_t at = words.first; at < words.end; ++at) {
      if (is_verb_word(cut.reading, at) && !cut.reading.left(at, "|RS|A|") &&
          !cut.reading.right(at, "|A|")) {
        return true;
      }
    }
    return false;
  };
  return has(cut.clause.subject) || has(cut.clause.object);
}

// "He knocked the glass clear across the room", "plump out that child".
bool has_odd_object(const Cut& cut) {
  static const WordSet kParticles{"out", "up", "down", "off", "over", "away", "in", "on", "back"};
  const auto& [reading, verb, clause, lexicon] = cut;
  const std::size_t next = verb.object + 1;
  const ParsedLink* behind = reading.right(verb.object, "|M|");
  const bool phrase = behind && behind->right == next && behind->rest.starts_with('p');
  const bool joined = reading.subscript(verb.object).starts_with('j');
  return kParticles.contains(reading.word(clause.object.first)) ||
         (clause.object.has(next) && !phrase && !joined && !reading.right(verb.object, "|R|B|"));
}

bool is_time(const Cut& cut) {
  const auto subscript = cut.reading.subscript(cut.verb.object);
  if (subscript == "f" || subscript == "m" || subscript == "b") return false;  // Anna, a coin
  const auto category = cut.lexicon.category(cut.reading.word(cut.verb.object), WordKind::kNoun);
  return category == Category::kNounTime || category == Category::kNounQuantity;
}

// "The soldiers near him": mostly no verb.
bool is_rarely_verb(const Cut& cut) {
  static const WordSet kWords{"near", "like", "down", "up", "out", "still", "own", "long", "but"};
  return kWords.contains(cut.clause.base);
}

struct Doubt {
  bool (*holds)(const Cut& cut);
  std::string_view reason;
};
constexpr std::array kDoubts{Doubt{is_negated, "negated"},
                             Doubt{has_no_passive, "verb without a passive"},
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
                             Doubt{has_clause, "clause in subject or object"}};

}  // namespace

std::string_view doubt_of_clause(const Reading& reading, const TransitiveVerb& verb,
                                 const TransitiveClause& clause, const Lexicon& lexicon) {
  const Cut cut{reading, verb, clause, lexicon};
  const auto found = std::find_if(kDoubts.begin(), kDoubts.end(),
                                  [&](const Doubt& doubt) { return doubt.holds(cut); });
  return found == kDoubts.end() ? std::string_view() : found->reason;
}

}  // namespace sonde

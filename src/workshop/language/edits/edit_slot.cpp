#include "workshop/language/edits/edit_slot.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/word_class.h"
#include "workshop/language/lexicon/word_limits.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// A verb or adjective and the sentence that it is in.
struct SlotPlace {
  const Reading& reading;
  std::size_t at;
  WordKind kind;
  const std::string& base;
  const Lexicon& lexicon;

  bool is_verb() const { return kind == WordKind::kVerb; }
  std::string_view behind() const { return reading.word(at + 1); }
  const std::vector<ParsedLink>& links() const { return reading.linkage().links; }
};

template <class Holds>
bool any_link_of(const SlotPlace& place, const Holds& holds) {
  return std::ranges::any_of(
      place.links(), [&](const ParsedLink& link) { return link.left == place.at && holds(link); });
}

bool is_in(std::string_view list, std::string_view word) {
  return word_set("en", list).contains(word);
}

std::size_t count_objects(const Reading& reading, std::size_t verb) {
  return static_cast<std::size_t>(
      std::ranges::count_if(reading.linkage().links, [&](const ParsedLink& link) {
        return link.left == verb && (link.type == "O" || link.type == "OX" || link.type == "ON");
      }));
}

bool is_passive(const Reading& reading, std::size_t verb) {
  const ParsedLink* group = reading.left(verb, "|P|");
  return group && group->rest.starts_with('v');
}

bool any_word_of(const SlotPlace& place, std::string_view list) {
  const WordSet& words = word_set("en", list);
  for (std::size_t at = 1; at < place.reading.end(); ++at) {
    if (words.contains(place.reading.word(at))) return true;
  }
  return false;
}

// A sentence and the one with the opposite word may both be true, or are no opposites.
bool leaves_both_true(const SlotPlace& place) {
  return any_word_of(place, "words_that_leave_both_true");
}
bool has_one_of(const SlotPlace& place) {
  for (std::size_t at = 1; at < place.reading.end(); ++at) {
    if (place.reading.word(at) == "one" && place.reading.word(at + 1) == "of") return true;
  }
  return false;
}
bool compares(const SlotPlace& place) {
  std::size_t compared = 0;
  for (std::size_t at = 1; at < place.reading.end(); ++at) {
    compared += place.reading.word(at) == "as" ? std::size_t{1} : 0;
  }
  return compared > 1;
}
bool is_negated_already(const SlotPlace& place) { return has_negation(place.reading.sentence()); }
bool has_marks_within(const SlotPlace& place) {
  return place.reading.sentence().find_first_of(";:\"()[]?!`") != std::string_view::npos;
}

// "Built up": the particle may follow the object.
bool has_particle(const SlotPlace& place) {
  const Reading& reading = place.reading;
  return any_link_of(place, [&](const ParsedLink& link) {
    const bool alone = link.type == "MV" && is_in("particles_of_verbs", reading.word(link.right)) &&
                       !reading.right(link.right, "|J|");
    return link.type == "K" || alone;
  });
}

bool is_before_preposition(const SlotPlace& place) {
  return any_link_of(place, [&](const ParsedLink& link) {
    return link.right == place.at + 1 &&
           (link.type == "OF" || (link.type == "MV" && place.reading.right(place.at + 1, "|J|")));
  });
}
// Prepositions of time suit all words.
bool is_before_own_preposition(const SlotPlace& place) {
  return is_before_preposition(place) && !is_in("prepositions_of_spans", place.behind());
}
// "Harmful to" like "harmless to"; but "rich in" is not "wealthy in".
bool adjective_suits(std::string_view preposition, std::string_view adjective) {
  if (preposition == "to") return is_in("adjectives_with_to", adjective);
  if (preposition == "for") return adjective != "famous" && adjective != "renowned";
  return preposition == "in" && !is_in("adjectives_with_in", adjective);
}
bool has_preposition_of_adjective(const SlotPlace& place) {
  return !place.is_verb() && is_before_own_preposition(place) &&
         !adjective_suits(place.behind(), place.reading.word(place.at));
}
bool has_preposition_of_verb(const SlotPlace& place) {
  const bool suits = place.behind() == "in" || (is_passive(place.reading, place.at) &&
                                                is_in("prepositions_of_passives", place.behind()));
  return place.is_verb() && is_before_own_preposition(place) && !suits;
}
bool has_degree(const SlotPlace& place) {
  return !place.is_verb() && is_in("words_of_degree", place.reading.word(place.at - 1));
}

// What goes with a verb may not go with its opposite.
bool has_manner(const SlotPlace& place) {
  return place.is_verb() && std::ranges::any_of(place.links(), [&](const ParsedLink& link) {
           if (link.left != place.at && link.right != place.at) return false;
           const std::size_t other = link.left == place.at ? link.right : link.left;
           return (link.type == "E" || link.type == "MV") &&
                  place.reading.word(other).ends_with("ly");
         });
}
bool has_two_objects(const SlotPlace& place) {
  return place.is_verb() && count_objects(place.reading, place.at) > 1;
}

template <class Holds>
bool any_phrase_of(const SlotPlace& place, const Holds& holds) {
  return place.is_verb() && any_link_of(place, [&](const ParsedLink& link) {
           const ParsedLink* noun = place.reading.right(link.right, "|J|");
           return link.type == "MV" && noun &&
                  holds(place.reading.word(link.right), place.reading.word(noun->right));
         });
}
bool is_time_noun(const SlotPlace& place, std::string_view noun) {
  return place.lexicon.category(noun, WordKind::kNoun) == Category::kNounTime;
}
bool has_bound_phrase(const SlotPlace& place) {
  return any_phrase_of(place, [](std::string_view preposition, std::string_view) {
    return preposition == "from" || preposition == "against";
  });
}
bool has_purpose_of_object(const SlotPlace& place) {
  return count_objects(place.reading, place.at) > 0 &&
         any_phrase_of(place, [](std::string_view preposition, std::string_view) {
           return preposition == "for";
         });
}
bool has_duration(const SlotPlace& place) {
  return any_phrase_of(place, [&](std::string_view preposition, std::string_view noun) {
    return preposition == "in" && is_time_noun(place, noun) &&
           place.lexicon.base_of(noun, WordKind::kNoun) != noun;
  });
}
bool has_place_of_making(const SlotPlace& place) {
  const bool makes = place.lexicon.category(place.base, WordKind::kVerb) == Category::kVerbCreation;
  return makes && any_phrase_of(place, [&](std::string_view preposition, std::string_view noun) {
           return preposition != "by" && !is_time_noun(place, noun);
         });
}

using DoubtRule = Rule<SlotPlace, std::string_view>;
constexpr std::string_view kBothTrue = "both may be true", kNotSuited = "a preposition follows",
                           kOppositeUnsuited = "what follows may not suit the opposite";
constexpr std::array kDoubtsOfSlots{
    DoubtRule{"word that leaves both true", leaves_both_true, kBothTrue, "Some shops opened."},
    DoubtRule{"one of several", has_one_of, kBothTrue, "One of the shops opened."},
    DoubtRule{"compared", compares, kBothTrue, "The man was as happy as a king."},
    DoubtRule{"negated already", is_negated_already, "negated already", "The shop did not open."},
    DoubtRule{"marks within", has_marks_within, "marks within", "The shop (a bakery) opened."},
    DoubtRule{"particle", has_particle, "verb with a particle", "The army built up a base."},
    DoubtRule{"preposition of the adjective", has_preposition_of_adjective, kNotSuited,
              "The man was proud of his son."},
    DoubtRule{"preposition of the verb", has_preposition_of_verb, kNotSuited,
              "The man depended on his son."},
    DoubtRule{"word of degree", has_degree, "a degree", "The man was quite happy."},
    DoubtRule{"manner", has_manner, kOppositeUnsuited, "The court foully condemned the man."},
    DoubtRule{"two objects", has_two_objects, kOppositeUnsuited, "He built himself a cabin."},
    DoubtRule{"from or against something", has_bound_phrase, kOppositeUnsuited,
              "He concealed the truth from the police."},
    DoubtRule{"purpose of the object", has_purpose_of_object, kOppositeUnsuited,
              "The firm hired the man for the new job."},
    DoubtRule{"duration", has_duration, kOppositeUnsuited,
              "The army destroyed the town in minutes."},
    DoubtRule{"place of making", has_place_of_making, kOppositeUnsuited,
              "He built the cabin on the hill."},
};

// WordNet's frames of verbs, as bits.
constexpr std::uint64_t frame_bits(std::initializer_list<unsigned> frames) {
  std::uint64_t all = 0;
  for (const unsigned frame : frames) all |= std::uint64_t{1} << frame;
  return all;
}

// The verb of a clause.
struct VerbPlace {
  const Reading& reading;
  std::size_t verb;
  bool after_auxiliary;
};

bool has_complement(const VerbPlace& place) {
  return place.reading.right(place.verb, "|TO|I|TH|C|P|PG|");
}
bool has_objects(const VerbPlace& place) { return count_objects(place.reading, place.verb) > 1; }
bool has_object(const VerbPlace& place) {
  return count_objects(place.reading, place.verb) == 1 ||
         (place.after_auxiliary && is_passive(place.reading, place.verb));
}
bool has_nothing(const VerbPlace&) { return true; }

// Of which another verb should have one.
using FrameRule = Rule<VerbPlace, std::uint64_t>;
constexpr std::array kFramesOfVerbs{
    FrameRule{"verb with a complement", has_complement, frame_bits({24, 25, 26, 28, 32, 33, 34}),
              "He wants to sleep."},
    FrameRule{"verb with two objects", has_objects, frame_bits({14, 15}),
              "He built himself a cabin."},
    FrameRule{"verb with an object", has_object, frame_bits({8, 9, 10, 11}),
              "The cat chased mice."},
    FrameRule{"verb alone", has_nothing, frame_bits({1, 2, 4, 12, 22}), "The shop opened."},
};

// The clause that the main verb says or thinks: its finite verb and whether its subject is in the
// third person singular.
struct InnerClause {
  std::size_t verb = 0;
  bool singular = false;
};

std::optional<InnerClause> inner_clause(const Reading& reading, std::size_t verb) {
  std::size_t begin = 0;
  if (const ParsedLink* that = reading.right(verb, "|TH|")) {
    begin = that->right + 1;
  } else if (reading.right(verb, "|C|")) {
    begin = verb + 1;
  }
  if (begin == 0) return std::nullopt;
  std::optional<InnerClause> found;
  for (const auto& link : reading.linkage().links) {
    const bool subject = link.type == "S" || link.type == "SF" || link.type == "SX";
    if (!subject || link.left < begin) continue;
    if (found) return std::nullopt;
    found = InnerClause{link.right, link.rest.starts_with('s')};
  }
  return found;
}

// How `sonde make negations --verb` names a verb.
NegationOptions named(const Reading& reading, std::size_t at, const VerbForms& forms) {
  NegationOptions options;
  options.verb = std::string(reading.word(at));
  const std::string base = forms.base_of(options.verb);
  options.occurrence = 0;
  for (std::size_t i = 0; i <= at; ++i) {
    const bool same = reading.word(i) == options.verb ||
                      (reading.is_verb(i) && forms.base_of(reading.word(i)) == base);
    options.occurrence += same;
  }
  return options;
}

class SlotFinder {
 public:
  SlotFinder(const Reading& reading, const VerbForms& forms, const Lexicon& lexicon)
      : reading_(reading), forms_(forms), lexicon_(lexicon) {}

  std::vector<EditSlot> find() {
    const auto main = main_clause(reading_.linkage());
    if (!main || main->verbs.empty()) return {};
    if (main->mood != Mood::kStatement && main->mood != Mood::kCommand) return {};
    const std::size_t finite = main->verbs.front();
    const auto chain = verb_chain(reading_, finite);
    if (has_joined_verbs(reading_, *main, chain.back())) return {};
    const bool command = main->mood == Mood::kCommand;
    add_of(chain, command ? false : main->singular, command, nullptr);
    if (const auto inner = inner_clause(reading_, chain.back())) {
      const NegationOptions negation = named(reading_, inner->verb, forms_);
      add_of(verb_chain(reading_, inner->verb), inner->singular, false, &negation);
    }
    return std::move(slots_);
  }

 private:
  void add_of(const std::vector<std::size_t>& chain, bool singular, bool command,
              const NegationOptions* negation) {
    const std::size_t verb = chain.back();
    if (const auto adjective = predicate(verb)) return add_adjective(*adjective, negation);
    EditSlot slot{WordKind::kVerb, verb};
    slot.base = base_of_chain(reading_, chain, forms_);
    if (says_little(verb, slot.base)) return;
    const auto form = command && chain.size() == 1
                          ? std::optional(VerbForm::kBase)
                          : form_of_chain(reading_, chain, slot.base, singular, forms_);
    if (!form) return;
    slot.form = *form;
    if (in_form(slot, slot.base, forms_) != reading_.word(verb)) return;
    slot.frames = first_rule(kFramesOfVerbs, VerbPlace{reading_, verb, chain.size() > 1})->result;
    add(slot, negation);
  }

  void add_adjective(std::size_t at, const NegationOptions* negation) {
    EditSlot slot{WordKind::kAdjective, at};
    slot.base = std::string(reading_.word(at));
    if (lexicon_.base_of(slot.base, WordKind::kAdjective) == slot.base) add(slot, negation);
  }

  bool says_little(std::size_t verb, const std::string& base) const {
    const auto word = reading_.word(verb);
    return base == "be" || is_a(WordClass::kBe, word) || is_a(WordClass::kModal, word) ||
           is_light_verb(base);
  }

  void add(EditSlot slot, const NegationOptions* negation) {
    const ParsedWord& word = reading_.linkage().words[slot.at];
    slot.begin = word.begin;
    slot.end = word.end;
    slot.main = negation == nullptr;
    if (negation) slot.negation = *negation;
    slot.doubt =
        result_of(kDoubtsOfSlots, SlotPlace{reading_, slot.at, slot.kind, slot.base, lexicon_},
                  std::string_view());
    slots_.push_back(std::move(slot));
  }

  // The adjective that a verb joins to its subject.
  std::optional<std::size_t> predicate(std::size_t verb) const {
    for (const auto& link : reading_.linkage().links) {
      if (link.left == verb && link.type == "P" && link.rest.starts_with('a') &&
          reading_.subscript(link.right) == "a") {
        return link.right;
      }
    }
    return std::nullopt;
  }

  const Reading& reading_;
  const VerbForms& forms_;
  const Lexicon& lexicon_;
  std::vector<EditSlot> slots_;
};

}  // namespace

RuleExamples edit_slot_examples() { return examples_of(kDoubtsOfSlots, kFramesOfVerbs); }

std::vector<EditSlot> edit_slots(const Reading& reading, const VerbForms& forms,
                                 const Lexicon& lexicon) {
  return SlotFinder(reading, forms, lexicon).find();
}

std::string in_form(const EditSlot& slot, const std::string& base, const VerbForms& forms) {
  if (slot.kind != WordKind::kVerb) return base;
  return forms.inflected(base, slot.form).value_or("");
}

std::string with_word(std::string_view sentence, const EditSlot& slot, std::string_view word) {
  std::string put(word);
  const char old = sentence[slot.begin];
  if (old >= 'A' && old <= 'Z') put = capitalised(std::move(put));
  return std::string(sentence.substr(0, slot.begin)) + put + std::string(sentence.substr(slot.end));
}

}  // namespace sonde

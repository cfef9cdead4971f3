#include "workshop/language/minimal_pairs/slot_place.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/negation_words.h"

namespace sonde {
namespace {

template <class Holds>
bool any_link_of(const SlotPlace& place, const Holds& holds) {
  return std::ranges::any_of(
      place.links(), [&](const ParsedLink& link) { return link.left == place.at && holds(link); });
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

// A sentence and the one with the opposite word may both be true, or aren't opposites.
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
    const bool alone = link.type == "MV" &&
                       is_listed("particles_of_verbs", reading.word(link.right)) &&
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
  return is_before_preposition(place) && !is_listed("prepositions_of_spans", place.behind());
}
// "Harmful to" like "harmless to", but "rich in" is not "wealthy in".
bool adjective_suits(std::string_view preposition, std::string_view adjective) {
  if (preposition == "to") return is_listed("adjectives_with_to", adjective);
  if (preposition == "for") return adjective != "famous" && adjective != "renowned";
  return preposition == "in" && !is_listed("adjectives_with_in", adjective);
}
bool has_preposition_of_adjective(const SlotPlace& place) {
  return !place.is_verb() && is_before_own_preposition(place) &&
         !adjective_suits(place.behind(), place.reading.word(place.at));
}
bool has_preposition_of_verb(const SlotPlace& place) {
  const bool suits =
      place.behind() == "in" || (is_passive(place.reading, place.at) &&
                                 is_listed("prepositions_of_passives", place.behind()));
  return place.is_verb() && is_before_own_preposition(place) && !suits;
}
bool has_degree(const SlotPlace& place) {
  return !place.is_verb() && is_listed("words_of_degree", place.reading.word(place.at - 1));
}

bool is_form_of_verb(const SlotPlace& place, std::size_t at) {
  const std::string word(place.reading.word(at));
  return place.lexicon.base_of(word, WordKind::kVerb) != word;
}
// "Profits cited reduced costs": which of the two is the verb?
bool is_behind_possible_verb(const SlotPlace& place) {
  return place.is_verb() && place.reading.word(place.at - 1).ends_with("ed") &&
         is_form_of_verb(place, place.at - 1);
}
// "Teenagers arrested after attacks on the campus": "campus" is taken for the object.
bool has_object_after_phrase(const SlotPlace& place) {
  return place.is_verb() && any_link_of(place, [&](const ParsedLink& object) {
           return object.type == "O" && any_link_of(place, [&](const ParsedLink& phrase) {
                    return phrase.type == "MV" && phrase.right < object.right &&
                           place.reading.right(phrase.right, "|J|");
                  });
         });
}
// "Gained 2.90 points", "will buy the firm for $26 million": few synonyms go with an amount.
bool is_amount(std::string_view word) {
  return !word.empty() && (word.front() == '$' || (word.front() >= '0' && word.front() <= '9'));
}
bool is_before_amount(std::string_view word) {
  return word == "for" || word == "by" || word == "at";
}
bool has_amount(const SlotPlace& place) {
  for (std::size_t at = place.at + 1; place.is_verb() && at < place.reading.end(); ++at) {
    const bool priced = at == place.at + 1 || is_before_amount(place.reading.word(at - 1));
    if (priced && is_amount(place.reading.word(at))) return true;
  }
  return false;
}

// A verb's complement may not fit its opposite.
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
         any_phrase_of(place, [&](std::string_view preposition, std::string_view noun) {
           return preposition == "for" && !is_time_noun(place, noun);
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
    DoubtRule{"negated already", is_negated_already, "negated already",
              "The shop has never opened."},
    DoubtRule{"marks within", has_marks_within, "marks within", "The shop (a bakery) opened."},
    DoubtRule{"particle", has_particle, "verb with a particle", "The army built up a base."},
    DoubtRule{"preposition of the adjective", has_preposition_of_adjective, kNotSuited,
              "The man was proud of his son."},
    DoubtRule{"preposition of the verb", has_preposition_of_verb, kNotSuited,
              "The man depended on his son."},
    DoubtRule{"word of degree", has_degree, "a degree", "The man was quite happy."},
    DoubtRule{"after a possible verb", is_behind_possible_verb, "verb may be an adjective",
              "Profits cited reduced costs."},
    DoubtRule{"object after a phrase", has_object_after_phrase, "verb may be a participle",
              "Two teenagers arrested after string of sex attacks on Manchester University campus"},
    DoubtRule{"amount", has_amount, "an amount follows", "The index gained 20 points."},
    DoubtRule{"manner", has_manner, kOppositeUnsuited, "The court foully condemned the man."},
    DoubtRule{"two objects", has_two_objects, kOppositeUnsuited, "The clerk sold her a house."},
    DoubtRule{"from or against something", has_bound_phrase, kOppositeUnsuited,
              "He concealed the truth from the police."},
    DoubtRule{"purpose of the object", has_purpose_of_object, kOppositeUnsuited,
              "The firm hired the man for the new job."},
    DoubtRule{"duration", has_duration, kOppositeUnsuited, "He closed the shop in weeks."},
    DoubtRule{"place of making", has_place_of_making, kOppositeUnsuited,
              "He built the cabin on the hill."},
};

// WordNet's frames of verbs, as bits.
constexpr std::uint64_t frame_bits(std::initializer_list<unsigned> frames) {
  std::uint64_t all = 0;
  for (const unsigned frame : frames) all |= std::uint64_t{1} << frame;
  return all;
}

bool has_complement(const VerbPlace& place) {
  return place.reading.right(place.verb, "|TO|I|TH|C|P|PG|");
}
bool has_objects(const VerbPlace& place) { return count_objects(place.reading, place.verb) > 1; }
bool has_object(const VerbPlace& place) {
  return count_objects(place.reading, place.verb) == 1 ||
         (place.after_auxiliary && is_passive(place.reading, place.verb));
}
bool has_nothing(const VerbPlace&) { return true; }

// Frames of which another verb should have one.
using FrameRule = Rule<VerbPlace, std::uint64_t>;
constexpr std::array kFramesOfVerbs{
    FrameRule{"verb with a complement", has_complement, frame_bits({24, 25, 26, 28, 32, 33, 34}),
              "He wants to sleep."},
    FrameRule{"verb with two objects", has_objects, frame_bits({14, 15}),
              "The clerk sold her a house."},
    FrameRule{"verb with an object", has_object, frame_bits({8, 9, 10, 11}),
              "The cat chased mice."},
    FrameRule{"verb alone", has_nothing, frame_bits({1, 2, 4, 12, 22}), "The shop opened."},
};

}  // namespace

std::string_view doubt_of(const SlotPlace& place) {
  return result_of(kDoubtsOfSlots, place, std::string_view());
}

std::uint64_t frames_of(const VerbPlace& place) {
  return first_rule(kFramesOfVerbs, place)->result;
}

RuleExamples slot_place_examples() { return examples_of(kDoubtsOfSlots, kFramesOfVerbs); }

}  // namespace sonde

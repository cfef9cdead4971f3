#include "workshop/labellers/pair_kinds/pair_kind.h"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/lexicons/wordnet.h"
#include "sonde/error.h"
#include "workshop/labellers/pair_kinds/frame_pair.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 18> kKindNames{"same",
                                                      "modifiers added",
                                                      "adjectives exchanged",
                                                      "verb changed",
                                                      "subject changed",
                                                      "object changed",
                                                      "verb kept",
                                                      "subject kept",
                                                      "object kept",
                                                      "subject and object exchanged",
                                                      "verb and object exchanged",
                                                      "subject and verb exchanged",
                                                      "three exchanged",
                                                      "four exchanged",
                                                      "other exchanged",
                                                      "paraphrase",
                                                      "opposite",
                                                      "unrelated"};
constexpr std::array<std::string_view, 9> kModifierNames{"time",
                                                         "place",
                                                         "manner",
                                                         "indirect object",
                                                         "subject adjective",
                                                         "object adjective",
                                                         "indirect object adjective",
                                                         "agent",
                                                         "passive"};
using KindRule = Rule<FramePair, PairKind>;

// If the verbs differ, a verb or a subject of one frame may be elsewhere in the other.
bool all_four_move(const FramePair& pair) {
  return !pair.same_verb && pair.subjects_move() &&
         (pair.verb_of_a_is_object() || pair.verb_of_b_is_object());
}
bool verbs_and_objects_move(const FramePair& pair) {
  return !pair.same_verb && pair.verb_of_a_is_object() && pair.verb_of_b_is_object();
}
bool verb_and_object_move(const FramePair& pair) {
  return verbs_and_objects_move(pair) && pair.same_subject;
}
bool verb_and_subject_move(const FramePair& pair) {
  return !pair.same_verb && pair.verb_of_a_is_subject() && pair.verb_of_b_is_subject();
}
bool a_verb_moves(const FramePair& pair) {
  return !pair.same_verb && (pair.verb_of_a_is_subject() || pair.verb_of_b_is_subject() ||
                             pair.verb_of_a_is_object() || pair.verb_of_b_is_object());
}
bool subjects_move_with_another_verb(const FramePair& pair) {
  return !pair.same_verb && pair.subjects_move();
}

// If the verbs are the same, the subjects may be objects of the other.
bool subjects_change_places(const FramePair& pair) {
  return pair.same_verb && pair.subjects_change_places();
}
bool a_subject_moves(const FramePair& pair) {
  return pair.same_verb && !pair.same_subject &&
         (pair.subject_of_a_is_object() || pair.subject_of_b_is_object());
}

bool one_lacks_its_agent(const FramePair& pair) { return pair.same_clause && pair.agent_missing; }
bool has_opposite_modifiers(const FramePair& pair) {
  return pair.same_clause && pair.added_are_opposites();
}
bool has_more_words(const FramePair& pair) {
  return pair.same_clause && !(pair.only_a.empty() && pair.only_b.empty());
}
bool has_words_moved(const FramePair& pair) { return pair.same_clause && pair.words_moved(); }
bool has_other_voice(const FramePair& pair) {
  return pair.same_clause && pair.a.passive != pair.b.passive;
}
bool is_same_clause(const FramePair& pair) { return pair.same_clause; }

bool has_opposites(const FramePair& pair) { return pair.kept() >= 1 && pair.any_are_opposites(); }
bool has_another_object(const FramePair& pair) {
  return pair.same_verb && pair.same_subject && pair.both_have_some_object();
}
bool one_lacks_its_object(const FramePair& pair) { return pair.same_verb && pair.same_subject; }
bool object_is_kept(const FramePair& pair) {
  return (pair.same_object && pair.both_have_objects) || pair.shared;
}
bool has_another_verb(const FramePair& pair) { return pair.same_subject && object_is_kept(pair); }
bool has_another_subject(const FramePair& pair) { return pair.same_verb && object_is_kept(pair); }

constexpr std::array kFormRules{
    KindRule{"all four move", all_four_move, PairKind::kFourExchanged,
             "The chief requested a present from the explorers. / "
             "The explorers presented their requests to the chief."},
    KindRule{"verb and object move", verb_and_object_move, PairKind::kVerbAndObjectExchanged,
             "The woman guessed her present. / The woman presented her guess."},
    KindRule{"verbs and objects move under other subjects", verbs_and_objects_move,
             PairKind::kOtherExchanged,
             "The woman guessed her present. / The man presented his guess."},
    KindRule{"verb and subject move", verb_and_subject_move, PairKind::kSubjectAndVerbExchanged,
             "The escort pilots the aircraft. / The pilot escorts the aircraft."},
    KindRule{"a verb moves", a_verb_moves, PairKind::kOtherExchanged,
             "The wall blocked the escape. / The prisoners escaped the guards."},
    KindRule{"subjects move with another verb", subjects_move_with_another_verb,
             PairKind::kOtherExchanged,
             "The doctor thanked the nurse. / The nurse praised the doctor."},
    KindRule{"subjects change places", subjects_change_places, PairKind::kSubjectAndObjectExchanged,
             "The dog chased the king. / The king chased the dog."},
    KindRule{"a subject moves", a_subject_moves, PairKind::kThreeExchanged,
             "The doctor introduced the king to the guest. / "
             "The guest introduced the doctor to the king."},
    KindRule{"agent missing", one_lacks_its_agent, PairKind::kModifiers,
             "The artist painted the wall. / The wall was painted."},
    KindRule{"opposite modifiers", has_opposite_modifiers, PairKind::kOpposite,
             "The young man painted the wall. / The old man painted the wall."},
    KindRule{"more words", has_more_words, PairKind::kModifiers,
             "The artist painted the wall. / The young artist painted the wall."},
    KindRule{"words moved", has_words_moved, PairKind::kAdjectivesExchanged,
             "The angry boy met the clever girl. / The clever boy met the angry girl."},
    KindRule{"other voice", has_other_voice, PairKind::kModifiers,
             "The artist painted the wall. / The wall was painted by the artist."},
    KindRule{"same clause", is_same_clause, PairKind::kSame,
             "The artist painted the wall. / An artist painted a wall."},
    KindRule{"opposites in a similar clause", has_opposites, PairKind::kOpposite,
             "The boy found his toy. / The boy lost his toy."},
    KindRule{"another object", has_another_object, PairKind::kObjectChanged,
             "The artist painted the wall. / The artist painted the ship."},
    KindRule{"object missing", one_lacks_its_object, PairKind::kModifiers,
             "The artist painted. / The artist painted the wall."},
    KindRule{"another verb", has_another_verb, PairKind::kVerbChanged,
             "The artist painted the wall. / The artist sold the wall."},
    KindRule{"another subject", has_another_subject, PairKind::kSubjectChanged,
             "The artist painted the wall. / The doctor painted the wall."},
};

// Rules for frames that have little in common.
using NearRule = Rule<FrameNearness, PairKind>;
bool has_near_roles(const FrameNearness& near) {
  return !near.pair.same_verb && near.roles >= 2 && near.pair.kept() <= 1;
}
bool has_near_words_alone(const FrameNearness& near) {
  const FramePair& pair = near.pair;
  const bool none_kept = !pair.same_verb && !pair.same_subject && !pair.shared;
  return none_kept && (near.words >= 3 || (near.words >= 2 && pair.kept() >= 1));
}
bool keeps_verb_without_object(const FrameNearness& near) {
  return near.pair.same_verb && near.pair.no_objects;
}
bool keeps_verb(const FrameNearness& near) { return near.pair.same_verb; }
bool keeps_subject_without_object(const FrameNearness& near) {
  return near.pair.same_subject && near.pair.no_objects;
}
bool keeps_subject(const FrameNearness& near) { return near.pair.same_subject; }
bool keeps_object(const FrameNearness& near) { return near.pair.shared; }
bool has_two_near_words(const FrameNearness& near) { return near.words >= 2; }

constexpr std::array kNearRules{
    NearRule{"close in two roles", has_near_roles, PairKind::kParaphrase,
             "Physicians purchase cars. / Doctors buy automobiles."},
    NearRule{"close words alone", has_near_words_alone, PairKind::kParaphrase,
             "Physicians drove cars through cities during wars. / "
             "In towns, battles destroyed automobiles of doctors."},
    NearRule{"same verb, no objects", keeps_verb_without_object, PairKind::kSubjectChanged,
             "Children sing. / Teachers sing."},
    NearRule{"same verb", keeps_verb, PairKind::kVerbKept,
             "The artist painted the wall. / Children paint flowers."},
    NearRule{"same subject, no objects", keeps_subject_without_object, PairKind::kVerbChanged,
             "The children sang. / The children slept."},
    NearRule{"same subject", keeps_subject, PairKind::kSubjectKept,
             "The artist painted the wall. / The artist ate rice."},
    NearRule{"same object", keeps_object, PairKind::kObjectKept,
             "The artist painted the wall. / The army guarded the wall."},
    NearRule{"two close words", has_two_near_words, PairKind::kParaphrase,
             "Physicians drive cars. / Automobiles carry doctors."},
};

// One sentence denies the other's claim.
bool is_denied(const FramePair& pair) { return pair.a.negated != pair.b.negated; }
constexpr std::array kDenialRules{
    KindRule{"denied", is_denied, PairKind::kOpposite,
             "The artist painted the wall. / The artist did not paint the wall."},
};

PairKind kind_of(const FramePair& pair) {
  const auto* form = first_rule(kFormRules, pair);
  const PairKind kind =
      form ? form->result : result_of(kNearRules, FrameNearness(pair), PairKind::kUnrelated);
  const bool similar = kind == PairKind::kSame || kind == PairKind::kModifiers;
  return similar ? result_of(kDenialRules, pair, kind) : kind;
}

// In the order of kModifierNames.
enum class Modifier {
  kTime,
  kPlace,
  kManner,
  kIndirect,
  kSubjectAdjective,
  kObjectAdjective,
  kIndirectAdjective,
  kAgent,
  kPassive
};

template <class Wanted>
const Filler* first_filler(const FormedFrame& frame, const Wanted& is_wanted) {
  const auto found = std::ranges::find_if(frame.objects, is_wanted);
  return found == frame.objects.end() ? nullptr : &*found;
}

// The object for added adjectives: without a direct one the first argument, or the place, "lives in
// a large house".
const Filler* first_object(const FormedFrame& frame) {
  const auto is_core = [](const Filler& filler) { return filler.is_core(); };
  const auto* direct = first_filler(
      frame, [](const Filler& filler) { return filler.is_core() && filler.is_direct(); });
  if (direct) return direct;
  if (const auto* core = first_filler(frame, is_core)) return core;
  return first_filler(frame, [](const Filler& filler) { return filler.role == Role::kLocation; });
}

// A part of a phrase whose words are not all in the other sentence.
struct AddedPart {
  const Filler& filler;
  const PhrasePart& part;
  bool head_known;  // the other sentence has its head
  const FormedFrame& frame;
};

bool is_in_subject(const AddedPart& added) {
  return added.frame.subject && &added.filler == &*added.frame.subject;
}
bool is_time(const AddedPart& added) { return added.filler.role == Role::kTime; }
bool is_beside_object(const AddedPart& added) {
  return added.head_known && &added.filler == first_object(added.frame) &&
         &added.part == &added.filler.parts.front();
}
bool is_manner(const AddedPart& added) {
  return added.filler.role == Role::kManner &&
         (!added.head_known || added.part.preposition.empty());
}
bool is_beside_argument(const AddedPart& added) {
  return added.head_known && added.filler.is_core() && added.part.preposition.empty();
}
bool is_beside_known(const AddedPart& added) { return added.head_known; }
bool is_argument(const AddedPart& added) { return added.filler.is_core(); }

using ModifierRule = Rule<AddedPart, Modifier>;
constexpr std::array kModifierRules{
    ModifierRule{"added to the subject", is_in_subject, Modifier::kSubjectAdjective,
                 "The artist painted the wall. / The young artist painted the wall."},
    ModifierRule{"added time", is_time, Modifier::kTime,
                 "The artist painted the wall. / The artist painted the wall yesterday."},
    ModifierRule{"added to the object", is_beside_object, Modifier::kObjectAdjective,
                 "The artist painted the wall. / The artist painted the old wall."},
    ModifierRule{"added manner", is_manner, Modifier::kManner,
                 "The artist painted the wall. / The artist quickly painted the wall."},
    ModifierRule{"added to an argument", is_beside_argument, Modifier::kObjectAdjective,
                 "The boss gave the clerk a present. / The boss gave the old clerk a big present."},
    ModifierRule{"added to another phrase", is_beside_known, Modifier::kIndirectAdjective,
                 "She gave the book to her brother. / She gave the book to her young brother."},
    ModifierRule{"added argument", is_argument, Modifier::kIndirect,
                 "She gave the book. / She gave the book to her brother."},
};

using Modifiers = std::array<bool, kModifierNames.size()>;

void find_added(const Filler& filler, const FormedFrame& from, const FormedFrame& to,
                Modifiers& found) {
  for (const auto& part : filler.parts) {
    const bool more = std::ranges::any_of(
        part.words, [&](const FormedWord& word) { return !contains(to.all, word); });
    if (!more) continue;
    const AddedPart added{filler, part, contains(to.all, part.head), from};
    found[static_cast<std::size_t>(result_of(kModifierRules, added, Modifier::kPlace))] = true;
  }
}

// Modifiers that only the first has.
Modifiers added(const FormedFrame& from, const FormedFrame& to) {
  Modifiers found{};
  if (from.subject && to.subject) find_added(*from.subject, from, to, found);
  for (const auto& object : from.objects) find_added(object, from, to, found);
  found[static_cast<std::size_t>(Modifier::kAgent)] = from.subject && !to.subject;
  found[static_cast<std::size_t>(Modifier::kPassive)] = from.passive && !to.passive;
  return found;
}

std::vector<std::string_view> modifiers_of(const FramePair& pair) {
  std::vector<std::string_view> names;
  const auto of_first = added(pair.a, pair.b), of_second = added(pair.b, pair.a);
  for (std::size_t i = 0; i < kModifierNames.size(); ++i) {
    if (of_first[i]) names.push_back(kModifierNames[i]);
    if (of_second[i]) names.push_back(kModifierNames[i]);
  }
  return names;
}

// "The wall was painted": its subject is an object if the other names who painted it.
void free_subject(FormedFrame& frame, const FormedFrame& other) {
  const bool agent = other.subject && other.subject->role == Role::kAgent;
  if (!agent || !frame.subject || frame.subject->role == Role::kAgent) return;
  if (!frame.verb || !other.verb || !match(*frame.verb, *other.verb)) return;
  const auto is_it = [&](const Filler& object) {
    return object.is_core() && object.holds(frame.subject->head());
  };
  if (std::none_of(other.objects.begin(), other.objects.end(), is_it)) return;
  frame.objects.insert(frame.objects.begin(), std::move(*frame.subject));
  frame.subject.reset();
}

}  // namespace

std::string_view name_of(PairKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

PairDifference PairComparer::compare(const RoleFrame& first, const RoleFrame& second) const {
  FormedFrame a = formed_frame(first, lexicon_), b = formed_frame(second, lexicon_);
  free_subject(a, b);
  free_subject(b, a);
  const FramePair pair(a, b, lexicon_);
  const PairKind kind = kind_of(pair);
  if (kind != PairKind::kModifiers) return {kind, {}};
  return {kind, modifiers_of(pair)};
}

RuleExamples pair_kind_examples() {
  return examples_of(kFormRules, kNearRules, kDenialRules, kModifierRules);
}

std::vector<PairDifference> differences_of(const RoleRows& pairs) {
  if (pairs.sides != 2) {
    throw usage_error("these are the roles of single sentences", "name the roles of pairs");
  }
  const Lexicon lexicon(kWordNetFolder);
  const PairComparer comparer(lexicon);
  std::vector<PairDifference> differences;
  for (std::size_t row = 0; row < pairs.rows(); ++row) {
    differences.push_back(comparer.compare(pairs.at(row, 0), pairs.at(row, 1)));
  }
  return differences;
}

std::string pair_kinds_tsv(const std::vector<PairDifference>& differences) {
  std::string text = "pair\tkind\tmodifiers\tadded\n";
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const auto& [kind, modifiers] = differences[i];
    text += std::to_string(i + 1) + "\t" + std::string(name_of(kind)) + "\t" +
            std::to_string(modifiers.size()) + "\t";
    for (std::size_t at = 0; at < modifiers.size(); ++at) {
      if (at > 0) text += ", ";
      text += modifiers[at];
    }
    text += "\n";
  }
  return text;
}

}  // namespace sonde

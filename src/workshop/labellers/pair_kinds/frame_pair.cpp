#include "workshop/labellers/pair_kinds/frame_pair.h"
#include "workshop/language/lexicon/word_relations.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace sonde {
namespace {

// Words that are close in meaning are so few hypernyms apart.
constexpr std::size_t kStepsNear = 2;
constexpr std::size_t kMostNearWords = 64;  // per sentence: all pairs are compared

using Fillers = std::vector<const Filler*>;

template <class Wanted>
FormedWords heads_of(const FormedFrame& frame, const Wanted& is_wanted) {
  FormedWords found;
  for (const auto& object : frame.objects) {
    if (is_wanted(object)) found.push_back(object.head());
  }
  return found;
}

FormedWords all_heads(const FormedFrame& frame) {
  return heads_of(frame, [](const Filler&) { return true; });
}

// Patient and Theme, or else everything but subject and verb.
FormedWords object_heads(const FormedFrame& frame) {
  FormedWords found = heads_of(frame, [](const Filler& object) { return object.is_core(); });
  return found.empty() ? all_heads(frame) : found;
}

FormedWords direct_heads(const FormedFrame& frame) {
  FormedWords found =
      heads_of(frame, [](const Filler& object) { return object.is_core() && object.is_direct(); });
  return found.empty() ? object_heads(frame) : found;
}

bool in_objects(const FormedWord& word, const FormedFrame& frame) {
  return std::ranges::any_of(frame.objects,
                             [&](const Filler& object) { return object.holds(word); });
}

bool same_heads(const std::optional<Filler>& a, const std::optional<Filler>& b) {
  return a && b && match(a->head(), b->head());
}

bool same_words(const std::optional<FormedWord>& a, const std::optional<FormedWord>& b) {
  return a && b && match(*a, *b);
}

std::size_t direct_parts(const FormedFrame& frame) {
  std::size_t direct = 0;
  for (const auto& object : frame.objects) {
    direct += static_cast<std::size_t>(std::ranges::count_if(
        object.parts, [](const PhrasePart& part) { return part.preposition.empty(); }));
  }
  return direct;
}

// The place of a word among the objects: its preposition, or which of two without one.
std::string place_of(const FormedWord& word, const FormedFrame& frame) {
  for (const auto& object : frame.objects) {
    for (const auto& part : object.parts) {
      if (!match(part.head, word) && !contains(part.words, word)) continue;
      if (!part.preposition.empty()) return part.preposition;
      return direct_parts(frame) > 1 ? std::string(kRoleNames[index_of(object.role)]) : "direct";
    }
  }
  return "";
}

bool lacks_a_noun_of(const Fillers& these, const Filler& filler) {
  return std::ranges::any_of(filler.parts, [&](const PhrasePart& part) {
    return std::ranges::none_of(these,
                                [&](const Filler* other) { return other->holds(part.head); });
  });
}

// Whether each side's objects have a noun that is not among the other's.
bool is_replaced(const Fillers& a, const Fillers& b) {
  const auto lacks_one = [](const Fillers& from, const Fillers& to) {
    return std::ranges::any_of(from,
                               [&](const Filler* filler) { return lacks_a_noun_of(to, *filler); });
  };
  return lacks_one(a, b) && lacks_one(b, a);
}

Fillers core_objects(const FormedFrame& frame) {
  Fillers fillers;
  for (const auto& object : frame.objects) {
    if (object.is_core()) fillers.push_back(&object);
  }
  return fillers;
}

// "In education", "in warfare": a place by the same preposition is an argument.
bool is_other_place(const Filler& left, const Filler& right) {
  const bool place =
      left.role == right.role && (left.role == Role::kLocation || left.role == Role::kTrajectory);
  return place && !left.is_direct() &&
         left.parts.front().preposition == right.parts.front().preposition &&
         is_replaced({&left}, {&right});
}

FormedWords missing(const FormedWords& from, const FormedWords& to) {
  FormedWords found;
  std::ranges::copy_if(from, std::back_inserter(found),
                       [&](const FormedWord& word) { return !contains(to, word); });
  return found;
}

bool lost_words(const Filler& from, const Filler& to) {
  return std::ranges::any_of(from.parts, [&](const PhrasePart& part) {
    return std::ranges::any_of(part.words, [&](const FormedWord& word) { return !to.holds(word); });
  });
}

bool is_near(const Lexicon& lexicon, const FormedWord& a, const FormedWord& b) {
  if (match(a, b) || are_synonyms(lexicon, a.text, b.text)) return true;
  for (const WordKind kind : {WordKind::kNoun, WordKind::kVerb}) {
    if (is_a_kind_of(lexicon, a.text, b.text, kind, kStepsNear) ||
        is_a_kind_of(lexicon, b.text, a.text, kind, kStepsNear)) {
      return true;
    }
  }
  return false;
}

bool one_is_near(const Lexicon& lexicon, const FormedWords& a, const FormedWords& b) {
  return std::ranges::any_of(a, [&](const FormedWord& left) {
    return std::ranges::any_of(
        b, [&](const FormedWord& right) { return is_near(lexicon, left, right); });
  });
}

FormedWords first_words(const FormedWords& words) {
  const std::size_t most = std::min(words.size(), kMostNearWords);
  return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(most)};
}

std::size_t near_words(const FramePair& pair) {
  const FormedWords b = first_words(pair.b.all);
  std::vector<std::string> counted;
  for (const auto& word : first_words(pair.a.all)) {
    if (std::ranges::find(counted, word.text) != counted.end()) continue;
    if (one_is_near(pair.lexicon, {word}, b)) counted.push_back(word.text);
  }
  return counted.size();
}

}  // namespace

FramePair::FramePair(const FormedFrame& first, const FormedFrame& second, const Lexicon& by)
    : a(first), b(second), lexicon(by) {
  same_verb = same_words(a.verb, b.verb);
  same_subject = same_heads(a.subject, b.subject);
  const FormedWords direct_a = direct_heads(a), direct_b = direct_heads(b);
  both_have_objects = !direct_a.empty() && !direct_b.empty();
  no_objects = direct_a.empty() && direct_b.empty();
  same_object = no_objects || share_word(direct_a, direct_b);
  shared = share_word(all_heads(a), all_heads(b));
  agent_missing = a.subject.has_value() != b.subject.has_value();
  same_clause = is_same_clause();
  only_a = missing(a.all, b.all);
  only_b = missing(b.all, a.all);
}

bool FramePair::is_same_clause() const {
  return same_verb && (same_subject || agent_missing) && (same_object || shared) &&
         !object_is_replaced();
}

bool FramePair::subject_is_object(const FormedFrame& from, const FormedFrame& to) {
  return from.subject && in_objects(from.subject->head(), to);
}
bool FramePair::verb_is_object(const FormedFrame& from, const FormedFrame& to) {
  return from.verb && in_objects(*from.verb, to);
}
bool FramePair::verb_is_subject(const FormedFrame& from, const FormedFrame& to) {
  return from.verb && to.subject && to.subject->holds(*from.verb);
}

bool FramePair::subjects_move() const {
  return !same_subject && subject_of_a_is_object() && subject_of_b_is_object();
}

bool FramePair::subjects_change_places() const {
  return subjects_move() && place_of(b.subject->head(), a) == place_of(a.subject->head(), b);
}

bool FramePair::words_moved() const {
  if (a.subject && b.subject && lost_words(*a.subject, *b.subject)) return true;
  return std::ranges::any_of(a.objects, [&](const Filler& left) {
    return std::ranges::any_of(b.objects, [&](const Filler& right) {
      return left.role == right.role && lost_words(left, right);
    });
  });
}

bool FramePair::added_are_opposites() const { return have_opposites(only_a, only_b); }
bool FramePair::any_are_opposites() const { return have_opposites(a.all, b.all); }

int FramePair::kept() const {
  return (same_verb ? 1 : 0) + (same_subject ? 1 : 0) + (same_object || shared ? 1 : 0);
}

bool FramePair::both_have_some_object() const {
  return !object_heads(a).empty() && !object_heads(b).empty();
}

bool FramePair::have_opposites(const FormedWords& first, const FormedWords& second) const {
  for (std::size_t i = 0; i < std::min(first.size(), kMostNearWords); ++i) {
    for (std::size_t j = 0; j < std::min(second.size(), kMostNearWords); ++j) {
      if (!match(first[i], second[j]) && are_opposites(lexicon, first[i].text, second[j].text)) {
        return true;
      }
    }
  }
  return false;
}

bool FramePair::object_is_replaced() const {
  if (is_replaced(core_objects(a), core_objects(b))) return true;
  return std::ranges::any_of(a.objects, [&](const Filler& left) {
    return std::ranges::any_of(b.objects,
                               [&](const Filler& right) { return is_other_place(left, right); });
  });
}

FrameNearness::FrameNearness(const FramePair& of) : pair(of), words(near_words(of)) {
  const FormedFrame &a = pair.a, &b = pair.b;
  const bool verb = a.verb && b.verb && is_near(pair.lexicon, *a.verb, *b.verb);
  const bool subject =
      a.subject && b.subject && is_near(pair.lexicon, a.subject->head(), b.subject->head());
  const bool object = one_is_near(pair.lexicon, object_heads(a), object_heads(b));
  roles = (verb ? 1 : 0) + (subject ? 1 : 0) + (object ? 1 : 0);
}

}  // namespace sonde

#pragma once

#include <optional>
#include <string>

#include "workshop/labellers/pair_kinds/formed_frame.h"

namespace sonde {

// A pair of frames: the facts that kinds of pairs depend on. `a` and `b` are the first and the
// second frame. The frames and the lexicon must outlive it.
class FramePair {
 public:
  FramePair(const FormedFrame& first, const FormedFrame& second, const Lexicon& by);

  // Which words of one frame are in another place of the other.
  bool subject_of_a_is_object() const { return subject_is_object(a, b); }
  bool subject_of_b_is_object() const { return subject_is_object(b, a); }
  bool verb_of_a_is_object() const { return verb_is_object(a, b); }
  bool verb_of_b_is_object() const { return verb_is_object(b, a); }
  bool verb_of_a_is_subject() const { return verb_is_subject(a, b); }
  bool verb_of_b_is_subject() const { return verb_is_subject(b, a); }
  bool subjects_move() const;
  // Whether each subject is in the other's place: not "to the guest" for "the king".
  bool subjects_change_places() const;
  // The same words in other phrases.
  bool words_moved() const;

  // Words without a counterpart are antonyms.
  bool added_are_opposites() const;
  bool any_are_opposites() const;

  // How many of verb, subject and object are the same.
  int kept() const;
  bool both_have_some_object() const;

  const FormedFrame& a;
  const FormedFrame& b;
  const Lexicon& lexicon;
  bool same_verb = false;
  bool same_subject = false;
  bool same_object = false;  // or none has one
  bool both_have_objects = false;
  bool no_objects = false;
  bool shared = false;         // the head of some object, whatever its role
  bool agent_missing = false;  // one has a subject, the other none
  bool same_clause = false;    // verb, subject and object are the same, or one is left out
  FormedWords only_a{}, only_b{};

 private:
  static bool subject_is_object(const FormedFrame& from, const FormedFrame& to);
  static bool verb_is_object(const FormedFrame& from, const FormedFrame& to);
  static bool verb_is_subject(const FormedFrame& from, const FormedFrame& to);
  bool have_opposites(const FormedWords& first, const FormedWords& second) const;
  bool object_is_replaced() const;
  bool is_same_clause() const;
};

// How much of two frames is close in meaning. Slow, so it is measured last.
struct FrameNearness {
  explicit FrameNearness(const FramePair& pair);

  const FramePair& pair;
  int roles = 0;          // verb, subject and object
  std::size_t words = 0;  // in the first frame with one close in meaning in the second
};

}  // namespace sonde

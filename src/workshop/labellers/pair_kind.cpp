#include "workshop/labellers/pair_kind.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "formats/lexicons/wordnet.h"
#include "sonde/error.h"
#include "workshop/labellers/formed_frame.h"

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
// Words that are near in meaning are so few hypernyms apart.
constexpr std::size_t kStepsNear = 2;
constexpr std::size_t kMostNearWords = 64;  // of a sentence: the comparison is of each with each

// Two frames side by side.
class FramePair {
 public:
  FramePair(const FormedFrame& a, const FormedFrame& b, const Lexicon& lexicon)
      : a_(a), b_(b), lexicon_(lexicon) {
    same_verb_ = a.verb && b.verb && match(*a.verb, *b.verb);
    same_subject_ = a.subject && b.subject && match(a.subject->head(), b.subject->head());
    const FormedWords direct_a = direct_heads(a), direct_b = direct_heads(b);
    both_have_objects_ = !direct_a.empty() && !direct_b.empty();
    no_objects_ = direct_a.empty() && direct_b.empty();
    same_object_ = no_objects_ || share_word(direct_a, direct_b);
    shared_ = share_word(heads(a, false), heads(b, false));
  }

  PairKind kind() const {
    const PairKind kind = kind_without_negation();
    const bool alike = kind == PairKind::kSame || kind == PairKind::kModifiers;
    return alike && a_.negated != b_.negated ? PairKind::kOpposite : kind;
  }

  std::vector<std::string_view> modifiers() const {
    std::vector<std::string_view> names;
    const auto of_first = added(a_, b_), of_second = added(b_, a_);
    for (std::size_t i = 0; i < kModifierNames.size(); ++i) {
      if (of_first[i]) names.push_back(kModifierNames[i]);
      if (of_second[i]) names.push_back(kModifierNames[i]);
    }
    return names;
  }

 private:
  PairKind kind_without_negation() const {
    if (const auto exchanged = same_verb_ ? exchange_of_nouns() : exchange_with_verb()) {
      return *exchanged;
    }
    const bool agent_lacks = a_.subject.has_value() != b_.subject.has_value();
    if (same_verb_ && (same_subject_ || agent_lacks) && (same_object_ || shared_) &&
        !object_is_replaced()) {
      return agent_lacks ? PairKind::kModifiers : kind_of_modification();
    }
    const int kept =
        (same_verb_ ? 1 : 0) + (same_subject_ ? 1 : 0) + (same_object_ || shared_ ? 1 : 0);
    if (kept >= 1 && have_opposites(a_.all, b_.all)) return PairKind::kOpposite;
    if (const auto changed = one_changed()) return *changed;
    return little_in_common(kept);
  }
  // Of the Patient and the Theme, or else of all that is neither subject nor verb.
  static FormedWords heads(const FormedFrame& frame, bool core) {
    FormedWords found;
    for (const auto& object : frame.objects) {
      if (!core || object.is_core()) found.push_back(object.head());
    }
    return found;
  }
  static FormedWords object_heads(const FormedFrame& frame) {
    FormedWords found = heads(frame, true);
    return found.empty() ? heads(frame, false) : found;
  }
  static FormedWords direct_heads(const FormedFrame& frame) {
    FormedWords found;
    for (const auto& object : frame.objects) {
      if (object.is_core() && object.is_direct()) found.push_back(object.head());
    }
    return found.empty() ? object_heads(frame) : found;
  }

  static bool in_objects(const FormedWord& word, const FormedFrame& frame) {
    return std::any_of(frame.objects.begin(), frame.objects.end(),
                       [&](const Filler& object) { return object.holds(word); });
  }
  bool subject_in_objects(const FormedFrame& from, const FormedFrame& to) const {
    return from.subject && in_objects(from.subject->head(), to);
  }
  static bool verb_in_objects(const FormedFrame& from, const FormedFrame& to) {
    return from.verb && in_objects(*from.verb, to);
  }
  static bool verb_in_subject(const FormedFrame& from, const FormedFrame& to) {
    return from.verb && to.subject && to.subject->holds(*from.verb);
  }

  std::optional<PairKind> exchange_with_verb() const {
    const bool to_object = verb_in_objects(a_, b_), from_object = verb_in_objects(b_, a_);
    const bool subjects_move =
        !same_subject_ && subject_in_objects(a_, b_) && subject_in_objects(b_, a_);
    if (subjects_move && (to_object || from_object)) return PairKind::kFourExchanged;
    if (to_object && from_object) {
      return same_subject_ ? PairKind::kVerbAndObjectExchanged : PairKind::kOtherExchanged;
    }
    const bool to_subject = verb_in_subject(a_, b_), from_subject = verb_in_subject(b_, a_);
    if (to_subject && from_subject) return PairKind::kSubjectAndVerbExchanged;
    if (to_subject || from_subject || to_object || from_object || subjects_move) {
      return PairKind::kOtherExchanged;
    }
    return std::nullopt;
  }

  // Where a word stands among the objects: its preposition, or which of two without one.
  static std::string place_of(const FormedWord& word, const FormedFrame& frame) {
    std::size_t direct = 0;
    for (const auto& object : frame.objects) {
      for (const auto& part : object.parts) direct += part.preposition.empty() ? std::size_t{1} : 0;
    }
    for (const auto& object : frame.objects) {
      for (const auto& part : object.parts) {
        if (!match(part.head, word) && !contains(part.words, word)) continue;
        if (!part.preposition.empty()) return part.preposition;
        return direct > 1 ? std::string(kRoleNames[index_of(object.role)]) : "direct";
      }
    }
    return "";
  }

  std::optional<PairKind> exchange_of_nouns() const {
    if (same_subject_) return std::nullopt;
    const bool to_object = subject_in_objects(a_, b_), from_object = subject_in_objects(b_, a_);
    if (to_object && from_object) {
      const bool in_place = place_of(b_.subject->head(), a_) == place_of(a_.subject->head(), b_);
      return in_place ? PairKind::kSubjectAndObjectExchanged : PairKind::kThreeExchanged;
    }
    if (to_object || from_object) return PairKind::kThreeExchanged;
    return std::nullopt;
  }

  // Whether each side has a noun among the parts of its objects that the other lacks.
  static bool is_replaced(const std::vector<const Filler*>& a,
                          const std::vector<const Filler*>& b) {
    const auto lacks_one = [](const std::vector<const Filler*>& from,
                              const std::vector<const Filler*>& to) {
      return std::any_of(from.begin(), from.end(), [&](const Filler* filler) {
        return std::any_of(filler->parts.begin(), filler->parts.end(), [&](const PhrasePart& part) {
          return std::none_of(to.begin(), to.end(),
                              [&](const Filler* other) { return other->holds(part.head); });
        });
      });
    };
    return lacks_one(a, b) && lacks_one(b, a);
  }

  bool object_is_replaced() const {
    const auto core = [](const FormedFrame& frame) {
      std::vector<const Filler*> fillers;
      for (const auto& object : frame.objects) {
        if (object.is_core()) fillers.push_back(&object);
      }
      return fillers;
    };
    if (is_replaced(core(a_), core(b_))) return true;
    // "in education", "in warfare": a place by the same preposition is an argument.
    for (const auto& left : a_.objects) {
      for (const auto& right : b_.objects) {
        const bool place = left.role == right.role &&
                           (left.role == Role::kLocation || left.role == Role::kTrajectory);
        if (place && !left.is_direct() &&
            left.parts.front().preposition == right.parts.front().preposition &&
            is_replaced({&left}, {&right})) {
          return true;
        }
      }
    }
    return false;
  }

  PairKind kind_of_modification() const {
    const FormedWords only_a = missing(a_.all, b_.all), only_b = missing(b_.all, a_.all);
    if (have_opposites(only_a, only_b)) return PairKind::kOpposite;
    if (!only_a.empty() || !only_b.empty()) return PairKind::kModifiers;
    if (words_moved()) return PairKind::kAdjectivesExchanged;
    return a_.passive == b_.passive ? PairKind::kSame : PairKind::kModifiers;
  }

  static FormedWords missing(const FormedWords& from, const FormedWords& to) {
    FormedWords found;
    for (const auto& word : from) {
      if (!contains(to, word)) found.push_back(word);
    }
    return found;
  }

  bool words_moved() const {
    const auto lost = [](const Filler& from, const Filler& to) {
      return std::any_of(from.parts.begin(), from.parts.end(), [&](const PhrasePart& part) {
        return std::any_of(part.words.begin(), part.words.end(),
                           [&](const FormedWord& word) { return !to.holds(word); });
      });
    };
    if (a_.subject && b_.subject && lost(*a_.subject, *b_.subject)) return true;
    return std::any_of(a_.objects.begin(), a_.objects.end(), [&](const Filler& left) {
      return std::any_of(b_.objects.begin(), b_.objects.end(), [&](const Filler& right) {
        return left.role == right.role && lost(left, right);
      });
    });
  }

  bool have_opposites(const FormedWords& a, const FormedWords& b) const {
    for (std::size_t i = 0; i < std::min(a.size(), kMostNearWords); ++i) {
      for (std::size_t j = 0; j < std::min(b.size(), kMostNearWords); ++j) {
        if (!match(a[i], b[j]) && lexicon_.are_opposites(a[i].text, b[j].text)) return true;
      }
    }
    return false;
  }

  bool is_near(const FormedWord& a, const FormedWord& b) const {
    if (match(a, b) || lexicon_.are_synonyms(a.text, b.text)) return true;
    for (const WordKind kind : {WordKind::kNoun, WordKind::kVerb}) {
      if (lexicon_.is_a_kind_of(a.text, b.text, kind, kStepsNear) ||
          lexicon_.is_a_kind_of(b.text, a.text, kind, kStepsNear)) {
        return true;
      }
    }
    return false;
  }

  bool one_is_near(const FormedWords& a, const FormedWords& b) const {
    return std::any_of(a.begin(), a.end(), [&](const FormedWord& left) {
      return std::any_of(b.begin(), b.end(),
                         [&](const FormedWord& right) { return is_near(left, right); });
    });
  }

  std::optional<PairKind> one_changed() const {
    const bool object_kept = (same_object_ && both_have_objects_) || shared_;
    if (same_verb_ && same_subject_) {
      const bool both = !object_heads(a_).empty() && !object_heads(b_).empty();
      return both ? PairKind::kObjectChanged : PairKind::kModifiers;
    }
    if (same_subject_ && object_kept) return PairKind::kVerbChanged;
    if (same_verb_ && object_kept) return PairKind::kSubjectChanged;
    return std::nullopt;
  }

  PairKind little_in_common(int kept) const {
    const bool near_verb = a_.verb && b_.verb && is_near(*a_.verb, *b_.verb);
    const bool near_subject =
        a_.subject && b_.subject && is_near(a_.subject->head(), b_.subject->head());
    const bool near_object = one_is_near(object_heads(a_), object_heads(b_));
    const int near = (near_verb ? 1 : 0) + (near_subject ? 1 : 0) + (near_object ? 1 : 0);
    if (!same_verb_ && near >= 2 && kept <= 1) return PairKind::kParaphrase;
    const std::size_t words = near_words();
    const bool none_kept = !same_verb_ && !same_subject_ && !shared_;
    if (none_kept && (words >= 3 || (words >= 2 && kept >= 1))) return PairKind::kParaphrase;
    if (same_verb_) return no_objects_ ? PairKind::kSubjectChanged : PairKind::kVerbKept;
    if (same_subject_) return no_objects_ ? PairKind::kVerbChanged : PairKind::kSubjectKept;
    if (shared_) return PairKind::kObjectKept;
    return words >= 2 ? PairKind::kParaphrase : PairKind::kUnrelated;
  }

  // How many words of the first have one near in meaning in the second.
  std::size_t near_words() const {
    const auto first = [](const FormedWords& words) {
      return FormedWords(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                            words.size(), kMostNearWords)));
    };
    const FormedWords a = first(a_.all), b = first(b_.all);
    std::vector<std::string> counted;
    for (const auto& word : a) {
      if (std::find(counted.begin(), counted.end(), word.text) != counted.end()) continue;
      if (one_is_near({word}, b)) counted.push_back(word.text);
    }
    return counted.size();
  }

  // In the order of kModifierNames.
  enum Modifier {
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

  // The one that counts as the object where adjectives are added: without a direct one the first
  // argument, or the place, "lives in a large house".
  static const Filler* first_object(const FormedFrame& frame) {
    const auto& objects = frame.objects;
    const auto first = [&](const auto& is_wanted) {
      const auto found = std::find_if(objects.begin(), objects.end(), is_wanted);
      return found == objects.end() ? nullptr : &*found;
    };
    if (const auto* direct =
            first([](const Filler& filler) { return filler.is_core() && filler.is_direct(); })) {
      return direct;
    }
    if (const auto* core = first([](const Filler& filler) { return filler.is_core(); }))
      return core;
    return first([](const Filler& filler) { return filler.role == Role::kLocation; });
  }

  // What a part of a phrase adds whose words the other sentence lacks, or all but its head.
  static Modifier modifier_of(const Filler& filler, const PhrasePart& part, bool head_known,
                              const FormedFrame& frame) {
    if (frame.subject && &filler == &*frame.subject) return kSubjectAdjective;
    if (filler.role == Role::kTime) return kTime;
    const bool further = &part != &filler.parts.front();
    if (head_known && &filler == first_object(frame) && !further) return kObjectAdjective;
    if (filler.role == Role::kManner && (!head_known || part.preposition.empty())) return kManner;
    if (head_known) {
      return filler.is_core() && part.preposition.empty() ? kObjectAdjective : kIndirectAdjective;
    }
    return filler.is_core() ? kIndirect : kPlace;
  }

  // What the first has and the second lacks.
  static std::array<bool, kModifierNames.size()> added(const FormedFrame& from,
                                                       const FormedFrame& to) {
    std::array<bool, kModifierNames.size()> found{};
    const auto look = [&](const Filler& filler) {
      for (const auto& part : filler.parts) {
        const bool more =
            std::any_of(part.words.begin(), part.words.end(),
                        [&](const FormedWord& word) { return !contains(to.all, word); });
        if (more) found[modifier_of(filler, part, contains(to.all, part.head), from)] = true;
      }
    };
    if (from.subject && to.subject) look(*from.subject);
    for (const auto& object : from.objects) look(object);
    found[kAgent] = from.subject && !to.subject;
    found[kPassive] = from.passive && !to.passive;
    return found;
  }

  const FormedFrame& a_;
  const FormedFrame& b_;
  const Lexicon& lexicon_;
  bool same_verb_ = false;
  bool same_subject_ = false;
  bool same_object_ = false;  // or none has one
  bool both_have_objects_ = false;
  bool no_objects_ = false;
  bool shared_ = false;  // the head of some object, whatever its role
};

// "The wall was painted": its subject is an object where the other names who painted it.
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
  const PairKind kind = pair.kind();
  if (kind != PairKind::kModifiers) return {kind, {}};
  return {kind, pair.modifiers()};
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

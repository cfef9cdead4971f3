#include "workshop/labellers/role_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/phrase_roles.h"
#include "workshop/labellers/role_clause.h"
#include "workshop/labellers/role_words.h"

namespace sonde {
namespace {

// The role of a direct object.
using ObjectRule = Rule<RoleClause, Role>;
bool is_placed_in(const RoleClause& clause) { return clause.verb_in("object_is_place"); }
bool is_listed_patient(const RoleClause& clause) { return clause.verb_in("object_is_patient"); }
bool is_listed_theme(const RoleClause& clause) { return clause.verb_in("object_is_theme"); }
bool is_affected(const RoleClause& clause) {
  return is_one_of(clause.category,
                   {Category::kVerbChange, Category::kVerbBody, Category::kVerbConsumption});
}
// "Ordered the man to leave".
bool is_before_infinitive_of_verb(const RoleClause& clause) {
  constexpr std::uint64_t kSomebodyToInfinitive = 1U << 24;
  const bool takes = (clause.lexicon.frames_of(clause.verb) & kSomebodyToInfinitive) != 0;
  return takes && clause.category == Category::kVerbCommunication &&
         std::ranges::any_of(clause.chunks, [&](const Chunk& chunk) {
           return chunk.kind == ChunkKind::kInfinitive &&
                  chunk.words.begin >= clause.parts.verb.end;
         });
}
constexpr std::array kDirectObjectRoles{
    ObjectRule{"object before an infinitive", is_before_infinitive_of_verb, Role::kPatient,
               "The queen ordered the man to leave."},
    ObjectRule{"object of a verb of affecting", is_listed_patient, Role::kPatient,
               "The dog attacked the man."},
    ObjectRule{"object of a verb of using", is_listed_theme, Role::kTheme,
               "The firm used computers."},
    ObjectRule{"changed object", is_affected, Role::kPatient, "The cook boiled the eggs."},
};
// "Jumped the fence", not "jumped ten percent".
bool is_crossed(const RoleClause& clause) {
  return clause.verb_in("object_is_way") &&
         std::ranges::any_of(clause.chunks, [&](const Chunk& chunk) {
           return is_object(clause, chunk) &&
                  is_one_of(clause.noun(chunk), {Category::kNounArtifact, Category::kNounObject,
                                                 Category::kNounLocation});
         });
}
bool is_amount(const RoleClause& clause) {
  return std::ranges::any_of(clause.chunks, [&](const Chunk& chunk) {
    return is_object(clause, chunk) && is_listed("nouns_of_amount", clause.word(chunk.head));
  });
}
constexpr std::array kOnlyObjectRoles{
    ObjectRule{"object is an amount", is_amount, Role::kManner, "Prices rose ten percent."},
    ObjectRule{"object is a way", is_crossed, Role::kTrajectory, "The hikers crossed the bridge."},
    ObjectRule{"object is a place", is_placed_in, Role::kLocation, "The guests entered the house."},
};

// The role of the first of two objects. The second is the Theme.
bool has_destination(const RoleClause& clause) { return clause.verb_in("verbs_with_destination"); }
constexpr std::array kFirstObjectRoles{
    ObjectRule{"first object is a destination", has_destination, Role::kLocation,
               "The postman brought the woman a letter."},
};

// Whether the subject of an active verb undergoes what happens.
using SubjectRule = Rule<RoleClause, bool>;
constexpr bool kUndergoes = true;
bool acts_on_object(const RoleClause& clause) {
  return clause.object_count > 0 && clause.verb_in("subject_is_patient_without_object");
}
bool acts_as_person(const RoleClause& clause) {
  const WordSpan subject = clause.parts.subject;
  return !subject.empty() && clause.verb_in("subject_acts_as_person") &&
         clause.lexicon.category(clause.word(subject.end - 1), WordKind::kNoun) ==
             Category::kNounPerson;
}
bool is_undergone(const RoleClause& clause) { return clause.verb_in("subject_is_patient"); }
constexpr std::array kSubjectRoles{
    SubjectRule{"subject acts on an object", acts_on_object, !kUndergoes,
                "The storm broke the window."},
    SubjectRule{"person acts", acts_as_person, !kUndergoes, "Two women cooked."},
    SubjectRule{"subject undergoes", is_undergone, kUndergoes, "The window broke."},
};

// A word or clause and the clause that it is in.
struct RolePart {
  const RoleClause& clause;
  const std::string& word;
};

// The role of an adverb.
using AdverbRule = Rule<RolePart, std::optional<Role>>;
bool is_time_adverb(const RolePart& part) { return is_role_word(RoleWord::kTimeAdverb, part.word); }
bool is_place_adverb(const RolePart& part) {
  return is_role_word(RoleWord::kPlaceAdverb, part.word);
}
bool is_path_of_motion(const RolePart& part) {
  return is_role_word(RoleWord::kPathAdverb, part.word) && part.clause.is_motion();
}
bool is_path_adverb(const RolePart& part) { return is_role_word(RoleWord::kPathAdverb, part.word); }
bool is_any(const RolePart&) { return true; }
bool is_courtesy(const RolePart& part) { return is_listed("role_courtesy", part.word); }
constexpr std::array kAdverbRoles{
    AdverbRule{"courtesy", is_courtesy, std::nullopt, "Please open the door."},
    AdverbRule{"adverb of time", is_time_adverb, Role::kTime, "She often sings."},
    AdverbRule{"adverb of place", is_place_adverb, Role::kLocation, "He waited outside."},
    AdverbRule{"adverb of the way", is_path_of_motion, Role::kTrajectory,
               "He pushed the chair aside."},
    AdverbRule{"adverb without motion", is_path_adverb, std::nullopt, "He looked around."},
    AdverbRule{"adverb of manner", is_any, Role::kManner, "She sings beautifully."},
};

// The role of a clause by its first word. Nothing: an argument.
bool begins_time_clause(const RolePart& part) {
  return part.word == "when" || part.word == "while" || part.word == "whilst" ||
         part.word == "whenever" || part.word == "once" || part.word == "as" ||
         is_role_word(RoleWord::kTimePreposition, part.word);
}
bool is_doing_too(const RolePart& part) { return part.word.ends_with("ing"); }
bool gives_reason(const RolePart& part) { return is_listed("reason_conjunctions", part.word); }
constexpr std::array kClauseRoles{
    AdverbRule{"clause of reason or contrast", gives_reason, std::nullopt,
               "The baby cries because it is hungry."},
    AdverbRule{"clause of time", begins_time_clause, Role::kTime,
               "The baby cries when it is hungry."},
    AdverbRule{"doing at the same time", is_doing_too, Role::kManner,
               "A man sits on the bench reading a book."},
};

// "By hand".
bool is_by_body(const RoleClause& clause, const Chunk& chunk) {
  return chunk.content == chunk.head && clause.noun(chunk) == Category::kNounBody;
}

bool is_agent(const RoleClause& clause, const Chunk& chunk) {
  return clause.parts.passive && chunk.kind == ChunkKind::kPrepositional &&
         clause.preposition(chunk) == "by" && !clause.word(chunk.head).ends_with("ing") &&
         clause.noun(chunk) != Category::kNounTime && !is_by_body(clause, chunk);
}

Role other(Role role) { return role == Role::kTheme ? Role::kPatient : Role::kTheme; }

class RoleAssigner {
 public:
  RoleAssigner(const ClauseParts& parts, const Linkage& linkage, std::string_view sentence,
               const Lexicon& lexicon)
      : clause_(parts, linkage, lexicon), sentence_(sentence) {}

  RoleFrame frame() {
    if (clause_.parts.verb.empty()) return {};
    span_of(Role::kVerb) = clause_.parts.verb;
    take_objects();
    take_subject();
    for (const Chunk& chunk : clause_.chunks) take(chunk);
    RoleFrame frame;
    for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
      if (spans_[role]) frame.phrases[role] = text_of(*spans_[role]);
    }
    return frame;
  }

 private:
  std::string text_of(WordSpan span) const {
    const auto& words = clause_.linkage.words;
    const std::size_t begin = words[span.begin].begin;
    return std::string(sentence_.substr(begin, words[span.end - 1].end - begin));
  }

  std::optional<WordSpan>& span_of(Role role) { return spans_[index_of(role)]; }
  bool is_free(Role role) const { return !spans_[index_of(role)]; }

  // A phrase that directly follows the one that the role has becomes part of it.
  bool set(Role role, WordSpan words) {
    auto& span = span_of(role);
    if (!span) {
      span = words;
      return true;
    }
    if (span->end != words.begin) return false;
    span->end = words.end;
    return true;
  }

  Role object_role() const { return result_of(kDirectObjectRoles, clause_, Role::kTheme); }

  void take_objects() {
    std::vector<const Chunk*> objects;
    for (const Chunk& chunk : clause_.chunks) {
      if (is_object(clause_, chunk)) objects.push_back(&chunk);
    }
    if (objects.size() >= 2) {
      set(result_of(kFirstObjectRoles, clause_, Role::kPatient), objects[0]->words);
      set(Role::kTheme, objects[1]->words);
    } else if (objects.size() == 1) {
      const auto* place = first_rule(kOnlyObjectRoles, clause_);
      set(place ? place->result : object_role(), objects[0]->words);
    }
  }

  // Without the phrase of a doer.
  bool is_alone() const {
    return std::ranges::none_of(clause_.chunks,
                                [&](const Chunk& chunk) { return is_agent(clause_, chunk); });
  }

  void take_subject() {
    const WordSpan subject = clause_.parts.subject;
    if (subject.empty()) return;
    if (clause_.parts.passive && !(clause_.verb_in("participles_of_posture") && is_alone())) {
      set(is_free(object_role()) ? object_role() : other(object_role()), subject);
    } else if (result_of(kSubjectRoles, clause_, !kUndergoes)) {
      take_patient(subject);
    } else {
      set(Role::kAgent, subject);
    }
  }

  // The object of a verb whose subject is the Patient is the Theme.
  void take_patient(WordSpan subject) {
    auto& held = span_of(Role::kPatient);
    if (held && is_free(Role::kTheme)) std::swap(held, span_of(Role::kTheme));
    set(is_free(Role::kPatient) ? Role::kPatient : Role::kAgent, subject);
  }

  void take(const Chunk& chunk) {
    switch (chunk.kind) {
      case ChunkKind::kNounPhrase:
        return;  // taken already
      case ChunkKind::kAdverb:
        return take_adverb(chunk);
      case ChunkKind::kTimePhrase:
        set(Role::kTime, chunk.words);
        return;
      case ChunkKind::kSubordinate:
        return take_subordinate(chunk);
      case ChunkKind::kInfinitive:
      case ChunkKind::kClause:
      case ChunkKind::kComplement:
        return take_argument(chunk);
      case ChunkKind::kPrepositional:
        return take_prepositional(chunk);
    }
  }

  // To the one of Theme and Patient that is free, or else to the one that ends here.
  void take_argument(const Chunk& chunk, Role first = Role::kTheme) {
    for (const Role role : {first, other(first)}) {
      if (!is_free(role)) continue;
      set(role, chunk.words);
      return;
    }
    for (const Role role : {Role::kPatient, Role::kTheme}) {
      if (set(role, chunk.words)) return;
    }
  }

  void take_adverb(const Chunk& chunk) {
    const auto* rule = first_rule(kAdverbRoles, RolePart{clause_, clause_.word(chunk.head)});
    if (rule->result) set(*rule->result, chunk.words);
  }

  void take_subordinate(const Chunk& chunk) {
    const auto* rule = first_rule(kClauseRoles, RolePart{clause_, clause_.word(chunk.words.begin)});
    if (!rule) return take_argument(chunk);
    if (rule->result) set(*rule->result, chunk.words);
  }

  void take_prepositional(const Chunk& chunk) {
    if (is_agent(clause_, chunk) && is_free(Role::kAgent)) {
      set(Role::kAgent, chunk.words);
      return;
    }
    const auto role = role_of_phrase(clause_, chunk);
    if (!role) return take_argument(chunk);
    if (*role == Role::kPatient || *role == Role::kTheme) return take_argument(chunk, *role);
    if (!set(*role, chunk.words)) take_argument(chunk);
  }

  const RoleClause clause_;
  std::string_view sentence_;
  std::array<std::optional<WordSpan>, kRoleNames.size()> spans_{};
};

}  // namespace

RoleFrame roles_of(const ClauseParts& parts, const Linkage& linkage, std::string_view sentence,
                   const Lexicon& lexicon) {
  return RoleAssigner(parts, linkage, sentence, lexicon).frame();
}

RuleExamples role_rule_examples() {
  return examples_of(kDirectObjectRoles, kOnlyObjectRoles, kFirstObjectRoles, kSubjectRoles,
                     kAdverbRoles, kClauseRoles);
}

}  // namespace sonde

#include "workshop/labellers/role_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/role_words.h"

namespace sonde {
namespace {

bool is_in(std::string_view list, std::string_view word) {
  return word_set("en", list).contains(word);
}

// A fighter is one of the aircraft, which are craft, which are vehicles, which are conveyances, as
// trains are.
constexpr std::size_t kStepsToConveyance = 7;

// 1000 to 2099.
bool is_year(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() == 4 && std::ranges::all_of(word, is_digit) &&
         (word.front() == '1' || word.starts_with("20"));
}

class RoleAssigner {
 public:
  RoleAssigner(const ClauseParts& parts, const Linkage& linkage, std::string_view sentence,
               const Lexicon& lexicon)
      : parts_(parts), linkage_(linkage), sentence_(sentence), lexicon_(lexicon) {
    verb_ = parts.verb.empty() ? std::string()
                               : lexicon.base_of(linkage.words[parts.main].text, WordKind::kVerb);
    category_ = lexicon.category(verb_, WordKind::kVerb);
  }

  RoleFrame frame() {
    if (parts_.verb.empty()) return {};
    take_verb();
    chunks_ = attached(parts_.chunks);
    take_objects();
    take_subject();
    for (const Chunk& chunk : chunks_) take(chunk);
    RoleFrame frame;
    for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
      if (spans_[role]) frame.phrases[role] = text_of(*spans_[role]);
    }
    return frame;
  }

 private:
  std::string text_of(WordSpan span) const {
    const std::size_t begin = linkage_.words[span.begin].begin;
    return std::string(sentence_.substr(begin, linkage_.words[span.end - 1].end - begin));
  }
  const std::string& word(std::size_t at) const { return linkage_.words[at].text; }

  std::string preposition(const Chunk& chunk) const {
    std::string words;
    for (std::size_t at = chunk.words.begin; at < chunk.content; ++at) {
      words += (words.empty() ? "" : " ") + word(at);
    }
    return words;
  }

  std::optional<Category> noun(const Chunk& chunk) const {
    const std::string& head = word(chunk.head);
    if (is_role_word(RoleWord::kNotTimeNoun, head)) return Category::kNounAct;
    if (is_time_word(head)) return Category::kNounTime;
    if (is_role_word(RoleWord::kPronoun, head)) return Category::kNounPerson;
    return lexicon_.category(head, WordKind::kNoun);
  }

  bool is_time_word(const std::string& head) const {
    return is_year(head) || is_role_word(RoleWord::kTimeNoun, head) ||
           lexicon_.category(head, WordKind::kNoun) == Category::kNounTime;
  }

  bool is_motion() const {
    return category_ == Category::kVerbMotion || is_in("verbs_of_motion", verb_);
  }
  bool is_free(Role role) const { return !spans_[index_of(role)]; }

  // A phrase that directly follows the one that the role has becomes part of it.
  bool set(Role role, WordSpan words) {
    auto& span = spans_[index_of(role)];
    if (!span) {
      span = words;
      return true;
    }
    if (span->end != words.begin) return false;
    span->end = words.end;
    return true;
  }

  void take_verb() { spans_[index_of(Role::kVerb)] = parts_.verb; }

  // Whether a prepositional phrase belongs to the noun before it.
  bool belongs(const Chunk& before, const Chunk& chunk, bool before_is_object) const {
    const std::string by = preposition(chunk);
    if (by == "of") return true;
    const auto from = noun(before), to = noun(chunk);
    if (!before_is_object) return by == "near";
    if (by == "against") return true;
    if (by == "between" || by == "among") return from != Category::kNounPerson;
    if (by == "about") return from != Category::kNounPerson && from != Category::kNounGroup;
    if (by == "over") return from == Category::kNounAttribute && to != Category::kNounTime;
    if (by == "in")
      return is_in("nouns_completed_by_in", word(before.head)) && to != Category::kNounTime;
    if (by == "on") return is_in("nouns_completed_by_on", word(before.head));
    if (by == "for") return takes_for(from) && to != Category::kNounTime;
    return false;
  }

  static bool takes_for(std::optional<Category> noun) {
    return noun == Category::kNounCommunication || noun == Category::kNounCognition ||
           noun == Category::kNounState || noun == Category::kNounPossession ||
           noun == Category::kNounEvent;
  }

  std::vector<Chunk> attached(const std::vector<Chunk>& chunks) const {
    std::vector<Chunk> kept;
    for (const Chunk& chunk : chunks) {
      const bool follows = !kept.empty() && kept.back().words.end == chunk.words.begin &&
                           chunk.kind == ChunkKind::kPrepositional &&
                           (kept.back().kind == ChunkKind::kNounPhrase ||
                            kept.back().kind == ChunkKind::kPrepositional);
      if (follows && belongs(kept.back(), chunk, kept.back().kind == ChunkKind::kNounPhrase)) {
        kept.back().words.end = chunk.words.end;
        continue;
      }
      kept.push_back(chunk);
    }
    return kept;
  }

  bool is_object(const Chunk& chunk) const {
    return chunk.kind == ChunkKind::kNounPhrase && chunk.words.begin >= parts_.verb.end;
  }

  Role object_role() const {
    if (is_in("object_is_patient", verb_)) return Role::kPatient;
    if (is_in("object_is_theme", verb_)) return Role::kTheme;
    const bool affected = category_ == Category::kVerbChange || category_ == Category::kVerbBody ||
                          category_ == Category::kVerbConsumption;
    return affected ? Role::kPatient : Role::kTheme;
  }

  static Role other(Role role) { return role == Role::kTheme ? Role::kPatient : Role::kTheme; }

  void take_objects() {
    std::vector<const Chunk*> objects;
    for (const Chunk& chunk : chunks_) {
      if (is_object(chunk)) objects.push_back(&chunk);
    }
    object_count_ = objects.size();
    if (objects.size() >= 2) {
      set(is_in("verbs_with_destination", verb_) ? Role::kLocation : Role::kPatient,
          objects[0]->words);
      set(Role::kTheme, objects[1]->words);
    } else if (objects.size() == 1) {
      set(is_in("object_is_place", verb_) ? Role::kLocation : object_role(), objects[0]->words);
    }
  }

  bool has_agent_phrase() const {
    return std::any_of(chunks_.begin(), chunks_.end(),
                       [&](const Chunk& chunk) { return is_agent(chunk); });
  }
  bool is_agent(const Chunk& chunk) const {
    return parts_.passive && chunk.kind == ChunkKind::kPrepositional &&
           preposition(chunk) == "by" && !word(chunk.head).ends_with("ing") &&
           noun(chunk) != Category::kNounTime;
  }

  void take_subject() {
    if (parts_.subject.empty()) return;
    if (parts_.passive) {
      set(is_free(object_role()) ? object_role() : other(object_role()), parts_.subject);
      return;
    }
    const bool patient = is_in("subject_is_patient", verb_) &&
                         !(object_count_ > 0 && is_in("subject_is_patient_without_object", verb_));
    if (!patient) {
      set(Role::kAgent, parts_.subject);
      return;
    }
    // The object then is the Theme.
    auto& held = spans_[index_of(Role::kPatient)];
    if (held && is_free(Role::kTheme)) std::swap(held, spans_[index_of(Role::kTheme)]);
    set(is_free(Role::kPatient) ? Role::kPatient : Role::kAgent, parts_.subject);
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
      case ChunkKind::kComplement:
        return take_argument(chunk);
      case ChunkKind::kPrepositional:
        return take_prepositional(chunk);
    }
  }

  // To the one of Theme and Patient that is free.
  void take_argument(const Chunk& chunk, Role first = Role::kTheme) {
    if (is_free(first)) {
      set(first, chunk.words);
    } else if (is_free(other(first))) {
      set(other(first), chunk.words);
    } else {
      for (const Role role : {Role::kPatient, Role::kTheme}) {
        if (spans_[index_of(role)]->end == chunk.words.begin) {
          set(role, chunk.words);
          return;
        }
      }
    }
  }

  void take_adverb(const Chunk& chunk) {
    const std::string& head = word(chunk.head);
    if (is_role_word(RoleWord::kTimeAdverb, head)) {
      set(Role::kTime, chunk.words);
    } else if (is_role_word(RoleWord::kPlaceAdverb, head)) {
      set(Role::kLocation, chunk.words);
    } else if (is_role_word(RoleWord::kPathAdverb, head)) {
      if (is_motion()) set(Role::kTrajectory, chunk.words);
    } else {
      set(Role::kManner, chunk.words);
    }
  }

  void take_subordinate(const Chunk& chunk) {
    const std::string& first = word(chunk.words.begin);
    const bool time = first == "when" || first == "while" || first == "whenever" || first == "once";
    if (time) {
      set(Role::kTime, chunk.words);
    } else {
      take_argument(chunk);
    }
  }

  void take_prepositional(const Chunk& chunk) {
    if (is_agent(chunk) && is_free(Role::kAgent)) {
      set(Role::kAgent, chunk.words);
      return;
    }
    const auto role = role_of(chunk);
    if (!role) return take_argument(chunk);
    if (*role == Role::kPatient || *role == Role::kTheme) return take_argument(chunk, *role);
    if (!set(*role, chunk.words)) take_argument(chunk);
  }

  // Nothing: an argument, Theme or Patient.
  std::optional<Role> role_of(const Chunk& chunk) const {
    const std::string by = preposition(chunk);
    const auto kind = noun(chunk);
    if (is_role_word(RoleWord::kTimePreposition, by)) return Role::kTime;
    if (is_in("completed_verbs", verb_ + " " + by)) return std::nullopt;
    if (kind == Category::kNounTime && by != "of" && by != "with" && by != "about" && by != "to" &&
        by != "from") {
      return Role::kTime;
    }
    if (is_motion() && object_count_ == 0 && is_role_word(RoleWord::kPathPreposition, by)) {
      return Role::kTrajectory;
    }
    if (is_motion() && is_in("prepositions_of_crossing", by)) return Role::kTrajectory;
    if (is_role_word(RoleWord::kPlacePreposition, by)) return Role::kLocation;
    if ((by == "in" || by == "on") && is_motion() && is_vehicle(chunk)) return Role::kManner;
    if (by == "in")
      return is_in("nouns_of_manner", word(chunk.head)) ? Role::kManner : *role_in(kind);
    if (by == "at") return role_at(kind);
    if (by == "on") return role_on(kind);
    if (by == "to") return role_to(kind);
    if (by == "from") return role_from(kind);
    if (by == "by") return role_by(chunk, kind);
    if (by == "using" || by == "through" || by == "without" || by == "despite")
      return Role::kManner;
    if (by == "with") return role_with(chunk, kind);
    if (by == "about") return Role::kTheme;
    if (by == "over")
      return kind == Category::kNounArtifact ? std::optional(Role::kLocation) : std::nullopt;
    return std::nullopt;
  }

  static std::optional<Role> role_in(std::optional<Category> kind) {
    static constexpr std::array kManners{Category::kNounAttribute, Category::kNounFeeling,
                                         Category::kNounCognition, Category::kNounQuantity};
    if (kind && std::find(kManners.begin(), kManners.end(), *kind) != kManners.end()) {
      return Role::kManner;
    }
    return Role::kLocation;
  }
  static std::optional<Role> role_at(std::optional<Category> kind) {
    if (kind == Category::kNounPerson || kind == Category::kNounAnimal) return std::nullopt;
    if (kind == Category::kNounPossession) return Role::kManner;
    return Role::kLocation;
  }
  std::optional<Role> role_by(const Chunk& chunk, std::optional<Category> kind) const {
    const bool by_train = chunk.content == chunk.head && is_vehicle(chunk);
    if (by_train || word(chunk.head).ends_with("ing") || kind == Category::kNounBody) {
      return Role::kManner;
    }
    const bool place = kind == Category::kNounLocation || kind == Category::kNounObject ||
                       kind == Category::kNounArtifact;
    return place ? Role::kLocation : Role::kTheme;
  }
  bool is_vehicle(const Chunk& chunk) const {
    return lexicon_.is_a_kind_of(word(chunk.head), "conveyance", WordKind::kNoun,
                                 kStepsToConveyance);
  }
  std::optional<Role> role_on(std::optional<Category> kind) const {
    if (kind == Category::kNounAct || kind == Category::kNounGroup ||
        kind == Category::kNounCognition || kind == Category::kNounPossession) {
      return std::nullopt;
    }
    return Role::kLocation;
  }
  std::optional<Role> role_to(std::optional<Category> kind) const {
    if (is_in("verbs_with_destination", verb_)) return Role::kLocation;
    if (kind == Category::kNounPerson) return Role::kPatient;
    const bool place = kind == Category::kNounLocation || kind == Category::kNounArtifact ||
                       kind == Category::kNounObject || kind == Category::kNounGroup;
    if (place && is_motion()) return Role::kLocation;
    return Role::kPatient;
  }
  std::optional<Role> role_from(std::optional<Category> kind) const {
    const bool place = kind == Category::kNounLocation || kind == Category::kNounArtifact ||
                       kind == Category::kNounObject || kind == Category::kNounTops;
    const bool taken = category_ == Category::kVerbPossession || verb_ == "seize";
    if (place && !taken) return Role::kLocation;
    return std::nullopt;
  }
  std::optional<Role> role_with(const Chunk& chunk, std::optional<Category> kind) const {
    if (kind == Category::kNounBody || is_in("nouns_of_manner", word(chunk.head)))
      return Role::kManner;
    const bool tool = kind == Category::kNounArtifact && (category_ == Category::kVerbContact ||
                                                          category_ == Category::kVerbCognition ||
                                                          category_ == Category::kVerbPerception);
    if (tool && verb_ != "cover") return Role::kManner;
    const bool about = std::any_of(chunks_.begin(), chunks_.end(), [&](const Chunk& other) {
      return other.kind == ChunkKind::kPrepositional && preposition(other) == "about";
    });
    if (about) return Role::kPatient;
    return std::nullopt;
  }

  const ClauseParts& parts_;
  const Linkage& linkage_;
  std::string_view sentence_;
  const Lexicon& lexicon_;
  std::string verb_;
  std::optional<Category> category_;
  std::vector<Chunk> chunks_;
  std::size_t object_count_ = 0;
  std::array<std::optional<WordSpan>, kRoleNames.size()> spans_{};
};

}  // namespace

RoleFrame roles_of(const ClauseParts& parts, const Linkage& linkage, std::string_view sentence,
                   const Lexicon& lexicon) {
  return RoleAssigner(parts, linkage, sentence, lexicon).frame();
}

}  // namespace sonde

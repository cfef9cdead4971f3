#include "workshop/labellers/chunk_start.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

// Links that join a noun, an adjective or an adverb with what precedes it.
constexpr std::string_view kBeforeHead =
    "|D|DD|DT|DG|A|AN|L|La|ND|NI|NM|NR|NN|YS|YP|GN|G|PH|E|EA|EE|EN|EC|EZ|TA|DP|AA|LI|JG|ID|";

bool is_role_at(const ClauseWords& words, RoleWord kind, std::size_t at) {
  return is_role_word(kind, words.text(at));
}

// Whether a word is a preposition, by rules of what it is instead.
using PrepositionRule = Rule<ChunkStart, bool>;
constexpr bool kIsPreposition = true;
bool is_pair(const ChunkStart& start) { return is_preposition_pair(start.words, start.at); }
// "Walks down stairs".
bool is_way_of_verb(const ChunkStart& start) {
  return start.at == start.words.group.main + 1 && start.words.moves() &&
         is_role_at(start.words, RoleWord::kPathPreposition, start.at);
}
bool is_no_preposition(const ChunkStart& start) {
  return !is_role_at(start.words, RoleWord::kPreposition, start.at) || start.at + 1 >= start.end ||
         (modifies_next(start.words, start.at) && !is_way_of_verb(start));
}
bool is_before_infinitive(const ChunkStart& start) {
  return start.words.text(start.at) == "to" && link_right(start.words.linkage, start.at, "|I|");
}
bool may_be_adjective(const ChunkStart& start) {
  const std::string& word = start.words.text(start.at);
  return word == "following" || word == "past" || word == "opposite";
}
bool is_adjective(const ChunkStart& start) {
  return may_be_adjective(start) && is_role_at(start.words, RoleWord::kDeterminer, start.at - 1);
}
bool is_particle_of_verb(const ChunkStart& start) { return is_particle(start.words, start.at); }
// "Sits outside laughing".
bool is_before_doing(const ChunkStart& start) {
  const std::string& next = start.words.text(start.at + 1);
  return is_role_at(start.words, RoleWord::kPlaceAdverb, start.at) &&
         is_ing_form(start.words.lexicon, next);
}
bool is_any_preposition(const ChunkStart&) { return true; }

constexpr std::array kPrepositions{
    PrepositionRule{"two words as a preposition", is_pair, kIsPreposition,
                    "The cat slept next to the fire."},
    PrepositionRule{"not a preposition", is_no_preposition, !kIsPreposition,
                    "The cat chased mice."},
    PrepositionRule{"to before an infinitive", is_before_infinitive, !kIsPreposition,
                    "He wants to sleep."},
    PrepositionRule{"adjective like a preposition", is_adjective, !kIsPreposition,
                    "They agreed on the following plan."},
    PrepositionRule{"adjective as a preposition", may_be_adjective, kIsPreposition,
                    "She sat opposite the king."},
    PrepositionRule{"particle of the verb", is_particle_of_verb, !kIsPreposition,
                    "He wrote the letter in secret."},
    PrepositionRule{"place before another doing", is_before_doing, !kIsPreposition,
                    "Two girls sat outside laughing."},
    PrepositionRule{"preposition", is_any_preposition, kIsPreposition, "Bears live in forests."},
};

// Words that begin a chunk without regard to links.
using StartRule = Rule<ChunkStart, ChunkKind>;
bool begins_with_preposition(const ChunkStart& start) {
  const auto* rule = first_rule(kPrepositions, start);
  return rule->result;
}
bool is_subordinator(const ChunkStart& start) {
  return is_role_at(start.words, RoleWord::kSubordinator, start.at) && start.at + 1 < start.end;
}
// "As the sun set" and "before he left", not "as a clerk" and "before noon".
bool is_before_clause(const ChunkStart& start) {
  return is_role_at(start.words, RoleWord::kPreposition, start.at) &&
         link_right(start.words.linkage, start.at, "|C|CV|");
}
// "Wants to sleep", not "considers a plan to sleep".
bool is_infinitive(const ChunkStart& start) {
  const auto& [words, at, begin, end] = start;
  const ParsedLink* noun = link_left(words.linkage, at, "|TO|");
  const bool of_noun = noun && noun->rest.starts_with('n') && noun->left + 1 == at;
  return words.text(at) == "to" && at + 1 < end && !of_noun;
}
bool follows_its_determiner(const ChunkStart& start) {
  return start.at > 0 && (is_role_at(start.words, RoleWord::kPreposition, start.at - 1) ||
                          is_role_at(start.words, RoleWord::kDeterminer, start.at - 1));
}
bool is_count_of_times(const ChunkStart& start) {
  return start.at + 1 < start.end && start.words.text(start.at + 1) == "times" &&
         is_role_at(start.words, RoleWord::kDeterminer, start.at);
}
// "Week" of "every week", "per week" of "once per week".
bool has_time_noun(const ChunkStart& start) {
  const auto& [words, at, begin, end] = start;
  if (at + 1 < end && names_time(words.lexicon, words.text(at + 1))) return true;
  const bool per = at + 2 < end && (words.text(at + 1) == "per" || words.text(at + 1) == "the");
  return per && names_time(words.lexicon, words.text(at + 2));
}
// "Early Sunday morning" and "late on Friday".
bool is_early_in_time(const ChunkStart& start) {
  const auto& [words, at, begin, end] = start;
  const std::string& word = words.text(at);
  if ((word != "early" && word != "late") || at + 1 >= end) return false;
  const std::size_t next = at + (words.text(at + 1) == "on" || words.text(at + 1) == "in" ? 2 : 1);
  return next < end && (names_time(words.lexicon, words.text(next)) ||
                        (next + 1 < end && names_time(words.lexicon, words.text(next + 1))));
}
bool is_time_phrase(const ChunkStart& start) {
  static constexpr std::string_view kSure = "|every|each|last|next|all|this|once|";
  if (follows_its_determiner(start)) return false;
  if (is_count_of_times(start) || is_early_in_time(start)) return true;
  const bool sure = kSure.find("|" + start.words.text(start.at) + "|") != kSure.npos;
  return sure && has_time_noun(start);
}
bool is_place_alone(const ChunkStart& start) {
  return is_role_at(start.words, RoleWord::kPlaceAdverb, start.at) &&
         !modifies_next(start.words, start.at);
}
// "Walks her student home".
bool is_way_home(const ChunkStart& start) {
  const auto& [words, at, begin, end] = start;
  return words.text(at) == "home" && words.moves() && at > words.group.main &&
         words.lexicon.has(words.text(at - 1), WordKind::kNoun) && !follows_its_determiner(start);
}

// Verbs after whose object a participle is another doing of the subject: "wearing a hat riding a
// bike", not "likes the man singing".
bool does_with_object(const ClauseWords& words) {
  const auto kind = words.lexicon.category(words.base(), WordKind::kVerb);
  return kind == Category::kVerbBody || kind == Category::kVerbConsumption ||
         kind == Category::kVerbCompetition;
}
// Whether a participle follows a phrase without being its noun: "on the couch watching".
bool follows_phrase(const ChunkStart& start) {
  const auto& [words, at, begin, end] = start;
  if (is_role_at(words, RoleWord::kPlaceAdverb, at - 1)) return true;
  return words.lexicon.category(words.text(at - 1), WordKind::kNoun) &&
         !follows_its_determiner(start);
}
// "Sits on the couch watching a film".
bool is_another_doing(const ChunkStart& start) {
  const auto& [words, at, begin, end] = start;
  return at > words.group.main + 1 && is_ing_form(words.lexicon, words.text(at)) &&
         !modifies_next(words, at) && follows_phrase(start) &&
         ((does_with_object(words) && at + 1 < end) ||
          !link_right(words.linkage, words.group.main, "|O|OX|B|"));
}

constexpr std::array kStarts{
    StartRule{"preposition before a clause", is_before_clause, ChunkKind::kSubordinate,
              "She sang as the king danced."},
    StartRule{"prepositional phrase", begins_with_preposition, ChunkKind::kPrepositional,
              "Bears live in forests."},
    StartRule{"subordinate clause", is_subordinator, ChunkKind::kSubordinate,
              "The baby cries when it is hungry."},
    StartRule{"another doing", is_another_doing, ChunkKind::kSubordinate,
              "A man sits on the bench reading a book."},
    StartRule{"infinitive", is_infinitive, ChunkKind::kInfinitive, "He wants to sleep."},
    StartRule{"time phrase", is_time_phrase, ChunkKind::kTimePhrase, "She sings every day."},
    StartRule{"place alone", is_place_alone, ChunkKind::kAdverb, "He waited outside."},
    StartRule{"way home", is_way_home, ChunkKind::kAdverb, "The teacher walks her student home."},
};

// A link from the main verb and the kind of chunk that it leads to.
using LinkRule = Rule<ParsedLink, ChunkKind>;
bool is_object_link(const ParsedLink& link) { return has_type(link, "|O|OX|B|"); }
bool is_when_link(const ParsedLink& link) {
  return link.type == "MV" && link.rest.starts_with("pn");
}
bool is_how_link(const ParsedLink& link) {
  return link.type == "MV" && !link.rest.starts_with("p");
}
bool is_doing_link(const ParsedLink& link) {
  return link.type == "P" && link.rest.starts_with("g");
}
bool is_clause_link(const ParsedLink& link) { return has_type(link, "|TH|C|QI|"); }
bool is_complement_link(const ParsedLink& link) { return link.type == "P"; }

constexpr std::array kLinkedChunks{
    LinkRule{"linked as an object", is_object_link, ChunkKind::kNounPhrase, "The cat chased mice."},
    LinkRule{"linked as a time", is_when_link, ChunkKind::kTimePhrase, "She arrived Monday."},
    LinkRule{"linked as an adverb", is_how_link, ChunkKind::kAdverb, "He ran fast."},
    LinkRule{"linked as a doing", is_doing_link, ChunkKind::kNounPhrase, "She started singing."},
    LinkRule{"linked as a clause", is_clause_link, ChunkKind::kClause,
             "She hoped that the king sang."},
    LinkRule{"linked as a complement", is_complement_link, ChunkKind::kComplement,
             "She became happy."},
};

// "Her aunt", which is not two objects, "her" and "aunt".
bool follows_her(const ChunkStart& start) {
  return start.at > start.begin && start.words.text(start.at - 1) == "her";
}

std::optional<ChunkKind> linked_kind(const ChunkStart& start) {
  const Linkage& linkage = start.words.linkage;
  if (follows_her(start) || is_conjunction(start.words.text(start.at))) return std::nullopt;
  for (const auto& link : linkage.links) {
    const bool leads_here = link.left == start.words.group.main && link.right >= start.at &&
                            link.right < start.end &&
                            first_word_of(linkage, link.right, start.begin) == start.at;
    const auto* rule = leads_here ? first_rule(kLinkedChunks, link) : nullptr;
    if (rule) return rule->result;
  }
  return std::nullopt;
}

// An adverb with those that modify it: "very slowly". `at` is the last of them.
using AdverbStartRule = Rule<ChunkStart, std::optional<ChunkKind>>;
bool modifies_what_follows(const ChunkStart& head) { return modifies_next(head.words, head.at); }
bool is_linked_to_verb(const ChunkStart& head) {
  const ParsedLink* link = link_right(head.words.linkage, head.at, "|E|");
  return link && head.words.is_in_group(link->right);
}
bool is_alone_before_verb(const ChunkStart& head) {
  return head.at + 1 == head.end && head.end <= head.words.group.main;
}
bool is_sure_adverb(const ChunkStart& head) { return is_adverb_alone(head.words, head.at); }

constexpr AdverbStartRule kModifier{"modifies what follows", modifies_what_follows, std::nullopt,
                                    "He ate the very old bread."};
constexpr AdverbStartRule kOfVerb{"linked to the verb", is_linked_to_verb, ChunkKind::kAdverb,
                                  "She quickly left the room."};
constexpr AdverbStartRule kBeforeVerb{"alone before the verb", is_alone_before_verb,
                                      ChunkKind::kAdverb, "Yesterday the king sang."};
constexpr AdverbStartRule kSure{"sure adverb", is_sure_adverb, ChunkKind::kAdverb,
                                "He is always happy."};
constexpr std::array kFirstAdverbs{kModifier, kOfVerb, kBeforeVerb, kSure};
constexpr std::array kLaterAdverbs{kModifier, kOfVerb, kSure};

std::optional<ChunkKind> adverb_kind(const ChunkStart& start) {
  const Linkage& linkage = start.words.linkage;
  ChunkStart head = start;
  while (head.at + 1 < start.end) {
    const ParsedLink* link = link_right(linkage, head.at, "|EE|");
    if (!link || link->right != head.at + 1) break;
    ++head.at;
  }
  const std::optional<ChunkKind> none;
  return start.at == start.begin ? result_of(kFirstAdverbs, head, none)
                                 : result_of(kLaterAdverbs, head, none);
}

// Whether a verb is used with an object only, by WordNet's sentence frames: "put", not "sit".
bool needs_object(const ClauseWords& words) {
  constexpr std::uint64_t kWithoutObject =
      1U << 1 | 1U << 2 | 1U << 3 | 1U << 4 | 1U << 12 | 1U << 13 | 1U << 22 | 1U << 23 | 1U << 27;
  const std::uint64_t frames = words.lexicon.frames_of(words.base());
  return frames != 0 && (frames & kWithoutObject) == 0;
}

bool precedes_noun(const ClauseWords& words, std::size_t at) {
  const bool ends = at + 1 >= words.end || !words.is_content(at + 1);
  return !ends && !is_role_at(words, RoleWord::kPreposition, at + 1) &&
         !is_role_at(words, RoleWord::kTimeAdverb, at + 1) &&
         !is_role_at(words, RoleWord::kPlaceAdverb, at + 1) && !is_conjunction(words.text(at + 1));
}

bool is_listed_with(const ClauseWords& words, std::size_t at) {
  return is_listed("verbs_with_particle", words.base() + " " + words.text(at));
}

// "Handing in the essay" and "lying down", not "running in the park".
bool completes_verb_alone(const ClauseWords& words, std::size_t at) {
  if (is_listed_with(words, at)) return true;
  const bool compound = words.lexicon.has(words.base() + "_" + words.text(at), WordKind::kVerb);
  return compound && (!words.moves() || (precedes_noun(words, at) && needs_object(words)));
}

// A particle that the linkage does not show.
bool is_unlinked_particle(const ClauseWords& words, std::size_t at) {
  static constexpr std::string_view kParticles = "|up|down|off|on|out|away|over|back|";
  return at == words.group.main + 1 && at < words.end &&
         kParticles.find("|" + words.text(at) + "|") != kParticles.npos &&
         completes_verb_alone(words, at) &&
         (!precedes_noun(words, at) || needs_object(words) || is_listed_with(words, at));
}

}  // namespace

std::size_t first_word_of(const Linkage& linkage, std::size_t head, std::size_t least) {
  std::size_t first = head;
  const auto grows = [&](const ParsedLink& link) {
    const bool inside = link.right >= first && link.right <= head;
    return link.left >= least && link.left < first && inside && has_type(link, kBeforeHead);
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& link : linkage.links) {
      if (!grows(link)) continue;
      first = link.left;
      grown = true;
    }
  }
  return first;
}

bool is_particle(const ClauseWords& words, std::size_t at) {
  const ParsedLink* link = link_right(words.linkage, words.group.main, "|K|");
  // "Change over time" and "looked out of the window".
  if ((at + 1 < words.end && names_time(words.lexicon, words.text(at + 1))) ||
      is_adverb_alone(words, at) || is_preposition_pair(words, at) ||
      is_listed("completed_verbs", words.base() + " " + words.text(at))) {
    return false;
  }
  if (!link || link->right != at) return is_unlinked_particle(words, at);
  return !precedes_noun(words, at) || completes_verb_alone(words, at);
}

bool is_preposition_pair(const ClauseWords& words, std::size_t at) {
  return at + 1 < words.end &&
         is_role_word(RoleWord::kPrepositionPair, words.text(at) + " " + words.text(at + 1));
}

bool is_adverb_alone(const ClauseWords& words, std::size_t at) {
  const std::string& word = words.text(at);
  return is_role_word(RoleWord::kTimeAdverb, word) || word == "together" ||
         (word.ends_with("ly") && words.lexicon.has(word, WordKind::kAdverb) &&
          !words.lexicon.has(word, WordKind::kNoun));
}

std::optional<ChunkKind> chunk_kind_at(const ChunkStart& start) {
  if (const auto* rule = first_rule(kStarts, start)) return rule->result;
  const auto linked = linked_kind(start);
  return linked ? linked : adverb_kind(start);
}

RuleExamples chunk_rule_examples() {
  return examples_of(kPrepositions, kStarts, kLinkedChunks, kFirstAdverbs);
}

}  // namespace sonde

#include "workshop/labellers/verb_group.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "workshop/labellers/role_labeller.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

const std::string& word_at(const Linkage& linkage, std::size_t at) {
  return linkage.words[at].text;
}

bool is_participle(const ParsedWord& word) {
  return word.subscript.starts_with("v") && !word.text.ends_with("ing");
}

bool is_form_of_be(const std::string& word) {
  static constexpr std::string_view kBe =
      "|am|is|are|was|were|be|been|being|isn't|aren't|wasn't|weren't|";
  return kBe.find("|" + word + "|") != kBe.npos;
}

// "being thrown", linked as "a ball thrown" is. `kinds`: g of "singing", v of "thrown"
const ParsedLink* participle_behind(const Linkage& linkage, std::size_t word,
                                    std::string_view kinds) {
  const auto found =
      std::find_if(linkage.links.begin(), linkage.links.end(), [&](const ParsedLink& link) {
        return link.left == word && link.type == "M" && !link.rest.empty() &&
               kinds.find(link.rest.front()) != kinds.npos;
      });
  return found == linkage.links.end() ? nullptr : &*found;
}

// WordNet's sentence frame "Somebody ----s to INFINITIVE".
constexpr std::uint64_t kBeforeInfinitive = 1U << 28;

struct NextVerb {
  std::size_t at = 0;
  bool passive = false;
};

// "Boring" is an adjective, but "trying to sleep" is not.
bool is_doing(const Linkage& linkage, const Lexicon& lexicon, std::size_t at) {
  const ParsedWord& word = linkage.words[at];
  const std::string base = lexicon.base_of(word.text, WordKind::kVerb);
  const bool before_infinitive = at + 1 < linkage.words.size() &&
                                 word_at(linkage, at + 1) == "to" &&
                                 (lexicon.frames_of(base) & kBeforeInfinitive) != 0;
  return is_ing_form(lexicon, word.text) && (before_infinitive || !word.subscript.starts_with("a"));
}

// "Is playing" and "is singing and dancing", whatever they are linked as: "is a game". Not "is
// about singing".
std::optional<NextVerb> doing_after_be(const Linkage& linkage, const Lexicon& lexicon,
                                       std::size_t verb) {
  if (!is_form_of_be(word_at(linkage, verb))) return std::nullopt;
  std::size_t at = verb + 1;
  const auto is_between = [&](const std::string& word) {
    return is_not(word) || (word != "about" && lexicon.has(word, WordKind::kAdverb));
  };
  while (at < linkage.words.size() && !is_doing(linkage, lexicon, at) &&
         is_between(word_at(linkage, at))) {
    ++at;
  }
  if (at == linkage.words.size() || !is_doing(linkage, lexicon, at)) return std::nullopt;
  return NextVerb{at, false};
}

// "does not like" and "is not broken", linked as "does badly" is.
std::optional<NextVerb> verb_behind_not(const Linkage& linkage, const Lexicon& lexicon,
                                        std::size_t verb) {
  const bool contracted = word_at(linkage, verb).ends_with("n't");
  const std::size_t next = verb + (contracted ? 1 : 2);
  if (next >= linkage.words.size()) return std::nullopt;
  if (!contracted && word_at(linkage, verb + 1) != "not") return std::nullopt;
  const std::string& word = word_at(linkage, next);
  const bool suffered = is_form_of_be(word_at(linkage, verb)) && is_participle(linkage.words[next]);
  static constexpr std::string_view kDo = "|do|does|did|don't|doesn't|didn't|";
  const bool done = kDo.find("|" + word_at(linkage, verb) + "|") != kDo.npos &&
                    lexicon.base_of(word, WordKind::kVerb) == word &&
                    lexicon.category(word, WordKind::kVerb);
  if (done || suffered) return NextVerb{next, suffered};
  return std::nullopt;
}

std::optional<NextVerb> unlinked_verb(const Linkage& linkage, const Lexicon& lexicon,
                                      std::size_t verb) {
  const auto found = doing_after_be(linkage, lexicon, verb);
  return found ? found : verb_behind_not(linkage, lexicon, verb);
}

// "Being thrown".
std::optional<NextVerb> thrown_after_being(const Linkage& linkage, std::size_t verb) {
  if (word_at(linkage, verb) != "being") return std::nullopt;
  const ParsedLink* participle = participle_behind(linkage, verb, "v");
  return participle ? std::optional(NextVerb{participle->right, true}) : std::nullopt;
}

// "Is singing" and "is thrown", not "is old" or "is in the house".
std::optional<NextVerb> verbal_predicate(const Linkage& linkage, const ParsedLink& link) {
  const char kind = link.rest.empty() ? ' ' : link.rest.front();
  if (kind == 'g') return NextVerb{link.right, false};
  const bool suffered = kind == 'v' || (kind == 'a' && is_participle(linkage.words[link.right]));
  return suffered ? std::optional(NextVerb{link.right, true}) : std::nullopt;
}

// "Are about to score".
std::optional<NextVerb> verb_after_about(const Linkage& linkage, std::size_t verb) {
  const bool about = is_form_of_be(word_at(linkage, verb)) && verb + 3 < linkage.words.size() &&
                     word_at(linkage, verb + 1) == "about" && word_at(linkage, verb + 2) == "to";
  return about ? std::optional(NextVerb{verb + 3, false}) : std::nullopt;
}

// From an auxiliary to the verb or conjunction that it belongs to. Nothing at the main verb.
std::optional<NextVerb> next_linked(const Linkage& linkage, const Lexicon& lexicon,
                                    std::size_t verb) {
  if (!is_auxiliary_word(word_at(linkage, verb))) return std::nullopt;
  if (const auto soon = verb_after_about(linkage, verb)) return soon;
  const ParsedLink* link = link_right(linkage, verb, "|P|PP|I|IV|");
  if (!link) {
    const auto found = unlinked_verb(linkage, lexicon, verb);
    return found ? found : thrown_after_being(linkage, verb);
  }
  if (link->type != "P") return NextVerb{link->right, false};
  const auto predicate = verbal_predicate(linkage, *link);
  return predicate ? predicate : unlinked_verb(linkage, lexicon, verb);
}

// "And" of "are jumping and playing" represents "jumping".
std::optional<NextVerb> next_verb(const Linkage& linkage, const Lexicon& lexicon,
                                  std::size_t verb) {
  auto next = next_linked(linkage, lexicon, verb);
  if (!next) return next;
  const ParsedLink* joined = link_left(linkage, next->at, "|VJ|");
  if (joined && joined->left > verb) next->at = joined->left;
  return next;
}

VerbGroup follow(const Linkage& linkage, const Lexicon& lexicon, std::size_t subject,
                 std::size_t finite) {
  VerbGroup group;
  group.subject = subject;
  group.main = finite;
  group.words.push_back(finite);
  while (const auto next = next_verb(linkage, lexicon, group.main)) {
    if (verb_after_about(linkage, group.main)) {
      group.words.insert(group.words.end(), {group.main + 1, group.main + 2});
    }
    group.passive = next->passive;
    group.main = next->at;
    group.words.push_back(group.main);
  }
  return group;
}

bool may_be_verb(const Linkage& linkage, const Lexicon& lexicon, std::size_t at) {
  const std::string& word = word_at(linkage, at);
  const std::string& before = word_at(linkage, at - 1);
  return lexicon.category(word, WordKind::kVerb) && !word.ends_with("ing") &&
         !is_role_word(RoleWord::kDeterminer, before) &&
         !is_role_word(RoleWord::kPreposition, before) &&
         !is_role_word(RoleWord::kPreposition, word);
}

// How well a word serves as the verb of a linkage without one. 0: not at all.
int score_as_verb(const Linkage& linkage, const Lexicon& lexicon, std::size_t at) {
  if (!may_be_verb(linkage, lexicon, at)) return 0;
  const std::string& word = word_at(linkage, at);
  const bool inflected = lexicon.base_of(word, WordKind::kVerb) != word;
  const bool only_verb =
      !lexicon.category(word, WordKind::kNoun) && !lexicon.has(word, WordKind::kAdjective);
  const bool follows_noun = lexicon.category(word_at(linkage, at - 1), WordKind::kNoun).has_value();
  return 1 + (inflected ? 1 : 0) + (only_verb ? 2 : 0) + (follows_noun ? 1 : 0);
}

// The first of the best words, or 0.
std::size_t likeliest_verb(const Linkage& linkage, const Lexicon& lexicon) {
  std::size_t best = 0;
  int best_score = 0;
  for (std::size_t at = 2; at < linkage.words.size(); ++at) {
    const int score = score_as_verb(linkage, lexicon, at);
    if (score <= best_score) continue;
    best = at;
    best_score = score;
  }
  return best;
}

// The auxiliaries among the three words before a verb.
void add_auxiliaries(const Linkage& linkage, VerbGroup& group) {
  const std::size_t verb = group.main;
  const bool doing = word_at(linkage, verb).ends_with("ing");
  for (std::size_t at = verb; at > 1 && verb - at < 4; --at) {
    const std::string& word = word_at(linkage, at);
    if (!is_auxiliary_word(word)) continue;
    group.words.push_back(at);
    if (at != verb && is_form_of_be(word) && !doing) group.passive = true;
  }
}

// A fallback for a linkage without a verb: the first word that may be a verb and doesn't follow a
// determiner or preposition, better one that is inflected, or nothing but a verb.
VerbGroup guessed_verb(const Linkage& linkage, const Lexicon& lexicon) {
  const std::size_t best = likeliest_verb(linkage, lexicon);
  VerbGroup group;
  group.main = best;
  if (best == 0) return group;
  add_auxiliaries(linkage, group);
  group.words.push_back(best);
  if (const auto doing = doing_after_be(linkage, lexicon, best)) {
    group.passive = false;
    group.main = doing->at;
    group.words.push_back(doing->at);
  }
  return group;
}

// "There is a man singing" and "no man singing", linked as "no bread baking" is: singing.
// "there is a book": is, as in "a book is there".
std::optional<VerbGroup> existence(const Linkage& linkage, const Lexicon& lexicon) {
  for (std::size_t at = 2; at + 1 < linkage.words.size(); ++at) {
    if (word_at(linkage, at - 1) != "there" || !is_form_of_be(word_at(linkage, at))) continue;
    const ParsedLink* noun = link_right(linkage, at, "|SI|O|OX|");
    if (!noun) continue;
    VerbGroup group;
    group.there_is = true;
    group.subject = noun->right;
    group.main = at;
    group.words = {at};
    const ParsedLink* doing = participle_behind(linkage, noun->right, "gv");
    const ParsedLink* doer = link_left(linkage, noun->right, "|AN|");
    if (!doing && doer && is_doing(linkage, lexicon, noun->right)) doing = doer;
    if (!doing) return group;
    const VerbGroup done = follow(linkage, lexicon, noun->right, doing->right);
    group.subject = doing->left;
    group.main = done.main;
    group.passive = doing->rest.starts_with('v') || done.passive;
    group.words.push_back(done.main);
    return group;
  }
  return std::nullopt;
}

}  // namespace

bool is_ing_form(const Lexicon& lexicon, const std::string& word) {
  return word.ends_with("ing") && lexicon.base_of(word, WordKind::kVerb) != word;
}

bool is_auxiliary_word(const std::string& word) {
  return is_role_word(RoleWord::kAuxiliary, word) || is_not(word);
}

bool is_not(const std::string& word) {
  return word == "not" || word == "cannot" || word.ends_with("n't") || word.ends_with("n\u2019t");
}

namespace {

bool is_comma(const ParsedWord& word) { return word.text == ","; }

// "It rained, he wrote" and "it rained, wrote the man".
std::optional<VerbGroup> reporting_verb(const Linkage& linkage, const Lexicon& lexicon) {
  const auto link = std::ranges::find(linkage.links, "CP", &ParsedLink::type);
  if (link == linkage.links.end() ||
      !std::ranges::any_of(std::span(linkage.words).first(link->right), is_comma)) {
    return std::nullopt;
  }
  const std::size_t verb = link->right;
  const ParsedLink* before = link_left(linkage, verb, "|S|SX|");
  const ParsedLink* behind = link_right(linkage, verb, "|SI|SXI|");
  if (!before && !behind) return std::nullopt;
  VerbGroup group = follow(linkage, lexicon, before ? before->left : behind->right, verb);
  group.reports = true;
  return group;
}

// Whether no doer is named between the start, or a comma, and a verb: "please do not feed".
bool has_no_doer(const Linkage& linkage, const Lexicon& lexicon, std::size_t verb) {
  for (std::size_t at = verb - 1; at > 0 && !is_comma(linkage.words[at]); --at) {
    const std::string& word = word_at(linkage, at);
    if (has_letter(word) && !is_auxiliary_word(word) && !lexicon.has(word, WordKind::kAdverb)) {
      return false;
    }
  }
  return true;
}

// "Open the door". "Following the siege the soldier left" and "bonobos live in forests" may be
// linked so.
std::optional<VerbGroup> commanded_verb(const Linkage& linkage, const Lexicon& lexicon,
                                        const Clause& clause) {
  std::size_t verb = clause.verbs.front();
  const ParsedLink* joined = link_left(linkage, verb, "|VJ|");
  if (joined) verb = joined->left;  // "bring the water to the boil, then lower the heat"
  const std::string& word = word_at(linkage, verb);
  if (clause.mood != Mood::kCommand || lexicon.base_of(word, WordKind::kVerb) != word ||
      !lexicon.category(word, WordKind::kVerb) || !has_no_doer(linkage, lexicon, verb)) {
    return std::nullopt;
  }
  VerbGroup group = follow(linkage, lexicon, 0, verb);
  group.command = true;
  return group;
}

// The verb of the main clause, unless that is a command which may be none.
std::optional<VerbGroup> main_verb(const Linkage& linkage, const Lexicon& lexicon,
                                   const Clause& clause) {
  if (clause.mood == Mood::kCommand) return commanded_verb(linkage, lexicon, clause);
  return follow(linkage, lexicon, clause.subject, clause.verbs.front());
}

// The verb of the first subject.
std::optional<VerbGroup> subjects_verb(const Linkage& linkage, const Lexicon& lexicon) {
  const auto subject = std::ranges::find_if(
      linkage.links, [](const ParsedLink& link) { return has_type(link, "|S|SX|"); });
  if (subject == linkage.links.end()) return std::nullopt;
  return follow(linkage, lexicon, subject->left, subject->right);
}

VerbGroup linked_verb(const Linkage& linkage, const Lexicon& lexicon) {
  if (const auto group = existence(linkage, lexicon)) return *group;
  if (const auto group = reporting_verb(linkage, lexicon)) return *group;
  auto clause = main_clause(linkage);
  if (clause && clause->verbs.empty()) clause.reset();
  auto group = clause ? main_verb(linkage, lexicon, *clause) : std::nullopt;
  if (!group) group = subjects_verb(linkage, lexicon);
  if (!group && clause) group = follow(linkage, lexicon, 0, clause->verbs.front());
  return group.value_or(VerbGroup{});
}

}  // namespace

// A dictionary may take a comma for a verb.
VerbGroup verb_of(const Linkage& linkage, const Lexicon& lexicon) {
  const VerbGroup group = linked_verb(linkage, lexicon);
  const bool found = group.main != 0 && has_letter(word_at(linkage, group.main));
  if (found) return group;
  VerbGroup guessed = guessed_verb(linkage, lexicon);
  guessed.guessed = true;
  return guessed;
}

}  // namespace sonde

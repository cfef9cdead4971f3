#include "workshop/labellers/role_clause.h"

#include <algorithm>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/phrase_roles.h"
#include "workshop/labellers/role_words.h"

namespace sonde {
namespace {

// 1000 to 2099.
bool is_year(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return word.size() == 4 && std::ranges::all_of(word, is_digit) &&
         (word.front() == '1' || word.starts_with("20"));
}

bool is_phrase(const Chunk& chunk) {
  return chunk.kind == ChunkKind::kNounPhrase || chunk.kind == ChunkKind::kPrepositional;
}

// "Happy to see his mother" and "nervous about the water".
bool completes_adjective(const RoleClause& clause, const Chunk& before, const Chunk& chunk) {
  static constexpr std::string_view kCompletions = "|about|of|to|for|with|";
  return before.kind == ChunkKind::kComplement && before.words.begin >= clause.parts.verb.end &&
         (chunk.kind == ChunkKind::kInfinitive ||
          (chunk.kind == ChunkKind::kPrepositional &&
           kCompletions.find("|" + clause.preposition(chunk) + "|") != kCompletions.npos)) &&
         clause.lexicon.has(clause.word(before.head), WordKind::kAdjective);
}

// A phrase that belongs to the noun before it becomes part of that phrase.
std::vector<Chunk> attached(const RoleClause& clause, const std::vector<Chunk>& chunks) {
  std::vector<Chunk> kept;
  for (const Chunk& chunk : chunks) {
    const bool follows = !kept.empty() && kept.back().words.end == chunk.words.begin;
    const bool phrases =
        follows && chunk.kind == ChunkKind::kPrepositional && is_phrase(kept.back());
    if ((phrases && belongs_to_noun(clause, kept.back(), chunk)) ||
        (follows && completes_adjective(clause, kept.back(), chunk))) {
      kept.back().words.end = chunk.words.end;
    } else {
      kept.push_back(chunk);
    }
  }
  return kept;
}

}  // namespace

RoleClause::RoleClause(const ClauseParts& of, const Linkage& in, const Lexicon& by)
    : parts(of), linkage(in), lexicon(by) {
  if (parts.verb.empty()) return;
  verb = lexicon.base_of(word(parts.main), WordKind::kVerb);
  category = lexicon.category(verb, WordKind::kVerb);
  chunks = attached(*this, parts.chunks);
  object_count = static_cast<std::size_t>(
      std::ranges::count_if(chunks, [&](const Chunk& chunk) { return is_object(*this, chunk); }));
}

std::string RoleClause::preposition(const Chunk& chunk) const {
  std::string words;
  for (std::size_t at = chunk.words.begin; at < chunk.content; ++at) {
    words += (words.empty() ? "" : " ") + word(at);
  }
  return words;
}

std::optional<Category> RoleClause::noun(const Chunk& chunk) const {
  const std::string& head = word(chunk.head);
  if (is_role_word(RoleWord::kNotTimeNoun, head)) return Category::kNounAct;
  if (is_year(head) || is_role_word(RoleWord::kTimeNoun, head)) return Category::kNounTime;
  const std::string base = lexicon.base_of(head, WordKind::kNoun);
  auto listed = lexicon.category(head.ends_with("s") ? base : head, WordKind::kNoun);
  if (base == head && head.ends_with("s")) {
    // "Hands", which WordNet lists as a word too.
    const auto one = lexicon.category(head.substr(0, head.size() - 1), WordKind::kNoun);
    if (one == Category::kNounBody) listed = one;
  }
  const bool pronoun = is_role_word(RoleWord::kPronoun, head);
  return pronoun && listed != Category::kNounTime ? Category::kNounPerson : listed;
}

bool RoleClause::is_motion() const {
  return category == Category::kVerbMotion || verb_in("verbs_of_motion");
}

bool RoleClause::verb_in(std::string_view list) const { return is_listed(list, verb); }

bool is_object(const RoleClause& clause, const Chunk& chunk) {
  return chunk.kind == ChunkKind::kNounPhrase && chunk.words.begin >= clause.parts.verb.end;
}

bool is_one_of(const std::optional<Category>& category,
               std::initializer_list<Category> categories) {
  return category && std::ranges::find(categories, *category) != categories.end();
}

}  // namespace sonde

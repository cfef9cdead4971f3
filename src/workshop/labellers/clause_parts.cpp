#include "workshop/labellers/clause_parts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/chunk_start.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

constexpr std::string_view kClauseLinks = "|W|WV|X|RW|CO|CP|S|SI|SF|SX|";

// The words that are linked to a subject, grown link by link.
class SubjectSpan {
 public:
  SubjectSpan(const ClauseWords& words, std::size_t head)
      : words_(words), head_(head), span_{head, head + 1}, joined_(words.linkage.words.size()) {
    joined_[head] = true;
  }

  WordSpan find() {
    while (grow()) {
    }
    for (std::size_t at = span_.begin; at < span_.end; ++at) {
      // The clause that "whose" begins continues to the verb.
      if (words_.text(at) == "whose") span_.end = words_.group.words.front();
    }
    end_before_apposition();
    while (span_.end > head_ + 1 && is_adverb_alone(words_, span_.end - 1)) --span_.end;
    take_unlinked();
    return span_;
  }

 private:
  bool grow() {
    bool grown = false;
    for (const auto& link : words_.linkage.links) {
      if (!joins(link)) continue;
      joined_[link.left] = joined_[link.right] = true;
      span_.begin = std::min(span_.begin, link.left);
      span_.end = std::max(span_.end, link.right + 1);
      grown = true;
    }
    return grown;
  }

  bool joins(const ParsedLink& link) const {
    const bool within = link.left != 0 && link.right < words_.group.main;
    return within && !has_type(link, kClauseLinks) && !words_.is_in_group(link.left) &&
           !words_.is_in_group(link.right) && joined_[link.left] != joined_[link.right];
  }

  bool is_linked(std::size_t at) const {
    return std::ranges::any_of(words_.linkage.links, [&](const ParsedLink& link) {
      return link.left == at || link.right == at;
    });
  }

  // "The senator, a critic of the plan, left", not "bread, milk and cake".
  void end_before_apposition() {
    std::size_t comma = head_ + 1;
    while (comma < span_.end && words_.text(comma) != ",") ++comma;
    for (std::size_t at = comma; at < span_.end; ++at) {
      if (words_.text(at) == "and" || words_.text(at) == "or") return;
    }
    span_.end = std::min(span_.end, comma);
  }

  // Words without a link before the head of a subject belong to it.
  void take_unlinked() {
    while (span_.begin > 1 && words_.is_content(span_.begin - 1) && !is_linked(span_.begin - 1)) {
      --span_.begin;
    }
  }

  const ClauseWords& words_;
  std::size_t head_;
  WordSpan span_;
  std::vector<bool> joined_;
};

class PartFinder {
 public:
  PartFinder(const Linkage& linkage, const Lexicon& lexicon) : words_(linkage, lexicon) {}

  ClauseParts find() {
    ClauseParts parts;
    if (group_.main == 0) return parts;
    parts.passive = group_.passive;
    parts.main = group_.main;
    parts.guessed = group_.guessed;
    parts.verb = verb_span();
    parts.subject = subject_span();
    find_openers(parts);
    if (!parts.subject.empty()) {
      // Adverbs between subject and verb. Auxiliaries are among them.
      find_between(after_apposition(parts.subject.end), parts.verb.begin, parts.chunks);
    }
    const bool behind = group_.subject > group_.main;
    const std::size_t inverted_end = behind ? parts.subject.end : 0;
    find_chunks(std::max({parts.verb.end, inverted_end, words_.after_verbs}), words_.end,
                parts.chunks);
    parts.more_clauses =
        words_.ends_early || std::ranges::any_of(parts.chunks, [](const Chunk& chunk) {
          return chunk.kind == ChunkKind::kSubordinate;
        });
    return parts;
  }

 private:
  const std::string& text(std::size_t at) const { return words_.text(at); }

  // "Wrote the man".
  bool is_inverted() const { return group_.reports && group_.subject > group_.main; }

  // "The senator, a critic of the plan, never left".
  std::size_t after_apposition(std::size_t begin) const {
    const std::size_t verb = group_.words.front();
    if (begin >= verb || text(begin) != ",") return begin;
    std::size_t last = verb - 1;
    while (text(last) != ",") --last;
    return last;
  }

  void find_openers(ClauseParts& parts) const {
    const std::size_t verb = group_.words.front();
    const std::size_t end = parts.subject.empty() ? verb : std::min(verb, parts.subject.begin);
    if (group_.reports) {
      std::optional<Chunk> said = Chunk{ChunkKind::kComplement, {1, end}, 1, 1};
      close(said, end, parts.chunks);
    } else if (!group_.there_is) {
      find_between(1, end, parts.chunks);
    }
  }

  // The main verb with its particle, from a "not" on.
  WordSpan verb_span() const {
    WordSpan span{first_not(), group_.main + 1};
    if (span.end < words_.end && is_not(text(span.end))) ++span.end;
    if (span.end < words_.end && is_particle(words_, span.end)) ++span.end;
    return span;
  }

  std::size_t first_of_group() const { return *std::ranges::min_element(group_.words); }

  // The first negation among the auxiliaries, or else the main verb: "not been read".
  std::size_t first_not() const {
    for (std::size_t at = std::min(first_of_group(), group_.main - 1); at < group_.main; ++at) {
      if (is_not(text(at))) return at;
    }
    return group_.main;
  }

  WordSpan subject_behind(std::size_t verb) const {
    WordSpan span{verb + 1, group_.subject + 1};
    while (span.begin < group_.subject &&
           (is_not(text(span.begin)) || is_adverb_alone(words_, span.begin))) {
      ++span.begin;
    }
    return span;
  }

  WordSpan subject_span() const {
    if (group_.command) return {};
    if (group_.there_is || is_inverted()) return subject_behind(group_.words.front());
    if (group_.subject != 0) return SubjectSpan(words_, group_.subject).find();
    // Without a link to it: the words before the verb.
    WordSpan span{1, first_of_group()};
    while (!span.empty() &&
           (is_adverb_alone(words_, span.end - 1) || !words_.is_content(span.end - 1))) {
      --span.end;
    }
    return span;
  }

  void find_between(std::size_t begin, std::size_t end, std::vector<Chunk>& chunks) const {
    for (std::size_t at = begin; at < end;) {
      if (words_.is_in_group(at) || is_auxiliary_word(text(at)) || !words_.is_content(at)) {
        ++at;
        continue;
      }
      std::size_t stop = at;
      while (stop < end && !words_.is_in_group(stop)) ++stop;
      find_chunks(at, stop, chunks);
      at = stop;
    }
  }

  void find_chunks(std::size_t begin, std::size_t end, std::vector<Chunk>& chunks) const {
    std::optional<Chunk> open;
    std::size_t quiet_until = begin;  // within a preposition of two words, or right after one
    for (std::size_t at = begin; at < end; ++at) {
      if (open && is_to_the_end(*open, at)) break;
      auto kind = at < quiet_until ? std::nullopt : chunk_kind_at({words_, at, begin, end});
      if (!kind && starts_noun_phrase(at, open)) kind = ChunkKind::kNounPhrase;
      if (!kind || lacks_noun(*kind, at, open)) continue;
      close(open, at, chunks);
      open = Chunk{*kind, {at, at + 1}, at + preposition_words(*kind, at), at};
      quiet_until = std::max(quiet_until, at + quiet_words(*open));
    }
    close(open, end, chunks);
  }

  std::size_t preposition_words(ChunkKind kind, std::size_t at) const {
    if (kind != ChunkKind::kPrepositional) return 0;
    return is_preposition_pair(words_, at) ? 2 : 1;
  }

  // How many words no other chunk begins with.
  static std::size_t quiet_words(const Chunk& chunk) {
    if (chunk.kind == ChunkKind::kTimePhrase) return 2;
    return chunk.kind == ChunkKind::kPrepositional ? chunk.content - chunk.words.begin + 1 : 0;
  }

  void close(std::optional<Chunk>& open, std::size_t at, std::vector<Chunk>& chunks) const {
    if (!open) return;
    open->words.end = at;
    trim(open->words);
    if (!open->words.empty()) {
      set_head(*open);
      chunks.push_back(*open);
    }
    open.reset();
  }

  // Whether the rest belongs to a chunk, which is a clause or has one in it.
  bool is_to_the_end(const Chunk& open, std::size_t at) const {
    return open.kind == ChunkKind::kSubordinate || open.kind == ChunkKind::kInfinitive ||
           open.kind == ChunkKind::kClause || opens_clause_of(open, at);
  }

  // "Wait for the rain to stop".
  bool is_to_after_for(const Chunk& open, std::size_t at) const {
    return open.kind == ChunkKind::kPrepositional && text(open.words.begin) == "for" &&
           text(at) == "to" && link_right(words_.linkage, at, "|I|");
  }

  // "The book that he wrote in Rome", "more slowly than the others", "a plan to sell it by May".
  bool opens_clause_of(const Chunk& open, std::size_t at) const {
    static constexpr std::string_view kRelative = "|who|which|whose|than|";
    if (at <= open.content || open.kind == ChunkKind::kTimePhrase) return false;
    if (kRelative.find("|" + text(at) + "|") != kRelative.npos || is_to_after_for(open, at)) {
      return true;
    }
    const ParsedLink* noun = link_left(words_.linkage, at, "|R|TO|");
    const bool of_noun = noun && noun->left >= open.content && noun->left < at;
    return of_noun && (text(at) == "that" || (text(at) == "to" && noun->rest.starts_with('n')));
  }

  // "Each other" and "a onion" are one phrase, however they are linked.
  bool lacks_noun(ChunkKind kind, std::size_t at, const std::optional<Chunk>& open) const {
    if (!open || open->kind != ChunkKind::kNounPhrase) return false;
    if (at == open->words.begin + 1 && is_listed("articles", text(at - 1))) return true;
    if (kind != ChunkKind::kNounPhrase) return false;
    const bool begins =
        is_role_word(RoleWord::kDeterminer, text(at)) || is_role_word(RoleWord::kPronoun, text(at));
    const bool after_determiner =
        at == open->words.begin + 1 && is_role_word(RoleWord::kDeterminer, text(at - 1));
    return !begins && (after_determiner || is_compound(at));
  }

  // "Call the fire service", linked as "call the boy names".
  bool is_compound(std::size_t at) const {
    constexpr std::uint64_t kTwoObjects = 1U << 14 | 1U << 15;
    const bool gives = (words_.lexicon.frames_of(words_.base()) & kTwoObjects) != 0;
    return !gives && words_.lexicon.has(text(at), WordKind::kNoun) &&
           !words_.lexicon.has(text(at), WordKind::kAdjective) &&
           words_.lexicon.has(text(at - 1), WordKind::kNoun);
  }

  bool starts_noun_phrase(std::size_t at, const std::optional<Chunk>& open) const {
    if (!open) return words_.is_content(at) && !is_conjunction(text(at));
    return open->kind == ChunkKind::kAdverb && starts_phrase(at, *open);
  }

  // After an adverb something else begins: "slowly the engine".
  bool starts_phrase(std::size_t at, const Chunk& adverb) const {
    if (!words_.is_content(at) || is_conjunction(text(at))) return false;
    const ParsedLink* link = link_right(words_.linkage, at - 1, "|EE|");
    return at > adverb.words.begin && !(link && link->right == at);
  }

  void trim(WordSpan& span) const {
    while (!span.empty() && !words_.is_content(span.end - 1)) --span.end;
    while (!span.empty() && !words_.is_content(span.begin)) ++span.begin;
  }

  void set_head(Chunk& chunk) const {
    chunk.content = std::min(chunk.content, chunk.words.end - 1);
    chunk.head = chunk.content;
    for (std::size_t at = chunk.content; at < chunk.words.end; ++at) {
      static constexpr std::string_view kRelative = "|who|which|that|whose|where|";
      if (at > chunk.content &&
          (text(at) == "," || kRelative.find("|" + text(at) + "|") != kRelative.npos))
        break;
      if (words_.is_content(at) && text(at) != "'s") chunk.head = at;
    }
  }

  const ClauseWords words_;
  const VerbGroup& group_ = words_.group;
};

}  // namespace

ClauseParts parts_of(const Linkage& linkage, const Lexicon& lexicon) {
  return PartFinder(linkage, lexicon).find();
}

}  // namespace sonde

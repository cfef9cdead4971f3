#include "workshop/labellers/clause_parts.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "workshop/labellers/role_words.h"
#include "workshop/labellers/verb_group.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

constexpr std::string_view kPunctuation = ".,;:!?\"'()-";
// Links that join a noun, an adjective or an adverb with what stands before it.
constexpr std::string_view kBeforeHead =
    "|D|DD|DT|DG|A|AN|L|La|ND|NI|NM|NR|NN|YS|YP|GN|G|PH|E|EA|EE|EN|EC|EZ|TA|DP|AA|LI|JG|ID|";
constexpr std::string_view kClauseLinks = "|W|WV|X|RW|CO|CP|S|SI|SF|SX|";

const std::string& text_of(const Linkage& linkage, std::size_t at) {
  return linkage.words[at].text;
}

bool is_content(const ParsedWord& word) {
  return !word.text.empty() && word.text.find_first_not_of(kPunctuation) != word.text.npos;
}

bool has_type(const ParsedLink& link, std::string_view types) {
  return types.find("|" + link.type + "|") != types.npos;
}

// The first of the words, not before `least`, that belong to `head` and stand before it.
std::size_t first_of(const Linkage& linkage, std::size_t head, std::size_t least) {
  std::size_t first = head;
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& link : linkage.links) {
      if (link.left < least || link.left >= first || link.right < first || link.right > head ||
          !has_type(link, kBeforeHead)) {
        continue;
      }
      first = link.left;
      grown = true;
    }
  }
  return first;
}

class PartFinder {
 public:
  PartFinder(const Linkage& linkage, const Lexicon& lexicon)
      : linkage_(linkage), lexicon_(lexicon), group_(verb_of(linkage, lexicon)) {
    end_ = linkage.words.size();
    end_ = first_coordination();
    while (end_ > 1 && !is_content(linkage.words[end_ - 1])) --end_;
  }

  ClauseParts find() {
    ClauseParts parts;
    if (group_.main == 0) return parts;
    parts.passive = group_.passive;
    parts.main = group_.main;
    parts.verb = {first_not(), group_.main + 1};
    if (parts.verb.end < end_ && is_not(text(parts.verb.end))) ++parts.verb.end;
    if (parts.verb.end < end_ && is_particle(parts.verb.end)) ++parts.verb.end;
    parts.subject = subject_span();
    if (!group_.there_is) {
      find_between(1, parts.subject.empty() ? group_.words.front() : parts.subject.begin,
                   parts.chunks);
    }
    if (!parts.subject.empty()) {
      // Adverbs between subject and verb; auxiliaries stand among them.
      find_between(parts.subject.end, parts.verb.begin, parts.chunks);
    }
    find_chunks(parts.verb.end, end_, parts.chunks);
    return parts;
  }

 private:
  const std::string& text(std::size_t at) const { return text_of(linkage_, at); }

  // Where another verb or clause begins: "is sitting near a bed and is overlooking a tunnel".
  std::size_t first_coordination() const {
    static constexpr std::string_view kConjunctions = "|and|or|but|";
    for (std::size_t at = group_.main + 1; group_.main != 0 && at + 1 < end_; ++at) {
      const bool joins = kConjunctions.find("|" + text(at) + "|") != kConjunctions.npos;
      if (joins && (is_auxiliary_word(text(at + 1)) || joins_clauses(at))) return at;
    }
    return end_;
  }

  bool joins_clauses(std::size_t at) const {
    return std::any_of(linkage_.links.begin(), linkage_.links.end(), [&](const ParsedLink& link) {
      return (link.left == at || link.right == at) && has_type(link, "|VJ|CC|");
    });
  }

  // The first negation among the auxiliaries, or else the main verb: "not been read".
  std::size_t first_not() const {
    const std::size_t first = *std::min_element(group_.words.begin(), group_.words.end());
    for (std::size_t at = std::min(first, group_.main - 1); at < group_.main; ++at) {
      if (is_not(text(at))) return at;
    }
    return group_.main;
  }

  bool is_particle(std::size_t at) const {
    const ParsedLink* link = link_right(linkage_, group_.main, "|K|");
    return link && link->right == at && !is_way_into(at);
  }

  // "running in the park", linked as "handing in the essay" is.
  bool is_way_into(std::size_t at) const {
    return at + 1 < end_ && is_role_word(RoleWord::kDeterminer, text(at + 1)) &&
           lexicon_.category(text(group_.main), WordKind::kVerb) == Category::kVerbMotion;
  }

  bool is_in_group(std::size_t at) const {
    return std::find(group_.words.begin(), group_.words.end(), at) != group_.words.end();
  }

  WordSpan subject_span() const {
    if (group_.there_is && group_.subject == 0) return {};
    if (group_.there_is) {
      return {first_of(linkage_, group_.subject, group_.words.front() + 1), group_.subject + 1};
    }
    const std::size_t before = *std::min_element(group_.words.begin(), group_.words.end());
    if (group_.subject != 0) return joined_to(group_.subject);
    // Without a link to it: what stands before the verb.
    WordSpan span{1, before};
    while (!span.empty() &&
           (is_adverb_alone(span.end - 1) || !is_content(linkage_.words[span.end - 1])))
      --span.end;
    return span;
  }

  // All that is linked to a subject and stands before the main verb.
  WordSpan joined_to(std::size_t head) const {
    std::vector<bool> joined(linkage_.words.size());
    joined[head] = true;
    WordSpan span{head, head + 1};
    for (bool grown = true; grown;) {
      grown = false;
      for (const auto& link : linkage_.links) {
        if (link.left == 0 || link.right >= group_.main || has_type(link, kClauseLinks) ||
            is_in_group(link.left) || is_in_group(link.right) ||
            joined[link.left] == joined[link.right]) {
          continue;
        }
        joined[link.left] = joined[link.right] = true;
        span.begin = std::min(span.begin, link.left);
        span.end = std::max(span.end, link.right + 1);
        grown = true;
      }
    }
    for (std::size_t at = span.begin; at < span.end; ++at) {
      // The clause that "whose" begins goes on to the verb.
      if (text(at) == "whose") span.end = group_.words.front();
    }
    while (span.end > head + 1 && is_adverb_alone(span.end - 1)) --span.end;
    return with_unlinked(span);
  }

  // Words without a link that stand before the head of a subject belong to it.
  WordSpan with_unlinked(WordSpan span) const {
    const auto is_linked = [&](std::size_t at) {
      return std::any_of(linkage_.links.begin(), linkage_.links.end(), [&](const ParsedLink& link) {
        return link.left == at || link.right == at;
      });
    };
    while (span.begin > 1 && is_content(linkage_.words[span.begin - 1]) &&
           !is_linked(span.begin - 1)) {
      --span.begin;
    }
    return span;
  }

  void find_between(std::size_t begin, std::size_t end, std::vector<Chunk>& chunks) const {
    for (std::size_t at = begin; at < end;) {
      if (is_in_group(at) || is_auxiliary_word(text(at)) || !is_content(linkage_.words[at])) {
        ++at;
        continue;
      }
      std::size_t stop = at;
      while (stop < end && !is_in_group(stop)) ++stop;
      find_chunks(at, stop, chunks);
      at = stop;
    }
  }

  bool is_pair(std::size_t at) const {
    return at + 1 < end_ && is_role_word(RoleWord::kPrepositionPair, text(at) + " " + text(at + 1));
  }

  bool modifies_next(std::size_t at) const {
    return link_right(linkage_, at, "|A|AN|D|DT|DD|EA|EE|EN|ND|NI|L|La|TA|DG|");
  }

  bool is_preposition(std::size_t at, std::size_t end) const {
    if (is_pair(at)) return true;
    if (!is_role_word(RoleWord::kPreposition, text(at)) || at + 1 >= end || modifies_next(at)) {
      return false;
    }
    if (text(at) == "to" && link_right(linkage_, at, "|I|")) return false;
    if (text(at) == "following" || text(at) == "past" || text(at) == "opposite") {
      return !is_role_word(RoleWord::kDeterminer, text(at - 1));
    }
    return !is_particle(at);
  }

  bool is_adverb_alone(std::size_t at) const {
    const std::string& word = text(at);
    return is_role_word(RoleWord::kTimeAdverb, word) ||
           (word.ends_with("ly") && lexicon_.has(word, WordKind::kAdverb) &&
            !lexicon_.has(word, WordKind::kNoun));
  }

  // The kind of the chunk that begins here; nothing where the one before goes on.
  std::optional<ChunkKind> start_at(std::size_t at, std::size_t begin, std::size_t end) const {
    if (is_preposition(at, end)) return ChunkKind::kPrepositional;
    if (is_role_word(RoleWord::kSubordinator, text(at)) && at + 1 < end) {
      return ChunkKind::kSubordinate;
    }
    if (text(at) == "to" && at + 1 < end) return ChunkKind::kInfinitive;
    if (is_time_phrase(at, end)) return ChunkKind::kTimePhrase;
    if ((is_role_word(RoleWord::kPlaceAdverb, text(at)) && !modifies_next(at)) || is_way_home(at)) {
      return ChunkKind::kAdverb;
    }
    for (const auto& link : linkage_.links) {
      if (link.left != group_.main || link.right < at || link.right >= end) continue;
      // "her aunt", for all that two objects would be "her" and "aunt"
      if (at > begin && text(at - 1) == "her") continue;
      if (first_of(linkage_, link.right, begin) != at) continue;
      if (const auto kind = kind_of(link)) return kind;
    }
    return adverb_start(at, begin, end);
  }

  std::optional<ChunkKind> kind_of(const ParsedLink& link) const {
    if (link.type == "O" || link.type == "OX" || link.type == "B") return ChunkKind::kNounPhrase;
    if (link.type == "MV" && link.rest.starts_with("pn")) return ChunkKind::kTimePhrase;
    if (link.type == "MV" && !link.rest.starts_with("p")) return ChunkKind::kAdverb;
    if (link.type == "P" && link.rest.starts_with("g")) return ChunkKind::kNounPhrase;
    if (link.type == "P" || link.type == "TH" || link.type == "C" || link.type == "QI") {
      return ChunkKind::kComplement;
    }
    return std::nullopt;
  }

  std::optional<ChunkKind> adverb_start(std::size_t at, std::size_t begin, std::size_t end) const {
    std::size_t head = at;
    while (head + 1 < end && link_right(linkage_, head, "|EE|") &&
           link_right(linkage_, head, "|EE|")->right == head + 1) {
      ++head;
    }
    if (modifies_next(head)) return std::nullopt;
    const ParsedLink* link = link_right(linkage_, head, "|E|");
    if (link && is_in_group(link->right)) return ChunkKind::kAdverb;
    if (at == begin && head + 1 == end && end <= group_.main) return ChunkKind::kAdverb;
    if (is_adverb_alone(head)) return ChunkKind::kAdverb;
    return std::nullopt;
  }

  // "walks her student home"
  bool is_way_home(std::size_t at) const {
    const auto verb = lexicon_.category(text(group_.main), WordKind::kVerb);
    return text(at) == "home" && verb == Category::kVerbMotion && at > group_.main &&
           lexicon_.has(text(at - 1), WordKind::kNoun) &&
           !is_role_word(RoleWord::kPreposition, text(at - 1)) &&
           !is_role_word(RoleWord::kDeterminer, text(at - 1));
  }

  bool is_time_noun(std::size_t at) const {
    if (is_role_word(RoleWord::kPreposition, text(at))) return false;
    return lexicon_.category(text(at), WordKind::kNoun) == Category::kNounTime ||
           is_role_word(RoleWord::kTimeNoun, text(at));
  }

  bool is_time_phrase(std::size_t at, std::size_t end) const {
    static constexpr std::string_view kSure = "|every|each|last|next|all|this|once|";
    if (kSure.find("|" + text(at) + "|") == kSure.npos) return false;
    if (at > 0 && (is_role_word(RoleWord::kPreposition, text(at - 1)) ||
                   is_role_word(RoleWord::kDeterminer, text(at - 1)))) {
      return false;
    }
    return (at + 1 < end && is_time_noun(at + 1)) ||
           (at + 2 < end && (text(at + 1) == "per" || text(at + 1) == "the") &&
            is_time_noun(at + 2));
  }

  void find_chunks(std::size_t begin, std::size_t end, std::vector<Chunk>& chunks) const {
    std::optional<Chunk> open;
    const auto close = [&](std::size_t at) {
      if (!open) return;
      open->words.end = at;
      trim(open->words);
      if (!open->words.empty()) {
        set_head(*open);
        chunks.push_back(*open);
      }
      open.reset();
    };
    std::size_t quiet_until = begin;  // within a preposition of two words, or right behind one
    for (std::size_t at = begin; at < end; ++at) {
      auto kind = at < quiet_until || to_the_end(open) ? std::nullopt : start_at(at, begin, end);
      if (!kind && starts_noun_phrase(at, open)) kind = ChunkKind::kNounPhrase;
      if (!kind) continue;
      close(at);
      open = Chunk{*kind, {at, at + 1}, at, at};
      if (*kind == ChunkKind::kPrepositional) {
        quiet_until = at + (is_pair(at) ? 3 : 2);
        open->content = at + (is_pair(at) ? 2 : 1);
      }
      if (*kind == ChunkKind::kTimePhrase) quiet_until = at + 2;
    }
    close(end);
  }

  static bool to_the_end(const std::optional<Chunk>& open) {
    return open && (open->kind == ChunkKind::kSubordinate || open->kind == ChunkKind::kInfinitive);
  }

  bool starts_noun_phrase(std::size_t at, const std::optional<Chunk>& open) const {
    if (!open) return is_content(linkage_.words[at]);
    return open->kind == ChunkKind::kAdverb && starts_phrase(at, *open);
  }

  // After an adverb something else begins: "slowly the engine".
  bool starts_phrase(std::size_t at, const Chunk& adverb) const {
    if (!is_content(linkage_.words[at])) return false;
    const ParsedLink* link = link_right(linkage_, at - 1, "|EE|");
    return at > adverb.words.begin && !(link && link->right == at);
  }

  void trim(WordSpan& span) const {
    while (!span.empty() && !is_content(linkage_.words[span.end - 1])) --span.end;
    while (!span.empty() && !is_content(linkage_.words[span.begin])) ++span.begin;
  }

  void set_head(Chunk& chunk) const {
    chunk.content = std::min(chunk.content, chunk.words.end - 1);
    chunk.head = chunk.content;
    for (std::size_t at = chunk.content; at < chunk.words.end; ++at) {
      static constexpr std::string_view kRelative = "|who|which|that|whose|where|";
      if (at > chunk.content && kRelative.find("|" + text(at) + "|") != kRelative.npos) break;
      if (is_content(linkage_.words[at]) && text(at) != "'s") chunk.head = at;
    }
  }

  const Linkage& linkage_;
  const Lexicon& lexicon_;
  VerbGroup group_;
  std::size_t end_ = 0;
};

}  // namespace

ClauseParts parts_of(const Linkage& linkage, const Lexicon& lexicon) {
  return PartFinder(linkage, lexicon).find();
}

}  // namespace sonde

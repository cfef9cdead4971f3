#include "workshop/labellers/clause_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/labellers/role_labeller.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

constexpr std::string_view kPunctuation = ".,;:!?\"'()-";

bool joins(const std::string& word) { return word == "and" || word == "or"; }

// A clause ends at a conjunction with which another verb or clause begins.
struct Conjunction {
  const ClauseWords& words;
  std::size_t at;
};

bool joins_auxiliary(const Conjunction& joined) {
  return is_auxiliary_word(joined.words.text(joined.at + 1));
}
// "Sang the song and danced", not "likes swimming and running".
bool joins_verbs(const Conjunction& joined) {
  return std::ranges::any_of(joined.words.linkage.links, [&](const ParsedLink& link) {
    return link.right == joined.at && link.type == "VJ" && link.rest.starts_with('l') &&
           joined.words.is_in_group(link.left);
  });
}
bool joins_clauses(const Conjunction& joined) {
  return std::ranges::any_of(joined.words.linkage.links, [&](const ParsedLink& link) {
    const bool linked = link.left == joined.at || link.right == joined.at;
    return (linked && link.type == "CC") || (link.left == joined.at && has_type(link, "|W|WV|"));
  });
}
// A verb that is neither an adjective nor a noun that joins another: "swimming and running".
bool joins_ing_form(const Conjunction& joined) {
  const auto& [words, at] = joined;
  return is_ing_form(words.lexicon, words.text(at + 1)) && !modifies_next(words, at + 1);
}
// "Is wearing boots and playing".
bool joins_another_doing(const Conjunction& joined) {
  const auto& [words, at] = joined;
  return words.text(words.group.main).ends_with("ing") && joins_ing_form(joined) &&
         (at == words.group.main + 1 || !words.text(at - 1).ends_with("ing"));
}
// "Rides a bike, wearing a helmet".
bool adds_participle(const Conjunction& joined) {
  const auto& [words, at] = joined;
  return words.text(at) == "," && joins_ing_form(joined) && !words.text(at - 1).ends_with("ing");
}
// "On Sunday, the first day of the fair", not "bread, the milk and a cake".
bool adds_apposition(const Conjunction& joined) {
  const auto& [words, at] = joined;
  if (words.text(at) != "," || !is_role_word(RoleWord::kDeterminer, words.text(at + 1))) {
    return false;
  }
  for (std::size_t later = at + 1; later < words.linkage.words.size(); ++later) {
    if (joins(words.text(later))) return false;
  }
  return true;
}

using EndRule = Rule<Conjunction, bool>;
constexpr bool kEnds = true;
constexpr std::array kClauseEnds{
    EndRule{"joins another auxiliary", joins_auxiliary, kEnds,
            "He is sitting near a flower bed and is overlooking a tunnel."},
    EndRule{"joins verbs", joins_verbs, kEnds, "The boy kicked the ball and ran."},
    EndRule{"joins clauses", joins_clauses, kEnds, "The boy sang and the girl danced."},
    EndRule{"joins another doing", joins_another_doing, kEnds,
            "The man is riding a horse and singing."},
    EndRule{"adds a participle", adds_participle, kEnds,
            "The man rode a bicycle, wearing a helmet."},
    EndRule{"adds an apposition", adds_apposition, kEnds,
            "They met on Sunday, the first day of the fair."},
};

// Whether a word has the form of the main verb: "peeled" of "washed, peeled and cut".
bool has_form_of_main(const ClauseWords& words, std::size_t at) {
  const std::string &main = words.text(words.group.main), &word = words.text(at);
  const std::string base = words.lexicon.base_of(word, WordKind::kVerb);
  if (!words.lexicon.category(base, WordKind::kVerb)) return false;
  if (main.ends_with("ing") || word.ends_with("ing")) {
    return main.ends_with("ing") && is_ing_form(words.lexicon, word);
  }
  const bool inflected = words.base() != main;
  return inflected == (base != word) || (inflected && is_listed("verbs_that_do_not_change", word));
}

// The place after the verbs that are joined to the main verb, without a word of another kind
// between them. 0: none.
std::size_t joined_verbs_end(const ClauseWords& words) {
  std::size_t end = 0;
  bool joined = false;
  for (std::size_t at = words.group.main + 1; at + 1 < words.linkage.words.size(); at = end) {
    const bool comma = words.text(at) == ",";
    if (comma && joins(words.text(at + 1))) ++at;
    const bool by_word = joins(words.text(at));
    if (!(comma || by_word) || joined || !has_form_of_main(words, at + 1)) break;
    joined = by_word;
    end = at + 2;
  }
  return joined ? end : 0;
}

// Whether WordNet's sentence frames of a verb have an object: "wash and dry the dishes", but not
// "sing and play the guitar".
bool shares_object(const ClauseWords& words) {
  constexpr std::uint64_t kWithObject = 1U << 8 | 1U << 9 | 1U << 10 | 1U << 11;
  return (words.lexicon.frames_of(words.base()) & kWithObject) != 0 &&
         words.lexicon.category(words.base(), WordKind::kVerb) != Category::kVerbCreation;
}

// A phrase after joined verbs that belongs to each: an object, or the place of verbs without one.
struct SharedPart {
  const ClauseWords& words;
  std::size_t at;
};
bool is_shared_place(const SharedPart& part) {
  const std::string& word = part.words.text(part.at);
  return !shares_object(part.words) && (word == "in" || word == "on" || word == "at");
}
bool is_shared_object(const SharedPart& part) {
  const auto& [words, at] = part;
  const std::string& word = words.text(at);
  const bool begins =
      is_role_word(RoleWord::kDeterminer, word) || is_role_word(RoleWord::kPronoun, word) ||
      (words.lexicon.has(word, WordKind::kNoun) && !is_role_word(RoleWord::kPreposition, word) &&
       !is_role_word(RoleWord::kPathAdverb, word));
  return begins && shares_object(words);
}

using SharedRule = Rule<SharedPart, bool>;
constexpr bool kIsShared = true;
constexpr std::array kSharedParts{
    SharedRule{"place of joined verbs", is_shared_place, kIsShared,
               "The women danced and sang in the street."},
    SharedRule{"object of joined verbs", is_shared_object, kIsShared,
               "The cook washed, peeled and cut the carrots."},
};

std::size_t clause_end(const ClauseWords& words, std::size_t begin) {
  const std::size_t all = words.linkage.words.size();
  std::size_t end = all;
  for (std::size_t at = begin; words.group.main != 0 && at + 1 < all; ++at) {
    if (!is_conjunction(words.text(at)) || !any_rule(kClauseEnds, Conjunction{words, at})) continue;
    end = at;
    break;
  }
  while (end > 1 && !words.is_content(end - 1)) --end;
  return end;
}

}  // namespace

bool is_conjunction(const std::string& word) { return joins(word) || word == "but" || word == ","; }

bool modifies_next(const ClauseWords& words, std::size_t at) {
  return link_right(words.linkage, at, "|A|AN|D|DT|DD|EA|EE|EN|ND|NI|L|La|TA|DG|");
}

ClauseWords::ClauseWords(const Linkage& in, const Lexicon& by)
    : linkage(in), lexicon(by), group(verb_of(in, by)), end(in.words.size()) {
  const std::size_t joined_end = group.main == 0 ? 0 : joined_verbs_end(*this);
  const bool shared = joined_end != 0 && joined_end + 1 < end &&
                      any_rule(kSharedParts, SharedPart{*this, joined_end});
  after_verbs = shared ? joined_end : group.main + 1;
  end = joined_end != 0 && !shared ? group.main + 1 : clause_end(*this, after_verbs);
  ends_early = group.main != 0 && end + 1 < in.words.size() &&
               std::any_of(in.words.begin() + static_cast<std::ptrdiff_t>(end), in.words.end(),
                           [](const ParsedWord& word) { return has_letter(word.text); });
  ends_early = ends_early || shared;
}

bool ClauseWords::is_content(std::size_t at) const {
  return text(at).find_first_not_of(kPunctuation) != std::string::npos;
}

bool ClauseWords::moves() const {
  return lexicon.category(text(group.main), WordKind::kVerb) == Category::kVerbMotion;
}

std::string ClauseWords::base() const { return lexicon.base_of(text(group.main), WordKind::kVerb); }

RuleExamples clause_end_examples() { return examples_of(kClauseEnds, kSharedParts); }

}  // namespace sonde

// The fallback of the rule `negation` for fragments: their last part, or the whole, is denied.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/denials/fragment_words.h"
#include "workshop/audit/frame_edits.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

// The last part after a comma, or 0.
std::size_t last_part(const AuditSentence& sentence) {
  for (std::size_t at = sentence.words().size(); at-- > 1;) {
    if (sentence.before(at) == ",") return at;
  }
  return 0;
}

// "christenings or first birthdays", not "sleeves you can push up and forget".
bool is_list(const AuditSentence& sentence, std::size_t first) {
  for (std::size_t at = first; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("clauses of nouns", word) || word == "between") return false;
    if (word == "and" || word == "or") return true;
  }
  return false;
}

// "hair brushing the chips", not "piping for runs".
bool has_participle(const AuditSentence& sentence, std::size_t part) {
  for (std::size_t at = part + 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const auto next = sentence.next_of(at);
    const bool goes_on = is_audit_word("determiner", next) || is_audit_word("particles", next);
    if (word.size() > 4 && word.ends_with("ing") && goes_on) return true;
  }
  return false;
}

// "a small, green beetle", "in Marfa, Texas": no part by itself.
bool is_bound(const AuditSentence& sentence, std::size_t part, const RuleSources& sources) {
  return sentence.is_capital(part) || is_adjective(sources, sentence.words()[part - 1].lower);
}

// A fragment has a denial of `part` before the word at `at`, which follows `joint` ("and").
Outcome denied_at(const AuditSentence& sentence, std::size_t at, const std::string& joint,
                  const std::string& denial) {
  std::string text = sentence.text();
  const bool article = joint == "and" && denial == "not " &&
                       (sentence.words()[at].lower == "a" || sentence.words()[at].lower == "an");
  if (article) {  // "and a lid" -> "but no lid"
    text.replace(sentence.words()[at].begin, sentence.words()[at].end - sentence.words()[at].begin,
                 "no");
  } else {
    text.insert(sentence.words()[at].begin, denial);
  }
  const std::string put = article ? "no " : denial;
  if (joint.empty()) return {true, text, {}, put + "before the last part"};
  const auto& before = sentence.words()[at - 1];
  return {
      true, text.replace(before.begin, before.end - before.begin, "but"), {}, "and -> but " + put};
}

// "Wide toe box, zero drop, and a sole" -> "Wide toe box, zero drop, but no sole".
Outcome last_item_denied(const AuditSentence& sentence, std::size_t at,
                         const RuleSources& sources) {
  if (sentence.words()[at].lower != "and" || !sentence.is_joined(at)) {
    return not_eligible("no last item");
  }
  const std::string& item = sentence.words()[at + 1].lower;
  const bool article = item == "a" || item == "an";
  const std::string denial = denial_of(sentence, at + 1, sources);
  const bool degree = is_audit_word("degrees", article ? sentence.next_of(at + 1) : item);
  if (denial.empty() || degree || (denial == "no " && !article))
    return refused("no sure last item");
  return denied_at(sentence, at + 1, "and", denial);
}

// "A crane silhouetted against the sky", "a stack of cakes leaning to one side".
bool is_scene(const AuditSentence& sentence) {
  static const std::set<std::string_view> kPlaces{"on", "under", "above",   "outside", "behind",
                                                  "at", "near",  "against", "beside",  "across"};
  return std::ranges::any_of(sentence.words(), [](const auto& word) {
    const bool participle = word.lower.ends_with("ing") || word.lower.ends_with("ed") ||
                            is_audit_word("strung", word.lower);
    return kPlaces.contains(word.lower) || (participle && word.lower.size() > 4);
  });
}

// The last adjective of "a fresh, zesty gel", "fast, reliable recovery": 0 without a comma after
// the first.
std::size_t after_adjectives(const AuditSentence& sentence, const RuleSources& sources) {
  const std::size_t first = has_article(sentence) ? 1 : 0;
  std::size_t at = first;
  while (at + 1 < sentence.words().size() && sentence.before(at + 1) == "," &&
         is_adjective(sources, sentence.words()[at].lower)) {
    ++at;
  }
  return at > first ? at : 0;
}

// The whole fragment: "Not a gift for birthdays".
Outcome whole_denied(const AuditSentence& sentence, const RuleSources& sources) {
  const bool one = has_article(sentence);
  const std::string denial =
      denial_of(sentence, one ? 0 : after_adjectives(sentence, sources), sources);
  const auto lower = continued(sentence, sources);
  if (denial != "not " || !lower) return refused("no sure part");
  const bool strict = one || sentence.words().front().lower == "the";
  if (has_verb(sentence, 1, strict, sources)) return refused("a clause");
  if (sentence.has_comma() || sentence.has("and")) return refused("a list");
  if (is_scene(sentence)) return refused("a picture");
  if (one && (sentence.has("with") || sentence.has("in"))) return refused("a picture");
  const std::string text = denial + *lower;
  const bool capital = sentence.is_capital(0);
  return {true, capital ? capitalised(text) : text, {}, denial + "before the whole"};
}

// Whether the list of the last part may belong to the whole: "a gift for christenings or
// birthdays".
bool has_list_of_whole(const AuditSentence& sentence, const RuleSources& sources) {
  const std::size_t head =
      after_adjectives(sentence, sources);  // "a fast, reliable recovery" has its comma inside
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    if (sentence.before(at) == "," && at > head) break;
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("before nouns", word) || is_audit_word("clauses of nouns", word) ||
        word == "to") {
      return true;
    }
  }
  return false;
}

bool is_fragment(RuleTools& tools, const AuditSentence& sentence) {
  if (sentence.words().size() < 3 || !sentence.is_single() || sentence.is_question()) return false;
  if (begins_with_any(sentence, audit_words("en", "asks"))) return false;
  const auto form = tools.form_of(sentence);
  return form == SentenceForm::kOther || form == SentenceForm::kNounPhrase;
}

bool has_negation_of_clause(const AuditSentence& sentence) {
  return std::ranges::any_of(sentence.words(), [](const auto& word) {
    return word.lower != "without" && AuditSentence(word.lower).has_negation();
  });
}

// "instead of oil".
bool is_before_of(const AuditSentence& sentence, std::string_view word) {
  for (std::size_t at = 0; at + 1 < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower == word && sentence.next_of(at) == "of") return true;
  }
  return false;
}

// A word that does not go with a denial, or a clause.
bool has_doubt(const AuditSentence& sentence) {
  const bool one = has_article(sentence);
  const bool instead = sentence.has("instead") && !is_before_of(sentence, "instead");
  return has_negation_of_clause(sentence) || instead ||
         has_any_of(sentence, audit_words("en", "contrasts of fragments")) ||
         (!one && has_any_of(sentence, audit_words("en", "against denied parts"))) ||
         has_own_clause_after_and(sentence) || has_spliced_clause(sentence);
}

// "leggings brushed on the inside, for people who run".
bool belongs_to_whole(const AuditSentence& sentence, std::size_t part, const RuleSources& sources) {
  if (is_list(sentence, part)) return false;
  return is_audit_word("before nouns", sentence.words()[part].lower) ||
         after_adjectives(sentence, sources) == part;
}

// "Pillow filled with flaxseed" -> "Pillow not filled with flaxseed".
Outcome participle_denied(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at + 1 < sentence.words().size() && sentence.is_joined(at - 1); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("before nouns", word)) break;
    const auto next = sentence.next_of(at);
    const bool part = is_audit_word("before nouns", next) || next == "like";
    if (!part || !is_audit_word("participles of products", word)) continue;
    if (!is_noun(sources, sentence.words()[at - 1].lower) || is_list(sentence, at)) break;
    return denied_at(sentence, at, {}, "not ");
  }
  return refused("no participle");
}

// The words "and" and "or" from a word to the next comma, or to the end of a list that ends with
// "and a lid". Nothing for another list.
std::optional<std::vector<std::size_t>> joints_after(const AuditSentence& sentence,
                                                     std::size_t with) {
  std::vector<std::size_t> joints;
  bool tail = false;
  for (std::size_t at = with + 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    tail = tail || sentence.before(at) == ",";
    if (word != "and" && word != "or") continue;
    const auto next = sentence.next_of(at);
    if (tail && next != "a" && next != "an") return std::nullopt;
    joints.push_back(at);
  }
  return joints.size() > 1 ? std::nullopt : std::optional(joints);
}

// The only "with" of a fragment. 0: none, or several.
std::size_t only_with(const AuditSentence& sentence) {
  std::size_t with = 0;
  for (std::size_t at = 1; at + 1 < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower != "with") continue;
    if (with > 0) return 0;
    with = at;
  }
  return with;
}

// "Kettle with a spout and a lid" -> "Kettle without a spout or a lid".
Outcome with_denied(const AuditSentence& sentence, const RuleSources& sources) {
  const auto& words = sentence.words();
  const std::size_t with = only_with(sentence);
  if (with == 0) return refused("no part of a thing");
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& word = words[at].lower;
    const bool clause =
        is_audit_word("clauses of nouns", word) || has_verb_at(sentence, at, sources);
    const bool other =
        is_audit_word("contrasts of fragments", word) ||
        is_audit_word("against what is to come", word) || (at < with && clause) ||
        (at > with + 1 && word.ends_with("n") && sources.forms->base_of_past(word)) ||  // "worn"
        (at > with && (is_audit_word("states of things", word) || word.ends_with("ing")));
    if (other) return refused("a further part");
  }
  const std::string& before = words[with - 1].lower;
  const bool after_comma = sentence.before(with) == ",";
  if (is_audit_word("with people", before)) return refused("no part of a thing");
  const bool thing = after_comma || !sources.lexicon->is_word(before) ||
                     (is_noun(sources, before) && !sources.forms->is_only_verb(before));
  const auto joints = joints_after(sentence, with);
  if (!after_comma && sources.lexicon->has(before, WordKind::kAdjective)) {
    return refused("an adjective");  // "heavy with dew"
  }
  if (!thing || !joints) return refused("several lists, or no thing");
  AuditSentence made(sentence.with_words(with, with, "without"));
  if (!joints->empty())
    made = AuditSentence(made.with_words(joints->front(), joints->front(), "or"));
  return {true, made.text(), {}, "with -> without"};
}

// "Shower Caddy, Matte Black": capitals throughout, and no verb.
bool is_title_of_product(const AuditSentence& sentence, const RuleSources& sources) {
  std::size_t capitals = 0, lower = 0;
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("before nouns", word) || is_audit_word("determiner", word)) continue;
    if (word == "and" || word == "or") continue;
    ++(sentence.is_capital(at) ? capitals : lower);
  }
  const bool title = capitals > 2 && lower == 0;
  return title && !has_verb(sentence, 1, true, sources);
}

}  // namespace

Outcome pack_of_two(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  static const std::set<std::string_view> kCounts{"pack",   "set", "pair",  "pairs",  "sets", "box",
                                                  "bundle", "kit", "packs", "pieces", "piece"};
  if (sentence.has_end_mark() || !is_fragment(tools, sentence) || has_article(sentence) ||
      !is_title_of_product(sentence, tools.sources())) {
    return not_eligible("no title of a product");
  }
  for (const auto& word : sentence.words()) {
    if (kCounts.contains(word.lower)) return refused("a count");
  }
  return {true, sentence.text() + ", Pack of Two", {}, "a pack of two"};
}

Outcome denied_part(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (!is_fragment(tools, sentence)) return not_eligible("no fragment");
  if (has_doubt(sentence)) return refused("a word that a denial does not go with");
  const auto& sources = tools.sources();
  if (Outcome made = participle_denied(sentence, sources); !made.text.empty()) return made;
  if (Outcome made = with_denied(sentence, sources); !made.text.empty()) return made;
  const std::size_t part = last_part(sentence);
  const bool one = has_article(sentence);
  if (part == 0 || belongs_to_whole(sentence, part, sources)) {
    return whole_denied(sentence, sources);
  }
  const bool joins = sentence.words()[part].lower == "and";
  if (one && !joins && is_list(sentence, part)) {
    return has_list_of_whole(sentence, sources) ? whole_denied(sentence, sources)
                                                : refused("a list after the thing");
  }
  if (has_verb(sentence, 1, one, sources)) return refused("a clause");
  if (joins) return last_item_denied(sentence, part, sources);
  const std::string denial = denial_of(sentence, part, sources);
  const bool adjectives = end_of_phrase(sentence, 0, sources) == 1;  // "sturdy, stackable and"
  if (is_list(sentence, part) && (denial != "not " || adjectives)) {
    return refused("a list after the thing");
  }
  const bool thing = denial == "no " &&
                     (one || is_bound(sentence, part, sources) || has_participle(sentence, part));
  static const std::set<std::string_view> kPacks{"pack", "set", "pair", "box", "bundle", "size"};
  if (sentence.words()[part].lower.ends_with("less") ||
      kPacks.contains(sentence.words().back().lower)) {
    return refused("a negation, or how it is sold");
  }
  const std::string& first = sentence.words()[part].lower;
  const auto next = sentence.next_of(part);
  const bool subject =  // "no teachers clash over it"
      first.ends_with('s') && next != "$" && !is_audit_word("before nouns", next);
  const bool bare = denial == "no " && (subject || part + 1 == sentence.words().size());
  if (bare || sentence.words()[part].lower.ends_with("able")) return refused("a bare noun");
  return denial.empty() || thing ? refused("no sure part") : denied_at(sentence, part, {}, denial);
}

}  // namespace sonde

// The fallback of the rule `negation` for fragments: a part of the thing is denied.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/denials/fragment_words.h"

namespace sonde {
namespace {

// "christenings or first birthdays", not "sleeves you can push up and forget".
bool is_list(const AuditSentence& sentence, std::size_t first) {
  for (std::size_t at = first; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("clauses of nouns", word) || word == "between") return false;
    if (word == "and" || word == "or") return true;
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

// "Pillow filled with flaxseed" -> "Pillow not filled with flaxseed".
Outcome participle_denied(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at + 1 < sentence.words().size() && sentence.is_joined(at - 1); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (is_audit_word("before nouns", word)) break;
    const auto next = sentence.next_of(at);
    const bool part = is_audit_word("before nouns", next) || next == "like";
    if (!part || !is_audit_word("participles of products", word)) continue;
    if (!is_noun(sources, sentence.words()[at - 1].lower) || is_list(sentence, at)) break;
    return {true, sentence.with_words(at, at, "not " + word), {}, word + " -> not " + word};
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
  return refused("no sure part");
}

}  // namespace sonde

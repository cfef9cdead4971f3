// The fallback of the rule `attribute`: another colour or material of a thing.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"

namespace sonde {
namespace {

// Lists of words that can take each other's place before a thing.
constexpr std::array<std::string_view, 6> kLooks{"colours", "woods",          "metals",
                                                 "fabrics", "hard materials", "soft materials"};

std::string_view list_of(std::string_view word) {
  if (is_audit_word("rarer colours", word)) return "colours";
  const auto* found =
      std::ranges::find_if(kLooks, [&](auto list) { return is_audit_word(list, word); });
  return found == kLooks.end() ? std::string_view() : *found;
}

// "a green tub", "oak arms", but not "a black belt".
bool is_before_thing(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  if (!sentence.is_joined(at) || sentence.is_capital(at + 1) ||
      sentence.words()[at + 1].lower.ends_with("'s")) {  // "a grey child's glove"
    return false;
  }
  const auto& lexicon = *sources.lexicon;
  const std::string thing = lexicon.base_of(sentence.words()[at + 1].lower, WordKind::kNoun);
  return lexicon.category(thing, WordKind::kNoun) == Category::kNounArtifact &&
         !is_audit_word("fixed looks", sentence.words()[at].lower + "=" + thing);
}

// "a bar of bamboo", "contains glass".
bool is_what_it_is_made_of(const AuditSentence& sentence, std::size_t at) {
  const auto before = sentence.before(at), next = sentence.next_of(at);
  const bool made = before == "of" || before == "from" || before == "contains";
  return made && (next == "$" || next == "that" || next == "which" || next == "with");
}

// "dark green", "red and white", "it felt".
bool is_part_of_more(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const auto before = sentence.before(at), next = sentence.next_of(at);
  if (next == "and" || next == "or" || before == "and" || before == "or") return true;
  if (is_audit_word("before looks", before) || !list_of(before).empty()) return true;
  const bool verb = sources.forms->base_of_past(sentence.words()[at].lower).has_value();
  return (verb && !is_audit_word("determiner", before)) || (at > 0 && sentence.is_capital(at));
}

// Whether another colour, or another material, would be compared with it.
bool has_another(const AuditSentence& sentence, std::size_t at, std::string_view list) {
  for (std::size_t other = 0; other < sentence.words().size(); ++other) {
    if (other != at && list_of(sentence.words()[other].lower) == list) return true;
  }
  return has_any_of(sentence, audit_words("en", "against another look"));
}

}  // namespace

Outcome other_look(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const auto& sources = tools.sources();
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const auto list = list_of(word);
    if (list.empty() || is_part_of_more(sentence, at, sources)) continue;
    const bool of_thing = is_before_thing(sentence, at, sources) ||
                          (list != "colours" && is_what_it_is_made_of(sentence, at));
    if (!of_thing || has_another(sentence, at, list)) continue;
    std::vector<std::string> others;
    for (const auto& one : audit_words("en", list)) {
      if (one != word) others.emplace_back(one);
    }
    std::ranges::sort(others);
    const std::string& other = others[key % others.size()];
    return {true, sentence.with_words(at, at, other), {}, word + " -> " + other};
  }
  return not_eligible("no colour or material of a thing");
}

}  // namespace sonde

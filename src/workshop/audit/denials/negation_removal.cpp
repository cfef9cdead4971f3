// The fallback of the rule `negation` for a sentence that has one: it is taken away.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"

namespace sonde {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kDenials{
    {{"won't", "will"},
     {"can't", "can"},
     {"cannot", "can"},
     {"isn't", "is"},
     {"aren't", "are"},
     {"wasn't", "was"},
     {"weren't", "were"},
     {"hasn't", "has"},
     {"haven't", "have"},
     {"hadn't", "had"},
     {"couldn't", "could"},
     {"wouldn't", "would"},
     {"shouldn't", "should"},
     {"mustn't", "must"},
     {"cant", "can"}}};

// The verb without "does not" or "didn't". Empty if it is not sure.
std::string unsupported(std::string_view support, const std::string& verb,
                        const RuleSources& sources) {
  if (!sources.forms->is_base(verb)) return {};
  if (support.starts_with("does")) {
    return sources.forms->inflected(verb, VerbForm::kThird).value_or("");
  }
  if (support.starts_with("did")) {
    return sources.forms->inflected(verb, VerbForm::kPast).value_or("");
  }
  return verb;
}

// The negation at a word is taken away.
Outcome affirmed_at(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  const auto denial =
      std::ranges::find_if(kDenials, [&](const auto& one) { return one.first == word; });
  if (denial != kDenials.end()) {
    if (sentence.next_of(at) == "$") return refused("a verb left out");  // "what others can't"
    return {true,
            sentence.with_words(at, at, std::string(denial->second)),
            {},
            word + " -> " + std::string(denial->second)};
  }
  const bool apart = is_do_form(word) && sentence.next_of(at) == "not";
  const bool support = apart || word == "don't" || word == "doesn't" || word == "didn't";
  const std::size_t verb = at + (apart ? 2U : 1U);
  if (word == "never" && at > 0 && sentence.is_joined(at) && sentence.next_of(at) != "mind") {
    return {true,
            sentence.with_words(at, at + 1, std::string(sentence.written(at + 1))),
            {},
            "never ->"};
  }
  if (support && verb < sentence.words().size() && sentence.is_joined(verb - 1)) {
    const std::string made = unsupported(word, sentence.words()[verb].lower, sources);
    if (made.empty()) return refused("no sure verb");
    return {true, sentence.with_words(at, verb, made), {}, word + " ... -> " + made};
  }
  const bool ends = at + 1 < sentence.words().size() && sentence.next_of(at + 1) == "$";
  if (sentence.next_of(at) != "not" || ends || !is_audit_word("verb phrases", word)) {
    return not_eligible("no negation");
  }
  return {true, sentence.with_words(at, at + 1, word), {}, word + " not -> " + word};
}

bool has_one_negation(const AuditSentence& sentence) {
  const auto is_negation = [](const auto& word) {
    return word.lower.ends_with("n't") || word.lower == "not" || word.lower == "cannot" ||
           word.lower == "cant" || word.lower == "never";
  };
  return std::ranges::count_if(sentence.words(), is_negation) == 1;
}

// "Skip it and don't play it", "peels off and won't stick": the second would contradict the first.
bool denies_after_first(const AuditSentence& sentence, std::size_t at) {
  const auto before = sentence.before(at);
  const std::string& word = sentence.words()[at].lower;
  const bool command = word == "don't" || word == "never";
  return before == "and" || ((before == "or" || before == ",") && command);
}

}  // namespace

Outcome affirmed_by_words(const AuditSentence& sentence, const RuleSources& sources) {
  if (sentence.is_question() || sentence.asks_whether()) return not_eligible("a question");
  if (!has_one_negation(sentence) || !sentence.is_single()) {
    return not_eligible("no negation, or several");
  }
  if (has_any_of(sentence, audit_words("en", "against an affirmation"))) {
    return refused("a word that goes with negations alone");
  }
  const bool orders = sources.forms->is_base(sentence.words().front().lower);
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    if (is_in_inner_clause(sentence, at) || denies_after_first(sentence, at)) break;
    if (at > 1 && sentence.before(at) == "which" && sentence.before(at - 1) == ",") break;
    if (orders && at > 0 && sentence.before(at) == ",") break;  // "Speak up, I haven't got it in"
    Outcome made = affirmed_at(sentence, at, sources);
    if (made.text.empty()) continue;
    const bool explained = contradicts_rest("negation", sentence, AuditSentence(made.text));
    return explained ? refused("a clause that explains the negation") : made;
  }
  return not_eligible("no negation of a verb");
}

}  // namespace sonde

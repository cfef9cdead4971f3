// The rules `case` and `typo`: the same words in another form.
#include <algorithm>
#include <utility>

#include "text/misspellings.h"
#include "text/unicode.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

bool has_acronym(const AuditSentence& sentence) {
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    const std::string_view written = sentence.written(word);
    const auto capitals =
        std::ranges::count_if(written, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (capitals > 1) return true;
  }
  return false;
}

}  // namespace

std::string without_last_mark(std::string text) {
  while (!text.empty() && std::string_view(".!?").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return text;
}

Outcome other_case(RuleTools&, const AuditSentence& sentence, std::uint64_t key) {
  const std::string& text = sentence.text();
  const std::string bare = without_last_mark(text);
  const std::string lower = has_acronym(sentence) ? text : lower_case(text);
  std::vector<std::pair<std::string, std::string>> forms{
      {lower, "lower case"}, {bare, "no mark"}, {without_last_mark(lower), "lower case, no mark"}};
  std::erase_if(forms, [&](const auto& form) { return form.first == text || form.first.empty(); });
  if (forms.empty()) {
    const std::string marked = capitalised(text) + (sentence.is_question() ? "?" : ".");
    return {true, marked, {}, "a capital and a mark"};
  }
  auto& [made, trace] = forms[key % forms.size()];
  return {true, std::move(made), {}, trace};
}

Outcome with_typo(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  constexpr std::size_t kShortest = 6;
  std::vector<std::size_t> long_words;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    const std::string_view written = sentence.written(word);
    const bool counts = number_word(written) > 0 || written == "without";
    if (written.size() >= kShortest && is_plain_word(written) && !counts) {
      long_words.push_back(word);
    }
  }
  if (long_words.empty()) return not_eligible("no long word");
  const std::size_t at = long_words[key % long_words.size()];
  const std::string word(sentence.written(at));
  const Lexicon* lexicon = tools.sources().lexicon.get();
  for (const auto& typo : misspellings_by_rule(word, key >> 8)) {
    if (lexicon != nullptr && lexicon->is_word(typo.text)) continue;
    return {true, sentence.with_words(at, at, typo.text), {}, word + " -> " + typo.text};
  }
  return refused("every typo is a word");
}

}  // namespace sonde

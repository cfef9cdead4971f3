#include "workshop/audit/phrases.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using PhrasePart = PhraseCondition::Of;
using Is = PhraseCondition::Is;

constexpr std::array<std::pair<std::string_view, PhrasePart>, 3> kParts{
    {{"next", PhrasePart::kNext},
     {"next2", PhrasePart::kSecondNext},
     {"prev", PhrasePart::kPrevious}}};
constexpr std::array<std::pair<std::string_view, Is>, 3> kRelations{
    {{"!=", Is::kNoneOf}, {"~", Is::kEndsIn}, {"=", Is::kOneOf}}};

std::vector<std::string> listed(std::string_view words) {
  const auto parts = parts_of(words, ',');
  return {parts.begin(), parts.end()};
}

// Parses "next!=a,b". A single word and "without=a,b" are about the sentence.
std::optional<PhraseCondition> parse_condition(std::string_view term) {
  constexpr std::string_view kWithout = "without=";
  if (term.starts_with(kWithout)) {
    return PhraseCondition{PhrasePart::kSentence, Is::kNoneOf,
                           listed(term.substr(kWithout.size()))};
  }
  if (term == "plain" || term == "statement" || term == "question" || term == "lower") {
    return PhraseCondition{PhrasePart::kSentence, Is::kOneOf, {std::string(term)}};
  }
  for (const auto& [sign, is] : kRelations) {
    const auto at = term.find(sign);
    if (at == term.npos) continue;
    const auto part =
        std::ranges::find(kParts, term.substr(0, at), [](const auto& one) { return one.first; });
    if (part == kParts.end()) return std::nullopt;
    return PhraseCondition{part->second, is, listed(term.substr(at + sign.size()))};
  }
  return std::nullopt;
}

std::vector<PhraseCondition> parse_conditions(std::string_view text, const Place& place) {
  std::vector<PhraseCondition> conditions;
  for (const auto term : parts_of(text, ' ')) {
    if (term.empty()) continue;
    auto condition = parse_condition(term);
    if (!condition) {
      throw input_error("unknown condition '" + std::string(term) + "'", place,
                        "docs/guides/audit.md lists the conditions");
    }
    conditions.push_back(std::move(*condition));
  }
  return conditions;
}

bool is_word(std::string_view word, const std::string& wanted) {
  if (wanted == "#") return is_number(word);
  if (wanted == "$") return word == "$" || word == ",";
  return word == wanted;
}

bool holds_for(const PhraseCondition& condition, std::string_view word) {
  const auto& words = condition.words;
  switch (condition.is) {
    case Is::kOneOf:
      return std::ranges::any_of(words, [&](const auto& one) { return is_word(word, one); });
    case Is::kNoneOf:
      return std::ranges::none_of(words, [&](const auto& one) { return is_word(word, one); });
    case Is::kEndsIn:
      return std::ranges::any_of(words, [&](const auto& end) { return word.ends_with(end); });
  }
  return false;
}

// A match of a phrase: its first and its last word.
struct Span {
  std::size_t first = 0, last = 0;
  bool contains(const Span& other) const {
    return first <= other.first && other.last <= last && last - first > other.last - other.first;
  }
};

bool holds_of_sentence(const PhraseCondition& condition, const AuditSentence& sentence,
                       const Span& at) {
  const std::string& what = condition.words.front();
  if (condition.is == Is::kNoneOf) {
    return std::ranges::none_of(condition.words,
                                [&](const auto& word) { return sentence.has(word); });
  }
  if (what == "plain") return !sentence.has_negation();
  if (what == "statement") return !sentence.is_question();
  if (what == "question") return sentence.is_question();
  return !sentence.is_capital(at.first);  // "lower"
}

bool holds_at(const PhraseCondition& condition, const AuditSentence& sentence, const Span& at) {
  switch (condition.of) {
    case PhrasePart::kNext:
      return holds_for(condition, sentence.next_of(at.last));
    case PhrasePart::kSecondNext:
      return sentence.is_joined(at.last) && holds_for(condition, sentence.next_of(at.last + 1));
    case PhrasePart::kPrevious:
      return holds_for(condition, sentence.before(at.first));
    case PhrasePart::kSentence:
      return holds_of_sentence(condition, sentence, at);
  }
  return false;
}

bool stands_at(const Phrase& phrase, const AuditSentence& sentence, std::size_t first) {
  for (std::size_t i = 0; i < phrase.words.size(); ++i) {
    if (sentence.words()[first + i].lower != phrase.words[i]) return false;
    if (i > 0 && !sentence.is_joined(first + i - 1)) return false;
  }
  return true;
}

// "The new model is lighter than the old one": an opposite there would be odd.
bool repeats_a_word(const Phrase& phrase, const AuditSentence& sentence) {
  return phrase.words.size() == 1 && sentence.has(phrase.replacement);
}

std::optional<Span> place_of(const Phrase& phrase, const AuditSentence& sentence) {
  if (repeats_a_word(phrase, sentence)) return std::nullopt;
  const std::size_t length = phrase.words.size();
  for (std::size_t first = 0; first + length <= sentence.words().size(); ++first) {
    if (!stands_at(phrase, sentence, first)) continue;
    const Span span{first, first + length - 1};
    const bool fits = std::ranges::all_of(phrase.conditions, [&](const auto& condition) {
      return holds_at(condition, sentence, span);
    });
    if (fits) return span;
  }
  return std::nullopt;
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Outcome replaced_at(const Phrase& phrase, const AuditSentence& sentence, const Span& at) {
  return {true,
          sentence.with_words(at.first, at.last, phrase.replacement),
          {},
          joined_words(phrase.words) + " -> " + phrase.replacement};
}

Phrase parse_phrase(const LanguageRow& row) {
  Phrase phrase{std::string(row[0]), {},
                std::string(row[2]), parse_conditions(row[3], row.place),
                std::string(row[4]), std::string(row[5]),
                row.place.line};
  for (const auto word : parts_of(row[1], ' ')) phrase.words.emplace_back(word);
  return phrase;
}

}  // namespace

Outcome apply_phrase(const Phrase& phrase, const AuditSentence& sentence) {
  const auto at = place_of(phrase, sentence);
  return at ? replaced_at(phrase, sentence, *at) : not_eligible("no such phrase");
}

PhraseTable::PhraseTable(std::span<const LanguageRow> rows) {
  for (const auto& row : rows) {
    by_kind_[std::string(row[0])].push_back(phrases_.size());
    phrases_.push_back(parse_phrase(row));
  }
}

Outcome PhraseTable::apply(std::string_view kind, const AuditSentence& sentence,
                           std::uint64_t key) const {
  const auto rows = by_kind_.find(kind);
  std::vector<std::pair<Span, const Phrase*>> found;
  if (rows != by_kind_.end()) {
    for (const auto row : rows->second) {
      if (const auto at = place_of(phrases_[row], sentence))
        found.emplace_back(*at, &phrases_[row]);
    }
  }
  std::erase_if(found, [all = found](const auto& one) {
    return std::ranges::any_of(all,
                               [&](const auto& other) { return other.first.contains(one.first); });
  });
  if (found.empty()) return not_eligible("no such phrase");
  const auto& [at, phrase] = found[key % found.size()];
  return replaced_at(*phrase, sentence, at);
}

}  // namespace sonde

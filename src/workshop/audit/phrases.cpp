#include "workshop/audit/phrases.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/parse.h"
#include "sonde/error.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

using PhrasePart = PhraseCondition::Of;
using Is = PhraseCondition::Is;

constexpr std::array<std::pair<std::string_view, PhrasePart>, 8> kParts{
    {{"next", PhrasePart::kNext},
     {"next2", PhrasePart::kSecondNext},
     {"next3", PhrasePart::kThirdNext},
     {"prev", PhrasePart::kPrevious},
     {"prev2", PhrasePart::kSecondPrevious},
     {"first", PhrasePart::kFirst},
     {"last", PhrasePart::kLast},
     {"rest", PhrasePart::kRest}}};
constexpr std::array<std::pair<std::string_view, Is>, 3> kRelations{
    {{"!=", Is::kNoneOf}, {"~", Is::kEndsIn}, {"=", Is::kOneOf}}};

// A condition of one word.
struct SentenceCondition {
  std::string_view name;
  bool (*holds)(const AuditSentence& sentence, std::size_t first);
};
bool is_past_form(const AuditSentence::Word& word) {
  return word.lower.size() > 3 && word.lower.ends_with("ed");
}

constexpr std::array<SentenceCondition, 8> kSentenceConditions{
    {{"plain", [](const AuditSentence& one, std::size_t) { return !one.has_negation(); }},
     {"statement", [](const AuditSentence& one, std::size_t) { return !one.is_question(); }},
     {"question", [](const AuditSentence& one, std::size_t) { return one.is_question(); }},
     {"lower", [](const AuditSentence& one, std::size_t at) { return !one.is_capital(at); }},
     {"single", [](const AuditSentence& one, std::size_t) { return one.is_single(); }},
     {"nopast", [](const AuditSentence& one,
                   std::size_t) { return std::ranges::none_of(one.words(), is_past_form); }},
     {"asserted", [](const AuditSentence& one, std::size_t) { return !one.asks_whether(); }},
     {"nocomma", [](const AuditSentence& one, std::size_t) { return !one.has_comma(); }}}};

const SentenceCondition* sentence_condition(std::string_view name) {
  const auto found = std::ranges::find(kSentenceConditions, name, &SentenceCondition::name);
  return found == kSentenceConditions.end() ? nullptr : &*found;
}

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
  if (sentence_condition(term) != nullptr) {
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

struct Match {
  Span span;
  std::size_t anchor = 0;  // the last word before the first "*", or of the phrase
  std::vector<Span> stars{};
};

bool holds_of_sentence(const PhraseCondition& condition, const AuditSentence& sentence,
                       std::size_t first) {
  if (condition.is == Is::kNoneOf) {
    return std::ranges::none_of(condition.words,
                                [&](const auto& word) { return sentence.has(word); });
  }
  return sentence_condition(condition.words.front())->holds(sentence, first);
}

std::string_view word_after(const AuditSentence& sentence, std::size_t word, std::size_t steps) {
  for (; steps > 1; --steps, ++word) {
    if (!sentence.is_joined(word)) return "$";
  }
  return sentence.next_of(word);
}

std::string_view word_before(const AuditSentence& sentence, std::size_t word, std::size_t steps) {
  for (; steps > 1; --steps, --word) {
    if (word == 0 || !sentence.is_joined(word - 1)) return sentence.before(word);
  }
  return sentence.before(word);
}

std::string_view word_of(PhrasePart part, const AuditSentence& sentence, const Match& at) {
  switch (part) {
    case PhrasePart::kNext:
      return word_after(sentence, at.anchor, 1);
    case PhrasePart::kSecondNext:
      return word_after(sentence, at.anchor, 2);
    case PhrasePart::kThirdNext:
      return word_after(sentence, at.anchor, 3);
    case PhrasePart::kPrevious:
      return word_before(sentence, at.span.first, 1);
    case PhrasePart::kSecondPrevious:
      return word_before(sentence, at.span.first, 2);
    case PhrasePart::kFirst:
      return sentence.words().front().lower;
    default:
      return sentence.words().back().lower;
  }
}

// Whether the words after a phrase have one of the list, or none.
bool holds_of_rest(const PhraseCondition& condition, const AuditSentence& sentence,
                   std::size_t after) {
  const auto rest = std::span(sentence.words()).subspan(after + 1);
  const auto holds = [&](const auto& word) { return holds_for(condition, word.lower); };
  return condition.is == Is::kNoneOf ? std::ranges::all_of(rest, holds)
                                     : std::ranges::any_of(rest, holds);
}

bool holds_at(const PhraseCondition& condition, const AuditSentence& sentence, const Match& at) {
  if (condition.of == PhrasePart::kSentence) {
    return holds_of_sentence(condition, sentence, at.span.first);
  }
  if (condition.of == PhrasePart::kRest) return holds_of_rest(condition, sentence, at.anchor);
  // A second word that is not there is not another one either.
  const bool further = condition.of == PhrasePart::kSecondNext;
  if (further && !sentence.is_joined(at.anchor)) return false;
  return holds_for(condition, word_of(condition.of, sentence, at));
}

bool stands_at(const Phrase& phrase, const AuditSentence& sentence, std::size_t first) {
  for (std::size_t i = 0; i < phrase.words.size(); ++i) {
    if (sentence.words()[first + i].lower != phrase.words[i]) return false;
    if (i > 0 && !sentence.is_joined(first + i - 1)) return false;
  }
  return true;
}

// "the kids' room".
bool is_plural_owner(const AuditSentence& sentence, std::size_t word) {
  const auto& last = sentence.words()[word];
  return last.lower.ends_with('s') && last.end < sentence.text().size() &&
         sentence.text()[last.end] == '\'';
}

// "The new model is lighter than the old one": an opposite there would be odd.
bool repeats_a_word(const Phrase& phrase, const AuditSentence& sentence) {
  return phrase.words.size() == 1 && sentence.has(phrase.replacement);
}

bool fits(const Phrase& phrase, const AuditSentence& sentence, const Match& match) {
  return std::ranges::all_of(phrase.conditions, [&](const auto& condition) {
    return holds_at(condition, sentence, match);
  });
}

bool has_star(const Phrase& phrase) {
  return std::ranges::find(phrase.words, "*") != phrase.words.end();
}

using Words = std::vector<AuditSentence::Word>;

// The last word that a "*" takes from `at` on: as few as possible before `next` (null: all the
// rest). Returns the number of words if nothing fits.
std::size_t end_of_star(const Words& words, std::size_t at, const std::string* next) {
  if (next == nullptr) return words.size() - 1;
  const auto from = words.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  const auto found =
      std::find_if(from, words.end(), [&](const auto& word) { return word.lower == *next; });
  return found == words.end() ? words.size() : static_cast<std::size_t>(found - words.begin()) - 1;
}

bool may_match_whole(const Phrase& phrase, const AuditSentence& sentence) {
  const Words& words = sentence.words();
  return words.size() >= phrase.words.size() && words.front().begin == 0 && sentence.is_single() &&
         sentence.text().find(".m.") == std::string::npos;
}

// Takes the words of a "*", or the word of the phrase, from `at` on. Returns the next place, or
// nothing if they differ.
std::optional<std::size_t> take_part(const Phrase& phrase, std::size_t part, const Words& words,
                                     std::size_t at, Match& match) {
  if (phrase.words[part] != "*") {
    if (words[at].lower != phrase.words[part]) return std::nullopt;
    if (match.stars.empty()) match.anchor = at;
    return at + 1;
  }
  const bool ends = part + 1 == phrase.words.size();
  const std::size_t last = end_of_star(words, at, ends ? nullptr : &phrase.words[part + 1]);
  if (last == words.size()) return std::nullopt;
  match.stars.push_back({at, last});
  return last + 1;
}

// The words that each "*" takes. Nothing if the sentence has another form, or several parts.
std::optional<Match> whole_match(const Phrase& phrase, const AuditSentence& sentence) {
  if (!may_match_whole(phrase, sentence)) return std::nullopt;
  const Words& words = sentence.words();
  Match match{{0, words.size() - 1}};
  std::size_t at = 0;
  for (std::size_t part = 0; part < phrase.words.size(); ++part) {
    if (at == words.size()) return std::nullopt;
    const auto next = take_part(phrase, part, words, at, match);
    if (!next) return std::nullopt;
    at = *next;
  }
  return at == words.size() ? std::optional(match) : std::nullopt;
}

std::optional<Match> place_of(const Phrase& phrase, const AuditSentence& sentence) {
  if (has_star(phrase)) {
    auto match = whole_match(phrase, sentence);
    return match && fits(phrase, sentence, *match) ? match : std::nullopt;
  }
  if (repeats_a_word(phrase, sentence)) return std::nullopt;
  const std::size_t length = phrase.words.size();
  for (std::size_t first = 0; first + length <= sentence.words().size(); ++first) {
    if (!stands_at(phrase, sentence, first) || is_plural_owner(sentence, first + length - 1))
      continue;
    const Match match{{first, first + length - 1}, first + length - 1};
    if (fits(phrase, sentence, match)) return match;
  }
  return std::nullopt;
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The replacement with the words that each "*" took.
std::string with_stars(const Phrase& phrase, const AuditSentence& sentence, const Match& at) {
  std::string made;
  auto star = at.stars.begin();
  for (const char c : phrase.replacement) {
    if (c != '*' || star == at.stars.end()) {
      made += c;
      continue;
    }
    const std::size_t begin = sentence.words()[star->first].begin;
    const std::size_t end = sentence.words()[star->last].end;
    made += sentence.text().substr(begin, end - begin);
    if (sentence.written(star->last).ends_with(".m")) made += '.';
    ++star;
  }
  return made;
}

// A sentence without a mark at its end stays without one.
std::string whole_replaced(const Phrase& phrase, const AuditSentence& sentence, const Match& at) {
  std::string made = with_stars(phrase, sentence, at);
  if (!sentence.has_end_mark() &&
      std::string_view(".?").find(made.back()) != std::string_view::npos) {
    made.pop_back();
  }
  return sentence.is_capital(0) ? capitalised(std::move(made)) : made;
}

// "Wide Fit" -> "Narrow Fit".
std::string in_capitals_of(const Phrase& phrase, const AuditSentence& sentence, const Match& at) {
  bool title = at.span.last > at.span.first && at.span.first > 0;
  for (std::size_t word = at.span.first; word <= at.span.last; ++word) {
    title = title && sentence.is_capital(word);
  }
  if (!title) return phrase.replacement;
  std::string made;
  for (const auto word : parts_of(phrase.replacement, ' ')) {
    made += (made.empty() ? "" : " ") + capitalised(std::string(word));
  }
  return made;
}

Outcome replaced_at(const Phrase& phrase, const AuditSentence& sentence, const Match& at) {
  return {true,
          at.stars.empty() ? sentence.with_words(at.span.first, at.span.last,
                                                 in_capitals_of(phrase, sentence, at))
                           : whole_replaced(phrase, sentence, at),
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
  std::vector<std::pair<Match, const Phrase*>> found;
  if (rows != by_kind_.end()) {
    for (const auto row : rows->second) {
      if (const auto at = place_of(phrases_[row], sentence))
        found.emplace_back(*at, &phrases_[row]);
    }
  }
  std::erase_if(found, [all = found](const auto& one) {
    return std::ranges::any_of(
        all, [&](const auto& other) { return other.first.span.contains(one.first.span); });
  });
  if (may_contradict_rest(kind)) {
    std::erase_if(found, [&](const auto& one) {
      const Outcome made = replaced_at(*one.second, sentence, one.first);
      return contradicts_rest(kind, sentence, AuditSentence(made.text));
    });
  }
  if (found.empty()) return not_eligible("no such phrase");
  const auto& [at, phrase] = found[key % found.size()];
  return replaced_at(*phrase, sentence, at);
}

}  // namespace sonde

#include "workshop/audit/sentence.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 18> kNumberWords{
    "two",      "three",   "four",    "five",      "six",      "seven",
    "eight",    "nine",    "ten",     "eleven",    "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<std::string_view, 8> kTens{"twenty", "thirty",  "forty",  "fifty",
                                                "sixty",  "seventy", "eighty", "ninety"};
constexpr std::array<std::string_view, 11> kNegations{"not",    "never",   "no",      "none",
                                                      "nobody", "nothing", "nowhere", "neither",
                                                      "nor",    "cannot",  "without"};
constexpr std::array<std::string_view, 9> kAsking{"how",   "what", "where", "when", "why",
                                                  "which", "who",  "whose", "whom"};
constexpr std::array<std::string_view, 25> kAuxiliaries{
    "is",    "are",  "am",    "was",    "were",   "do",    "does",   "did",  "can",
    "could", "will", "would", "shall",  "should", "may",   "might",  "must", "have",
    "has",   "had",  "isn't", "aren't", "can't",  "don't", "doesn't"};
constexpr std::array<std::string_view, 8> kSubjects{"i",  "you", "we", "they",
                                                    "he", "she", "it", "there"};

template <class List>
bool is_in(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool begins_with_vowel_sound(std::string_view word) {
  if (word.size() > 1 && word[0] == 'U' && word[1] >= 'A' && word[1] <= 'Z') return false;  // "USB"
  const std::string lower = lower_case(word);
  for (const std::string_view start : {"uni", "use", "eu", "one", "once"}) {
    if (lower.starts_with(start)) return false;
  }
  for (const std::string_view start : {"hour", "honest", "heir", "8", "11", "18"}) {
    if (lower.starts_with(start)) return true;
  }
  return !lower.empty() && std::string_view("aeiou").find(lower.front()) != std::string_view::npos;
}

// "is the pool heated", "are dogs allowed" without a mark, not "has a zip".
bool asks_of_noun(const std::vector<AuditSentence::Word>& words) {
  static constexpr std::array<std::string_view, 9> kBeforeNouns{
      "is", "are", "was", "were", "can", "could", "will", "would", "should"};
  static constexpr std::array<std::string_view, 9> kDeterminers{
      "the", "my", "your", "our", "this", "that", "these", "those", "all"};
  const std::string& first = words[0].lower;
  const std::string& next = words[1].lower;
  const bool support = (first == "does" || first == "do") && next != "the" && next != "this";
  return (is_in(kDeterminers, next) && (support || is_in(kBeforeNouns, first))) ||
         (first == "does" && words.size() > 4 && next == "the") ||
         (first == "are" && next.size() > 3 && next.ends_with('s'));
}

bool looks_like_question(std::string_view text, const std::vector<AuditSentence::Word>& words) {
  const auto last = text.find_last_not_of(" \"')");
  if (last == text.npos || words.empty()) return false;
  if (text[last] == '?') return true;
  if (text[last] == '.' || text[last] == '!') return false;
  // "when i scan the code": no question.
  if (is_in(kAsking, words.front().lower)) {
    return words.size() > 1 && !is_in(kSubjects, words[1].lower);
  }
  if (words.size() < 2 || !is_in(kAuxiliaries, words.front().lower)) return false;
  return is_in(kSubjects, words[1].lower) || asks_of_noun(words);
}

// "a $11 coupon".
bool is_joined_or_currency(std::string_view between) {
  return between.find_first_not_of(' ') == between.npos || between == " $" ||
         between == " \u00a3" || between == " \u20ac";
}

}  // namespace

unsigned number_word(std::string_view word) {
  const auto place = [](const auto& list, std::string_view one) {
    const auto found = std::ranges::find(list, one);
    return found == list.end() ? 0U : static_cast<unsigned>(found - list.begin()) + 2;
  };
  if (const unsigned small = place(kNumberWords, word); small > 0) return small;
  const auto hyphen = word.find('-');
  const unsigned tens = 10 * place(kTens, word.substr(0, hyphen));
  if (tens == 0 || hyphen == word.npos) return tens;
  const auto unit = word.substr(hyphen + 1);
  const unsigned rest = unit == "one" ? 1 : place(kNumberWords, unit);
  return rest > 0 && rest < 10 ? tens + rest : 0;
}

std::string word_of_number(unsigned number) {
  if (number < 20) return std::string(kNumberWords.at(number - 2));
  const std::string tens(kTens.at(number / 10 - 2));
  if (number % 10 == 0) return tens;
  return tens + "-" + (number % 10 == 1 ? "one" : std::string(kNumberWords.at(number % 10 - 2)));
}

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view word) {
  return !word.empty() && (is_ascii_digit(word.front()) || number_word(word) > 0);
}

AuditSentence::AuditSentence(std::string text) : text_(std::move(text)) {
  std::vector<std::string_view> words;
  split_words(text_, words);
  for (const auto word : words) {
    const auto begin = static_cast<std::size_t>(word.data() - text_.data());
    words_.push_back({with_plain_apostrophes(lower_case(word)), begin, begin + word.size()});
    const std::string& lower = words_.back().lower;
    has_negation_ = has_negation_ || is_in(kNegations, lower) || lower.ends_with("n't");
  }
  is_question_ = looks_like_question(text_, words_);
}

bool AuditSentence::is_capital(std::size_t word) const {
  std::size_t at = words_[word].begin;
  return sonde::is_capital(next_code_point(text_, at));
}

std::string_view AuditSentence::between(std::size_t word) const {
  const std::size_t end = words_[word].end;
  return std::string_view(text_).substr(end, words_[word + 1].begin - end);
}

bool AuditSentence::is_joined(std::size_t word) const {
  return word + 1 < words_.size() && between(word).find_first_not_of(' ') == std::string_view::npos;
}

std::string_view AuditSentence::next_of(std::size_t word) const {
  return is_joined(word) ? std::string_view(words_[word + 1].lower) : "$";
}

std::string_view AuditSentence::before(std::size_t word) const {
  if (word == 0) return "^";
  if (is_joined(word - 1)) return words_[word - 1].lower;
  return between(word - 1).find_first_of(".!?:") == std::string_view::npos ? "," : "^";
}

bool AuditSentence::has(std::string_view word) const {
  return std::ranges::find(words_, word, &Word::lower) != words_.end();
}

bool AuditSentence::is_yes_or_no() const {
  return is_question_ && !words_.empty() && is_in(kAuxiliaries, words_.front().lower);
}

bool AuditSentence::asks_whether() const {
  static constexpr std::array<std::string_view, 14> kBeforeIf{
      "check",     "see", "know",   "tell",      "me",     "us",  "wonder",
      "wondering", "ask", "verify", "determine", "unsure", "out", "clear"};
  if (is_yes_or_no() || has("whether")) return true;
  for (std::size_t word = 1; word < words_.size(); ++word) {
    if (words_[word].lower == "if" && is_in(kBeforeIf, before(word))) return true;
  }
  return false;
}

bool AuditSentence::is_single() const {
  if (words_.empty()) return false;
  const auto inner = std::string_view(text_).substr(0, words_.back().end);
  if (inner.find_first_of("!?;:\"()[]") != std::string_view::npos) return false;
  for (const std::string_view mark : {". ", "\u201c", "\u201d", " - ", "\u2013", "\u2014"}) {
    if (inner.find(mark) != std::string_view::npos) return false;
  }
  return true;
}

std::string AuditSentence::replaced(std::size_t begin, std::size_t end, std::string with) const {
  std::string text = text_;
  const auto is_upper = [&](std::size_t at) {
    return at < end && text_[at] >= 'A' && text_[at] <= 'Z';
  };
  const bool acronym = begin > 0 && is_upper(begin + 1);                 // "the TV"
  const bool own = with.size() > 1 && with[1] >= 'A' && with[1] <= 'Z';  // "iOS"
  const bool capital = is_upper(begin) && !acronym && !own;
  return text.replace(begin, end - begin, capital ? capitalised(std::move(with)) : with);
}

std::string AuditSentence::with_words(std::size_t first, std::size_t last,
                                      const std::string& with) const {
  std::string text = replaced(words_[first].begin, words_[last].end, with);
  if (first == 0 || !is_joined_or_currency(between(first - 1))) return text;
  const Word& article = words_[first - 1];
  if (article.lower != "a" && article.lower != "an") return text;
  const bool vowel = begins_with_vowel_sound(with);
  if (vowel == (article.lower == "an")) return text;
  const std::string other = std::string(1, text[article.begin]) + (vowel ? "n" : "");
  return text.replace(article.begin, article.end - article.begin, other);
}

std::size_t shared_start(const AuditSentence& one, const AuditSentence& other) {
  const auto ends = std::ranges::mismatch(one.words(), other.words(), {},
                                          &AuditSentence::Word::lower, &AuditSentence::Word::lower);
  return static_cast<std::size_t>(ends.in1 - one.words().begin());
}

}  // namespace sonde

#include "workshop/audit/line_kinds.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/audit/sentence.h"

namespace sonde {
namespace {

bool has_any(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether a part of the text has a form: 'a' is a letter, '0' a digit, others are themselves.
bool has_form(std::string_view text, std::string_view form) {
  const auto fits = [](char c, char of) {
    return of == 'a' ? is_ascii_letter(c) : of == '0' ? is_ascii_digit(c) : c == of;
  };
  return !std::ranges::search(text, form, fits).empty();
}

// "sum(x", but not "item(s)".
bool has_call(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] != '(' || !is_ascii_letter(text[at - 1])) continue;
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with("(s)") && !rest.starts_with("(es)")) return true;
  }
  return false;
}

constexpr std::array<std::string_view, 17> kOperators{"::", "->",  "=>",  "==",  "!=",  "&&",
                                                      "||", " = ", "+=",  "();", "](",  "</",
                                                      "/>", "${",  "\\n", "<<",  "\": "};
constexpr std::array<std::string_view, 7> kForms{"a_a", "a=a",      "a=0",   "a.a.a",
                                                 "a[",  "00:00:00", "0.0.0."};
constexpr std::array<std::string_view, 6> kLevels{"INFO",  "WARN",  "ERROR",
                                                  "DEBUG", "TRACE", "FATAL"};

// The end of a statement of code.
bool ends_as_code(std::string_view text) {
  return has_any(text.substr(text.size() - 1), ";{}") || text.ends_with("):") ||
         text.ends_with("\",");
}

bool begins_as_code(std::string_view text) {
  return has_any(text.substr(0, 1), "#@{}[*/<>") || text.starts_with("--");
}

// Signs of code and log lines. Prose rarely has two.
std::size_t code_signs(std::string_view text) {
  const auto occurs = [&](std::string_view part) { return text.find(part) != text.npos; };
  const auto has = [&](std::string_view form) { return has_form(text, form); };
  const bool begins = begins_as_code(text);
  const bool directive = begins && (has_form(text.substr(0, 2), "#a") || text.starts_with("//") ||
                                    text.starts_with("/*") || text.starts_with("* "));
  return (ends_as_code(text) ? 2U : 0U) + (begins ? 1U : 0U) + (directive ? 1U : 0U) +
         static_cast<std::size_t>(std::ranges::count_if(kOperators, occurs)) +
         static_cast<std::size_t>(std::ranges::count_if(kForms, has)) + (has_call(text) ? 1U : 0U) +
         (std::ranges::any_of(kLevels, occurs) ? 1U : 0U);
}

bool is_ascii_of(char32_t c, std::string_view characters) {
  return c < 0x80 && characters.find(static_cast<char>(c)) != characters.npos;
}

bool is_currency(char32_t c) { return c == '$' || c == 0xA3 || c == 0x20AC; }

struct CharacterCounts {
  std::size_t letters = 0, marks = 0, all = 0;  // without those of prices
};

CharacterCounts count_characters(std::string_view text) {
  CharacterCounts counts;
  bool is_price = false;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    is_price = is_currency(c) || (is_price && is_ascii_of(c, "0123456789.,"));
    if (!is_price) ++counts.all;
    if (is_letter(c) || is_mark(c)) ++counts.letters;
    if (is_ascii_of(c, "{}[]<>=|\\_;/*^~`@")) ++counts.marks;
  }
  return counts;
}

bool is_code(std::string_view text) {
  const CharacterCounts counts = count_characters(text);
  const bool stamped = has_form(text.substr(0, 10), "0000-00-00");
  return stamped || 12 * counts.marks > counts.all || 2 * counts.letters < counts.all ||
         code_signs(text) > 1;
}

// Whether most letters are of another script than the Latin one.
bool is_not_latin(std::string_view text) {
  std::size_t letters = 0, latin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (!is_letter(c)) continue;
    ++letters;
    if (c < 0x250 || (c >= 0x1E00 && c < 0x1F00)) ++latin;
  }
  return 2 * latin < letters;
}

// Frequent words of some languages that the others do not have.
struct LanguageWords {
  std::string_view language, name;
  std::set<std::string_view> words;
};

const std::array<LanguageWords, 5>& language_words() {
  static const std::array<LanguageWords, 5> kLanguages{
      {{"en", "English", {"the",  "and", "of",   "to",   "a",  "is", "are",  "my", "you",  "how",
                          "with", "for", "this", "what", "on", "it", "your", "at", "from", "not"}},
       {"nl", "Dutch", {"de",   "het",  "een", "en",  "van", "ik",  "niet", "hoe", "mijn", "met",
                        "voor", "zijn", "op",  "dat", "te",  "wat", "naar", "ook", "kan",  "bij"}},
       {"de", "German", {"der", "die",  "das", "und", "ist",      "ich",  "nicht",
                         "ein", "eine", "wie", "mit", "f\u00fcr", "mein", "meine",
                         "auf", "zu",   "den", "dem", "von",      "sind"}},
       {"fr", "French", {"le",   "la",  "les",  "et",   "est", "je",  "une",
                         "des",  "du",  "pour", "avec", "mon", "ma",  "comment",
                         "dans", "que", "pas",  "sur",  "qui", "vous"}},
       {"es", "Spanish", {"el",   "los", "las",       "y",         "es",    "una",     "con",
                          "para", "mi",  "c\u00f3mo", "qu\u00e9",  "por",   "del",     "se",
                          "al",   "lo",  "su",        "est\u00e1", "puedo", "m\u00e1s"}}}};
  return kLanguages;
}

bool is_of_other_language(std::string_view text, std::string_view language) {
  constexpr std::size_t kFewestWords = 3;
  if (is_not_latin(text)) return true;
  LanguageCounter counter;
  counter.add(text);
  const auto likely = counter.likely(kFewestWords);
  return !likely.empty() && likely != language;
}

}  // namespace

std::string_view why_no_sentence(std::string_view text, std::string_view language) {
  if (text.empty()) return "blank lines";
  if (is_code(text)) return kCodeLines;
  const std::size_t words = count_words(text);
  if (words > kMostWords) return "longer than 60 words";
  if (words < 2) return "single words";
  if (language != "any" && is_of_other_language(text, language)) return kOtherLanguage;
  return {};
}

void LanguageCounter::add(std::string_view sentence) {
  std::vector<std::string_view> words;
  const std::string lower = lower_case(sentence);
  split_words(lower, words);
  for (const auto word : words) {
    for (std::size_t i = 0; i < hits_.size(); ++i) {
      hits_[i] += language_words()[i].words.count(word);
    }
  }
}

std::string_view LanguageCounter::likely(std::size_t fewest) const {
  const auto best = std::ranges::max_element(hits_);
  const bool clear = std::ranges::all_of(
      hits_, [&](const std::size_t& other) { return &other == &*best || *best > 2 * other; });
  if (*best < fewest || !clear) return {};
  return language_words()[static_cast<std::size_t>(best - hits_.begin())].language;
}

std::string_view name_of_language(std::string_view language) {
  return std::ranges::find(language_words(), language, &LanguageWords::language)->name;
}

}  // namespace sonde

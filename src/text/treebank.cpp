#include "text/treebank.h"

#include <unicode/regex.h>
#include <unicode/unistr.h>

#include <array>
#include <memory>
#include <stdexcept>

#include "text/words.h"

namespace sonde {
namespace {

struct Rule {
  const char* pattern;
  const char* replacement;
};

// NLTK's, in its order.
constexpr std::array kBefore{
    Rule{"([«“‘„]|[`]+)", " $1 "},
    Rule{"^\"", "``"},
    Rule{"(``)", " $1 "},
    Rule{"([ \\(\\[{<])(\"|'{2})", "$1 `` "},
    Rule{"(?i)(?<!\\w)(')(?!(?:re|ve|ll|m|t|s|d|n)\\b)(?=\\w)", "$1 "},
    Rule{"([^\\.])(\\.)([\\]\\)}>\"'»”’ ]*+)\\s*$", "$1 $2 $3 "},
    Rule{"([:,])([^\\d])", " $1 $2"},
    Rule{"([:,])$", " $1 "},
    Rule{"\\.{2,}", " $0 "},
    Rule{"[;@#$%&]", " $0 "},
    Rule{"[\\u2012-\\u2015]", " $0 "},
    Rule{"([^\\.])(\\.)([\\]\\)}>\"']*)\\s*$", "$1 $2$3 "},
    Rule{"[?!]", " $0 "},
    Rule{"([^'])' ", "$1 ' "},
    Rule{"[*]", " $0 "},
    Rule{"[\\]\\[\\(\\)\\{\\}\\<\\>]", " $0 "},
    Rule{"--", " -- "},
};

// With a blank at both ends.
constexpr std::array kAfter{
    Rule{"([»”’])", " $1 "},
    Rule{"''", " '' "},
    Rule{"\"", " '' "},
    Rule{"\\s+", " "},
    Rule{"([^' ])('[sS]|'[mM]|'[dD]|') ", "$1 $2 "},
    Rule{"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", "$1 $2 "},
    Rule{"(?i)\\b(can)(not)\\b", " $1 $2 "},
    Rule{"(?i)\\b(d)('ye)\\b", " $1 $2 "},
    Rule{"(?i)\\b(gim)(me)\\b", " $1 $2 "},
    Rule{"(?i)\\b(gon)(na)\\b", " $1 $2 "},
    Rule{"(?i)\\b(got)(ta)\\b", " $1 $2 "},
    Rule{"(?i)\\b(lem)(me)\\b", " $1 $2 "},
    Rule{"(?i)\\b(more)('n)\\b", " $1 $2 "},
    Rule{"(?i)\\b(wan)(na)(?=\\s)", " $1 $2 "},
    Rule{"(?i) ('t)(is)\\b", " $1 $2 "},
    Rule{"(?i) ('t)(was)\\b", " $1 $2 "},
};

void check_regex(UErrorCode status) {
  if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
}

class Compiled {
 public:
  explicit Compiled(const Rule& rule) : replacement_(rule.replacement) {
    UErrorCode status = U_ZERO_ERROR;
    pattern_.reset(
        icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(rule.pattern), 0, status));
    check_regex(status);
  }

  icu::UnicodeString applied_to(const icu::UnicodeString& text) const {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::RegexMatcher> matcher(pattern_->matcher(text, status));
    check_regex(status);
    auto replaced = matcher->replaceAll(replacement_, status);
    check_regex(status);
    return replaced;
  }

 private:
  std::unique_ptr<icu::RegexPattern> pattern_;
  icu::UnicodeString replacement_;
};

template <std::size_t count>
std::vector<Compiled> compiled(const std::array<Rule, count>& rules) {
  std::vector<Compiled> all;
  for (const auto& rule : rules) all.emplace_back(rule);
  return all;
}

}  // namespace

std::vector<std::string> treebank_words(std::string_view text) {
  static const auto kFirst = compiled(kBefore), kThen = compiled(kAfter);
  auto spaced = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  for (const auto& rule : kFirst) spaced = rule.applied_to(spaced);
  spaced = " " + spaced + " ";
  for (const auto& rule : kThen) spaced = rule.applied_to(spaced);
  std::string utf8;
  spaced.toUTF8String(utf8);
  std::vector<std::string_view> words;
  split_at_spaces(utf8, words);
  return {words.begin(), words.end()};
}

}  // namespace sonde

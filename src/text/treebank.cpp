#include "text/treebank.h"

#include "text/substitutions.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

using Rule = Substitutions::Rule;

// NLTK's, in its order.
std::vector<Rule> rules_before() {
  return {
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
}

// Each has a blank at both ends.
std::vector<Rule> rules_after() {
  return {
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
}

}  // namespace

std::vector<std::string> treebank_words(std::string_view text) {
  static const Substitutions kFirst{rules_before()}, kThen{rules_after()};
  const std::string spaced = utf8(kThen.applied_to(" " + kFirst.applied_to(utf16(text)) + " "));
  std::vector<std::string_view> words;
  split_at_spaces(spaced, words);
  return {words.begin(), words.end()};
}

}  // namespace sonde

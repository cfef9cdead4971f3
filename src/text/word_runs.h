#pragma once

#include <string_view>
#include <vector>

#include "text/unicode.h"

namespace sonde {

// Calls take(run) for each longest run of characters for which belongs(c) is true, in order. The
// runs are views of `text`.
template <class Belongs, class Take>
void for_each_run(std::string_view text, const Belongs& belongs, const Take& take) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t before = at;
    if (belongs(next_code_point(text, at))) continue;
    if (before > begin) take(text.substr(begin, before - begin));
    begin = at;
  }
  if (begin < text.size()) take(text.substr(begin));
}

// Appends the words of a text, in order, as views of it. A word is a run of letters, marks, numbers
// and underscores that doesn't begin with a mark. Inside it may be single apostrophes (' and
// U+2019) and hyphens (- and U+2010, U+2011), and between digits a full stop or a comma. All else
// separates: don't, well-known, 3.50, snake_case are one word each, "U.S." is two, and punctuation
// is not a word.
void split_words(std::string_view text, std::vector<std::string_view>& words);

// Appends the parts between white space, in order, as views of the text.
void split_at_spaces(std::string_view text, std::vector<std::string_view>& words);
// How many these are.
std::size_t count_words(std::string_view text);

}  // namespace sonde

#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "text/substitutions.h"

namespace sonde {

// Words whose full stop belongs to them: always, or only before a number ("No. 5").
struct NonbreakingPrefixes {
  std::set<std::string, std::less<>> always, before_numbers;
};

// Tokens of the tools of Moses, including their normalisation of punctuation first: those of
// sacremoses 0.0.35 with escape=False, the version that laserembeddings requires. As there, a
// letter is one of Unicode 7 in the basic plane that is neither a Chinese character nor, but for
// Korean, a Hangul syllable. Safe from several threads.
class MosesTokenizer {
 public:
  // `language` is an ISO code of two letters, or three. Punctuation of en, de, es, fr, cs, it and
  // ko has special rules.
  MosesTokenizer(std::string_view language, NonbreakingPrefixes prefixes);

  // The tokens separated by single blanks. Empty without any. `text` is UTF-8.
  std::string tokenized(std::string_view text) const;

 private:
  icu::UnicodeString with_full_stops_split(const icu::UnicodeString& text) const;
  bool keeps_its_full_stop(std::string_view word, std::string_view next) const;

  NonbreakingPrefixes prefixes_;
  Substitutions before_, after_;  // full stops are split
};

}  // namespace sonde

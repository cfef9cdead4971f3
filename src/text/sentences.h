#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Cuts texts into sentences by Unicode's rules (UAX 29) as ICU has them for a language. The full
// stop of a known abbreviation ("Mr.") doesn't end one: of those that ICU lists for the language,
// titles and the like for English, and `abbreviations`. One thread at a time.
class SentenceSplitter {
 public:
  // A language by its code, such as "en" or "de-CH". Errors: kUsage for an invalid code.
  explicit SentenceSplitter(const std::string& language,
                            std::span<const std::string> abbreviations = {});
  ~SentenceSplitter();
  SentenceSplitter(const SentenceSplitter&) = delete;
  SentenceSplitter& operator=(const SentenceSplitter&) = delete;

  // Appends the sentences of a text (UTF-8, under 2 GiB), in order. White space of any length and
  // kind becomes one space, and is removed at the ends.
  void split(std::string_view text, std::vector<std::string>& sentences);

 private:
  struct Iterator;
  std::unique_ptr<Iterator> iterator_;
};

// A text with one space for each run of white space, and none at its ends.
std::string spaced_once(std::string_view text);

}  // namespace sonde

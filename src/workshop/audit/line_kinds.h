#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sonde {

// Longer lines are cut into sentences, and longer sentences left out.
inline constexpr std::size_t kMostWords = 60;

inline constexpr std::string_view kCodeLines = "code or log lines";
inline constexpr std::string_view kOtherLanguage = "another language";

// Why a line is not a sentence of the language ("en", "nl" or "any"). Empty if it may be one.
std::string_view why_no_sentence(std::string_view text, std::string_view language = "any");

// Counts frequent words of a few languages.
class LanguageCounter {
 public:
  void add(std::string_view sentence);
  // The language of most of the words. Empty if that is not clear, or if fewer than `fewest`
  // occurred.
  std::string_view likely(std::size_t fewest = 10) const;

 private:
  std::array<std::size_t, 5> hits_{};
};
std::string_view name_of_language(std::string_view language);

}  // namespace sonde

#include "workshop/language/parse/moved_phrase.h"
#include "formats/lexicons/word_lists.h"

#include <array>
#include <string_view>
#include <utility>

namespace sonde {
namespace {

using Case = std::pair<std::string_view, std::string_view>;
constexpr std::array kCases{Case{"I", "me"}, Case{"he", "him"}, Case{"she", "her"},
                            Case{"we", "us"}, Case{"they", "them"}};

bool is_one_word(WordRange words) { return words.end - words.first == 1; }

bool is_subject_pronoun(std::string_view word) {
  return word == "i" || word == "he" || word == "she" || word == "we" || word == "they";
}

bool is_determiner(std::string_view word) {
  static const WordSet& kWords = word_set("en", "determiners");
  return kWords.contains(word);
}

bool is_title(std::string_view word) {
  static const WordSet& kTitles = word_set("en", "titles");
  return kTitles.contains(word);
}

bool is_name(const Reading& reading, std::size_t at) {
  const auto subscript = reading.subscript(at);
  return subscript == "m" || subscript == "f" || subscript == "b" || subscript == "l" ||
         subscript.empty();
}

}  // namespace

std::string as_object(const Reading& reading, WordRange subject, const Lexicon& lexicon) {
  const std::string_view first = reading.word(subject.first);
  for (const auto& [of_subject, of_object] : kCases) {
    const bool same = first == of_subject || (first == "i" && of_subject == "I");
    if (same && is_one_word(subject)) return std::string(of_object);
  }
  for (std::size_t at = subject.first; at < subject.end; ++at) {
    if (is_subject_pronoun(reading.word(at))) return {};  // "the man and I"
  }
  std::string text = reading.text(subject);
  if (uncapitalised(text) == text || is_determiner(first)) return uncapitalised(std::move(text));
  if (is_title(first)) return text;
  const bool common =
      lexicon.has(lexicon.base_of(first, WordKind::kNoun), WordKind::kNoun) ||
      lexicon.has(lexicon.base_of(first, WordKind::kAdjective), WordKind::kAdjective);
  const bool name = is_name(reading, subject.first);
  // A singular noun has an article, so a noun alone is a name.
  if (!common || (name && is_one_word(subject))) return text;
  return name ? std::string() : uncapitalised(std::move(text));
}

std::string as_subject(const Reading& reading, WordRange object) {
  for (const auto& [of_subject, of_object] : kCases) {
    if (is_one_word(object) && reading.word(object.first) == of_object) {
      return std::string(of_subject);
    }
  }
  return reading.text(object);
}

std::string as_sentence(const Reading& reading, std::string clause) {
  if (reading.begins_with_capital()) clause = capitalised(std::move(clause));
  return std::string(reading.before()) + clause + std::string(reading.behind());
}

std::string be_form(bool past, bool plural, bool first_person) {
  if (past) return plural ? "were" : "was";
  return plural ? "are" : first_person ? "am" : "is";
}

}  // namespace sonde

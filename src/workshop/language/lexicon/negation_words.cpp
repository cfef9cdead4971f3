#include "workshop/language/lexicon/negation_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

constexpr std::string_view kApostrophe = "\u2019";

const WordSet& words_of(WordClass kind) {
  // In the order of WordClass.
  static const std::array<const WordSet*, 14> kSets{
      &word_set("en", "class_negation"),     &word_set("en", "class_be"),
      &word_set("en", "class_have"),         &word_set("en", "class_do"),
      &word_set("en", "class_modal"),        &word_set("en", "class_would_or_had"),
      &word_set("en", "class_preference"),   &word_set("en", "class_clause_adverb"),
      &word_set("en", "class_near_miss"),    &word_set("en", "class_pronoun"),
      &word_set("en", "class_plural"),       &word_set("en", "class_no_end"),
      &word_set("en", "class_object_start"), &word_set("en", "class_formula")};
  return *kSets[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string with_plain_apostrophes(std::string_view word) {
  std::string plain(word);
  for (auto at = plain.find(kApostrophe); at != plain.npos; at = plain.find(kApostrophe, at)) {
    plain.replace(at, kApostrophe.size(), "'");
  }
  return plain;
}

bool is_a(WordClass kind, std::string_view word) {
  const std::string plain = with_plain_apostrophes(word);
  if (kind == WordClass::kNegation && plain.ends_with("n't")) return true;
  return words_of(kind).contains(plain);
}

bool has_negation(std::string_view text) {
  std::vector<std::string_view> words;
  split_words(text, words);
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return is_a(WordClass::kNegation, lower_case(word));
  });
}

}  // namespace sonde

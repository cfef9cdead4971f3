#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/noun_place.h"

namespace sonde {

// Noun, adjective or adverb, as the parse takes a word.
std::optional<WordKind> kind_of(const ParsedWord& word);

// A word of a parsed sentence that may be replaced.
struct SwapPlace {
  const std::string& sentence;
  const Linkage& linkage;
  std::size_t at;
  WordKind kind;
  const Lexicon& lexicon;
  const NounPlaces& places;

  const std::string& text(std::size_t where) const { return linkage.words[where].text; }
  const std::string& word() const { return text(at); }
  const std::string& before() const { return text(at - 1); }
  std::string_view behind() const {
    return at + 1 < linkage.words.size() ? std::string_view(text(at + 1)) : std::string_view();
  }
  bool is_adjective(std::size_t where) const;
  bool is_gendered() const;
};

// Whether the opposite of the word may contradict the rest, or not go with it.
bool is_unfit_for_antonym(const SwapPlace& place);

// "a" or "an" before a word. Empty if its letters leave it open.
std::string_view article_of(std::string_view word);
// Nothing if the ending has several plurals.
std::optional<std::string> regular_plural(std::string_view noun);

// Sentences with a word that has an antonym, which does not suit its place.
RuleExamples antonym_place_examples();
// Words by whose letters an article or a plural is chosen.
RuleExamples word_form_examples();

}  // namespace sonde

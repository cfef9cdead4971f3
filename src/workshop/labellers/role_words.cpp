#include "workshop/labellers/role_words.h"

#include <array>
#include <cstddef>

#include "formats/lexicons/word_lists.h"

namespace sonde {

bool is_role_word(RoleWord kind, std::string_view word) {
  // In the order of RoleWord.
  static const std::array<const WordSet*, 14> kSets{
      &word_set("en", "role_preposition"),      &word_set("en", "role_preposition_pair"),
      &word_set("en", "role_subordinator"),     &word_set("en", "role_auxiliary"),
      &word_set("en", "role_determiner"),       &word_set("en", "role_pronoun"),
      &word_set("en", "role_time_adverb"),      &word_set("en", "role_place_adverb"),
      &word_set("en", "role_path_adverb"),      &word_set("en", "role_time_noun"),
      &word_set("en", "role_not_time_noun"),    &word_set("en", "role_path_preposition"),
      &word_set("en", "role_time_preposition"), &word_set("en", "role_place_preposition")};
  return kSets[static_cast<std::size_t>(kind)]->contains(word);
}

bool ends_head(std::string_view word) {
  static const WordSet& kMore = word_set("en", "phrase_continuations");
  return is_role_word(RoleWord::kPreposition, word) || kMore.contains(word);
}

bool names_time(const Lexicon& lexicon, const std::string& word) {
  if (is_role_word(RoleWord::kPreposition, word)) return false;
  return lexicon.category(word, WordKind::kNoun) == Category::kNounTime ||
         is_role_word(RoleWord::kTimeNoun, word);
}

}  // namespace sonde

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "formats/lexicons/wordnet_entry.h"
#include "workshop/language/lexicon/word_kind.h"

namespace sonde {

// WordNet's words of one part of speech and their senses. A sense of a word is a set of synonyms,
// which has a place: its number from 0 in the data file.
class WordNetPart {
 public:
  using Places = std::vector<std::uint32_t>;

  // Reads data.*, index.* and *.exc. Errors: kOutside if a file is missing, kInput with file:line
  // if it is damaged.
  WordNetPart(const std::filesystem::path& folder, WordKind kind);

  // "cities" -> "city" (morphy(7WN)). Other words stay.
  std::string base_of(std::string_view word) const;
  // These three take a base form.
  bool has(std::string_view base) const { return words_.contains(std::string(base)); }
  bool is_common(std::string_view base) const { return common_.contains(std::string(base)); }
  bool has_irregular_form(std::string_view base) const {
    return irregular_.contains(std::string(base));
  }
  const std::unordered_set<std::string>& common_words() const { return common_; }

  // The places of a word's senses, the most frequent sense first. nullptr: not a word.
  const Places* senses(std::string_view word) const;
  const WordNetSet& set(std::uint32_t place) const { return sets_[place]; }
  // The set that begins at a byte of the data file. nullptr: none.
  const WordNetSet* set_at(std::uint32_t offset) const;
  // Appends the places of the sets to which a set points by symbols such as "&" of similar
  // adjectives.
  void add_related(std::uint32_t place, std::string_view symbol, Places& related) const;

 private:
  void read_sets(const std::filesystem::path& file);
  void read_words(const std::filesystem::path& file, const std::string& name_of_sets);
  void read_irregular_forms(const std::filesystem::path& file);

  WordKind kind_;
  std::vector<WordNetSet> sets_;
  std::unordered_map<std::uint32_t, std::uint32_t> place_of_;  // offset -> place
  std::unordered_map<std::string, Places> words_;
  std::unordered_set<std::string> common_;
  std::unordered_map<std::string, std::string> exceptions_;  // irregular form -> base form
  std::unordered_set<std::string> irregular_;                // the base forms of those
};

}  // namespace sonde

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/word_kind.h"
#include "workshop/language/lexicon/wordnet_part.h"

namespace sonde {

// Whether it is at least two letters a to z, and nothing else: not a phrase, name or number.
bool is_plain_word(std::string_view word);

// The words of WordNet with their senses; word_relations.h compares them. All words are in lower
// case. An inflected form is looked up by its base form (morphy(7WN)).
class Lexicon {
 public:
  // Errors: kOutside if a file is missing, kInput with file:line if it is damaged.
  explicit Lexicon(const std::filesystem::path& folder);

  const WordNetPart& part(WordKind kind) const { return parts_[static_cast<std::size_t>(kind)]; }

  // "cities" -> "city". The word itself if it is not a form of a word of that kind.
  std::string base_of(std::string_view word, WordKind kind) const {
    return part(kind).base_of(word);
  }
  bool has(std::string_view word, WordKind kind) const { return part(kind).has(word); }
  // Whether it is a form of a word of that kind: "cities" is one of a noun.
  bool has_form(std::string_view word, WordKind kind) const {
    return has(base_of(word, kind), kind);
  }
  // Whether it is a form of a word of any kind.
  bool is_word(std::string_view form) const;
  // Whether a list has a form of a base form that no rule makes: "children" of "child".
  bool has_irregular_form(std::string_view base, WordKind kind) const {
    return part(kind).has_irregular_form(base);
  }

  // Whether a base form was met in the texts that WordNet's authors read.
  bool is_common(std::string_view word, WordKind kind) const { return part(kind).is_common(word); }
  // All of these, in the order of the alphabet.
  std::vector<std::string> common_words(WordKind kind) const;

  // The words of each sense of a word, its most frequent sense first, with underscores for spaces.
  std::vector<std::span<const std::string>> senses_of(std::string_view word, WordKind kind) const;
  // A sense, by its number in senses_of(): its place in WordNet's file.
  std::optional<std::uint32_t> offset_of(std::string_view word, WordKind kind,
                                         std::size_t sense) const;

  // These are about the most frequent sense of a word:
  // Its category. Nothing if it is not a word of that kind.
  std::optional<Category> category(std::string_view word, WordKind kind) const;
  // Whether it is the one at this place of WordNet's file.
  bool is_first_sense(std::string_view word, WordKind kind, std::uint32_t offset) const;
  // Which of WordNet's sentence frames a verb has, as bits.
  std::uint64_t frames_of(std::string_view verb) const;
  // "American", which is written with a capital.
  bool is_proper(std::string_view word, WordKind kind) const;

 private:
  // A sense, by its number in senses_of(). nullptr: none.
  const WordNetSet* sense(std::string_view word, WordKind kind, std::size_t number) const;

  std::array<WordNetPart, 4> parts_;  // in the order of WordKind
};

}  // namespace sonde

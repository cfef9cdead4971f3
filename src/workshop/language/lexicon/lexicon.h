#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "formats/lexicons/wordnet_entry.h"

namespace sonde {

// Whether it is at least two letters a to z, and nothing else: not a phrase, name or number.
bool is_plain_word(std::string_view word);

enum class WordKind { kNoun, kVerb, kAdjective, kAdverb };

// Lexicographer files of WordNet (lexnames(5WN)): the rough topic of a noun or verb.
enum class Category : std::uint8_t {
  kNounTops = 3,
  kNounAct,
  kNounAnimal,
  kNounArtifact,
  kNounAttribute,
  kNounBody,
  kNounCognition,
  kNounCommunication,
  kNounEvent,
  kNounFeeling,
  kNounFood,
  kNounGroup,
  kNounLocation,
  kNounMotive,
  kNounObject,
  kNounPerson,
  kNounPhenomenon,
  kNounPlant,
  kNounPossession,
  kNounProcess,
  kNounQuantity,
  kNounRelation,
  kNounShape,
  kNounState,
  kNounSubstance,
  kNounTime,
  kVerbBody,
  kVerbChange,
  kVerbCognition,
  kVerbCommunication,
  kVerbCompetition,
  kVerbConsumption,
  kVerbContact,
  kVerbCreation,
  kVerbEmotion,
  kVerbMotion,
  kVerbPerception,
  kVerbPossession,
  kVerbSocial,
  kVerbStative,
  kVerbWeather,
};

// The words of WordNet with their senses. All words are in lower case. An inflected form is looked
// up by its base form (morphy(7WN)).
class Lexicon {
 public:
  // Errors: kOutside if a file is missing, kInput with file:line if it is damaged.
  explicit Lexicon(const std::filesystem::path& folder);

  // "cities" -> "city". The word itself if it is not a form of a word of that kind.
  std::string base_of(std::string_view word, WordKind kind) const;
  bool has(std::string_view word, WordKind kind) const;
  // Whether it is a form of a word of any kind.
  bool is_word(std::string_view form) const;
  // Whether a list has a form of a base form that no rule makes: "children" of "child".
  bool has_irregular_form(std::string_view base, WordKind kind) const;
  // The category of the most frequent sense. Nothing if it is not a word of that kind.
  std::optional<Category> category(std::string_view word, WordKind kind) const;

  // The words of each sense of a word, its most frequent sense first, with underscores for spaces.
  std::vector<std::span<const std::string>> senses_of(std::string_view word, WordKind kind) const;

  // Whether the most frequent sense of a word is the one at this place of WordNet's file.
  bool is_first_sense(std::string_view word, WordKind kind, std::uint32_t offset) const;

  // Whether two words have a sense in common, as words of any kind.
  bool are_synonyms(std::string_view first, std::string_view second) const;
  // Whether a sense of one has an antonym in a sense of the other. For two adjectives, one may be
  // similar to that instead: "wet" and "arid".
  bool are_opposites(std::string_view first, std::string_view second) const;
  // Whether one of the most frequent senses of a noun or verb is a kind of the other's, at most
  // `steps` away.
  bool is_a_kind_of(std::string_view word, std::string_view wider, WordKind kind,
                    std::size_t steps) const;

  // Whether a base form was met in the texts that WordNet's authors read.
  bool is_common(std::string_view word, WordKind kind) const;
  // The antonyms that the senses of a word have directly, not by similar words, each once, that of
  // the most frequent sense first. Empty if that sense has none.
  std::vector<std::string> antonyms_of(std::string_view word, WordKind kind) const;
  // For one sense, by its number in senses_of(): its place in WordNet's file, and the antonyms that
  // the word itself has in it.
  std::optional<std::uint32_t> offset_of(std::string_view word, WordKind kind,
                                         std::size_t sense) const;
  std::vector<std::string> antonyms_in(std::string_view word, WordKind kind,
                                       std::size_t sense) const;
  // Antonyms of others of the sense, and, for an adjective, of similar ones: "dry" of "moist".
  std::vector<std::string> wider_antonyms_in(std::string_view word, WordKind kind,
                                             std::size_t sense) const;
  // Words of similar adjectives, or directly under the same wider verb or over this one: near in
  // meaning, and not the same.
  std::vector<std::string> near_words_in(std::string_view word, WordKind kind,
                                         std::size_t sense) const;
  // Whether senses of two words are the same or near: similar adjectives, or those of one, verbs of
  // which one is over the other, or that are under the same one.
  bool are_near(std::string_view first, std::string_view second, WordKind kind) const;
  // Which of WordNet's sentence frames a verb has in its most frequent sense, as bits.
  std::uint64_t frames_of(std::string_view verb) const;
  // "American", which is written with a capital in its most frequent sense.
  bool is_proper(std::string_view word, WordKind kind) const;
  // All words of a kind that were met in texts, in the order of the alphabet.
  std::vector<std::string> common_words(WordKind kind) const;

 private:
  struct Part {
    std::unordered_map<std::string, std::vector<std::uint32_t>> words;  // places in sets
    std::unordered_set<std::string> common;
    std::unordered_map<std::string, std::string> exceptions;
    std::unordered_set<std::string> irregular;  // the base forms of those
    std::vector<WordNetSet> sets;
    std::unordered_map<std::uint32_t, std::uint32_t> place_of;  // offset -> place

    const WordNetSet* find(std::uint32_t offset) const {
      const auto place = place_of.find(offset);
      return place == place_of.end() ? nullptr : &sets[place->second];
    }
  };

  const Part& part(WordKind kind) const { return parts_[static_cast<std::size_t>(kind)]; }
  const std::vector<std::uint32_t>* senses(std::string_view word, WordKind kind) const;
  std::vector<std::uint32_t> with_similar(const Part& part,
                                          const std::vector<std::uint32_t>& senses) const;
  std::optional<std::uint32_t> place_of_sense(std::string_view word, WordKind kind,
                                              std::size_t sense) const;
  std::vector<std::uint32_t> near_places(const Part& part, std::uint32_t place) const;

  std::array<Part, 4> parts_;
};

}  // namespace sonde

// How WordNet relates two words. Inflected forms are looked up by their base forms.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"

namespace sonde {

// Whether two words have a sense in common, as words of any kind.
bool are_synonyms(const Lexicon& lexicon, std::string_view first, std::string_view second);

// Whether a sense of one has an antonym in a sense of the other, as words of any kind. Of two
// adjectives, one may be similar to that instead: "wet" and "arid".
bool are_opposites(const Lexicon& lexicon, std::string_view first, std::string_view second);

// Whether one of the most frequent senses of a noun or verb is a kind of the other's, at most
// `steps` away.
bool is_a_kind_of(const Lexicon& lexicon, std::string_view word, std::string_view wider,
                  WordKind kind, std::size_t steps);

// Whether senses of two words are the same or near: similar adjectives, or those of one, verbs of
// which one is over the other, or that are under the same one.
bool are_near(const Lexicon& lexicon, std::string_view first, std::string_view second,
              WordKind kind);

// The antonyms that the senses of a word have directly, not by similar words, each once, that of
// the most frequent sense first. Empty if that sense has none.
std::vector<std::string> antonyms_of(const Lexicon& lexicon, std::string_view word, WordKind kind);

// A sense of a word, by its number in Lexicon::senses_of().
struct WordSense {
  std::string_view word;
  WordKind kind;
  std::size_t number;
};

// The antonyms that the word itself has in a sense.
std::vector<std::string> antonyms_in(const Lexicon& lexicon, const WordSense& sense);
// The antonyms of the sense's other words, and, for an adjective, of similar ones: "dry" of
// "moist".
std::vector<std::string> wider_antonyms_in(const Lexicon& lexicon, const WordSense& sense);
// Words of similar adjectives, or directly under the same wider verb or over this one: near in
// meaning, and not the same.
std::vector<std::string> near_words_in(const Lexicon& lexicon, const WordSense& sense);

}  // namespace sonde

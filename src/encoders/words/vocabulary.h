#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/words/word_vectors.h"
#include "sonde/item.h"
#include "text/word_numbers.h"

namespace sonde {

enum class Lowering { kFallback, kAlways, kNever };

struct VocabularyOptions {
  WordVectorOptions reading{};
  Lowering lowering = Lowering::kFallback;  // first as written, then in lower case
  bool at_spaces = false;                   // words are split at white space only
  std::set<std::string> stop_words{};       // in lower case
  std::size_t threads = 0;
};

// The words of several files of word vectors, and those used so far.
class Vocabulary {
 public:
  Vocabulary(std::span<const std::filesystem::path> files, VocabularyOptions options);

  // Some consecutive texts, as numbers of words as written.
  struct Reading {
    std::size_t first = 0;                 // first text
    std::vector<std::uint32_t> words;      // in all texts
    std::vector<std::uint32_t> ends;       // end of each text in `words`
    std::vector<std::string_view> unseen;  // are kUnseen in `words`, in order
  };
  // The pieces looked up for a word as written. Stop words have no piece.
  struct Pieces {
    std::span<const std::uint32_t> known;    // for place()
    std::span<const std::uint32_t> unknown;  // for unknown_word()
  };

  // Splits texts and reads the vectors of all their words. May invalidate earlier results.
  std::vector<Reading> read(std::span<const Text> texts);

  Pieces pieces(std::uint32_t word) const;
  std::string_view unknown_word(std::uint32_t piece) const { return unknown_[piece]; }

  // Known pieces so far, numbered from 0. They are dropped now and then, which changes the
  // generation.
  std::size_t known_pieces() const { return known_words_.size(); }
  std::uint64_t generation() const { return generation_; }
  std::string_view known_word(std::uint32_t piece) const { return known_words_[piece]; }
  // In lower case, unless words are taken only as written.
  std::string folded(std::string_view word) const;

  std::size_t files() const { return files_.size(); }
  const WordVectors& file(std::size_t file) const { return *files_[file].vectors; }
  // The place of a known piece in a file: its number there and the place of its vector.
  struct Place {
    std::uint32_t row = kNoRow;
    std::uint32_t slot = 0;
  };
  static constexpr std::uint32_t kNoRow = 0xffffffff;       // not in the file
  static constexpr std::uint32_t kSubwordRow = 0xfffffffe;  // its n-grams make its vector
  const Place& place(std::uint32_t piece, std::size_t file) const {
    return places_[piece * files_.size() + file];
  }
  const float* vector(const Place& place, std::size_t file) const {
    return files_[file].numbers.data() + place.slot * files_[file].vectors->dimension();
  }

 private:
  struct Unread {
    std::uint32_t row;
    std::string word;  // if the row is kSubwordRow
  };
  struct File {
    std::unique_ptr<WordVectors> vectors;
    std::unordered_map<std::uint32_t, std::uint32_t> slots;  // row -> slot
    std::vector<Unread> unread;                              // in the last slots
    std::uint32_t slot_count = 0;
    std::vector<float> numbers;  // per slot
  };
  struct Word {
    std::uint32_t known = 0, unknown = 0;  // ends in known_ and unknown_pieces_
  };

  void split(std::span<const Text> texts, Reading& reading) const;
  void learn(Reading& reading);
  void learn(std::string_view word);
  void learn_parts(const std::string& word);
  bool is_stop_word(std::string_view word) const;
  bool learn_known(const std::string& word);
  Place place_in(File& file, const std::string& word) const;
  std::uint32_t find(const WordVectors& vectors, const std::string& word) const;
  static std::uint32_t slot_of(File& file, std::uint32_t row);
  static std::uint32_t new_slot(File& file, Unread unread);
  void read_vectors(File& file);
  void forget_if_large();

  VocabularyOptions options_;
  std::vector<File> files_;
  WordNumbers seen_;
  std::vector<Word> words_;                    // indexed as in seen_
  std::vector<std::uint32_t> known_;           // pieces
  std::vector<std::uint32_t> unknown_pieces_;  // numbers in unknown_
  WordNumbers unknown_;
  std::vector<std::string> known_words_;  // per piece
  std::uint64_t generation_ = 0;
  std::vector<Place> places_;  // known pieces, by piece and file
};

}  // namespace sonde

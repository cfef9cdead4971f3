#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/file_stamp.h"
#include "formats/file_bytes.h"
#include "formats/words/word_scan.h"
#include "sonde/digest.h"

namespace sonde {

// How many rows of a file became words.
struct WordCounts {
  std::uint64_t words = 0;
  std::uint64_t duplicates = 0;  // left out: the first counts
  std::uint64_t unreadable = 0;  // left out: no word, or not UTF-8
  std::uint64_t of_other_languages = 0;
};

// An index of a file's words: a table by hash of the word over the words and the places of their
// numbers, in one piece of memory that may be stored in a file and mapped again. Words are numbered
// from 0 in the file's order. Safe to read from several threads.
class WordIndex {
 public:
  // The source of an index: a file as it is, read in a certain way.
  struct Source {
    FileStamp stamp;
    Digest reading;
  };

  WordIndex(const ScannedWords& found, const Source& source);
  // Nothing if the file is missing, damaged, or belongs to another source.
  static std::optional<WordIndex> open(const std::filesystem::path& file, const Source& source);
  // Errors: kOutside.
  void save(const std::filesystem::path& file) const;

  WordCounts counts() const;
  std::optional<std::uint32_t> find(std::string_view word) const;
  std::string_view word(std::uint32_t number) const;
  std::uint64_t numbers(std::uint32_t number) const { return numbers_[number]; }

 private:
  struct Head;
  explicit WordIndex(MappedFile mapped);
  void lay_out();
  const Head& head() const;
  std::span<const char> bytes() const;

  std::string built_;
  std::optional<MappedFile> mapped_;
  std::span<const std::uint64_t> numbers_;
  std::span<const std::uint64_t> slots_;  // high half: of the hash, low half: the number + 1, or 0
  std::span<const std::uint32_t> ends_;
  std::string_view letters_;
};

}  // namespace sonde

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/words/word_form.h"
#include "formats/words/word_index.h"

namespace sonde {

struct WordVectorOptions {
  std::string form{};             // see find_word_form() (empty: found by the file's content)
  std::string language = "en";    // for Numberbatch's keys
  std::filesystem::path cache{};  // folder of the index (empty: nowhere)
  std::size_t threads = 0;        // for making the index (0: all)
  // Decides whether the file has been unchanged long enough for its index to be stored.
  std::chrono::system_clock::time_point (*clock)() = std::chrono::system_clock::now;
};

// A file of word vectors, of any size. Opening it the first time reads it once for an index of its
// words, which is stored in the cache and found again by the file's stamp. A damaged one is made
// again. Only the rows that are needed are read. Words are numbered from 0 in the file's order.
// Safe to use from several threads.
class WordVectors {
 public:
  // Errors: kInput, see find_word_form() and scan_words(), also if the file changes meanwhile.
  explicit WordVectors(const std::filesystem::path& file, const WordVectorOptions& options = {});

  const WordForm& form() const { return form_; }
  std::size_t dimension() const { return form_.dimension; }
  WordCounts counts() const { return index_.counts(); }
  const FileStamp& stamp() const { return stamp_; }
  bool index_was_made() const { return made_; }  // else it was found in the cache

  // Bytes are compared. Numberbatch's words are without /c/LANGUAGE/ and with spaces for _.
  std::optional<std::uint32_t> find(std::string_view word) const { return index_.find(word); }
  std::string_view word(std::uint32_t number) const { return index_.word(number); }
  // Fills dimension() places. Errors: kInput with file:line if the row's numbers are not numbers,
  // too many, or not finite, or the file was cut short.
  void read(std::uint32_t number, std::span<float> out) const;

  // Whether a word that is not in the file still has a vector: the mean of its character n-grams',
  // in fastText's .bin. read_subwords() fills in that vector, with the errors of read().
  bool has_subwords(std::string_view word) const;
  void read_subwords(std::string_view word, std::span<float> out) const;

 private:
  WordIndex open_index(const WordVectorOptions& options);
  void read_binary(std::uint32_t number, std::span<float> out) const;
  void read_text(std::uint32_t number, std::span<float> out) const;
  void read_mean(std::span<const std::uint64_t> rows, const std::string& word,
                 std::span<float> out) const;
  [[noreturn]] void complain(std::uint32_t number, const std::string& what) const;

  PlainFile file_;
  FileStamp stamp_;
  WordForm form_;
  bool made_ = false;
  WordIndex index_;
};

}  // namespace sonde

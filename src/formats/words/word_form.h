#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/file_bytes.h"
#include "formats/words/fasttext.h"

namespace sonde {

constexpr std::size_t kLongestBinaryWord = 1024;  // bytes

// How a file of word vectors is laid out.
struct WordForm {
  std::string name;  // one of word_forms(), or "fasttext"
  bool binary = false;
  bool keyed = false;  // words are written /c/LANGUAGE/word_of_several_parts
  std::size_t dimension = 0;
  std::uint64_t begin = 0;                 // place of the first row
  std::optional<std::uint64_t> announced;  // rows, by the header
  std::optional<FastTextFile> fasttext{};
};

// glove: rows of text without a header. word2vec: text with a header "rows dimension", fastText's
// .vec too. binary: word2vec's, with or without a line feed after each row. numberbatch: text with
// or without a header, whose words are keys.
const std::vector<std::string>& word_forms();

// `forced`: one of word_forms(), or empty to find it by the file's first bytes, as fastText's .bin
// always is. Errors: kInput if the file is empty, of another known kind (such as compressed), or
// not laid out as `forced`. See read_fasttext().
WordForm find_word_form(const PlainFile& file, const std::string& forced);

}  // namespace sonde

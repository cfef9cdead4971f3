#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "formats/file_bytes.h"

namespace sonde {

// fastText's own binary file: settings, a dictionary, and a matrix with a row for each word and
// then one for each bucket of character n-grams (Bojanowski et al., 2017).
struct FastTextFile {
  std::size_t dimension = 0;
  std::uint64_t entries = 0;  // in the dictionary: words, then labels
  std::uint64_t words = 0;
  std::uint32_t buckets = 0;
  std::size_t shortest = 0, longest = 0;  // n-grams, in characters (longest 0: no n-grams)
  std::size_t words_of_ngram = 0;         // Sent2Vec's n-grams, in words
  std::uint64_t dictionary = 0;           // its start, in bytes
  std::uint64_t matrix = 0;
};

bool is_fasttext(std::string_view bytes);

// Reads all but the matrix. Errors: kInput for a file that was cut off, is quantised or pruned, of
// a newer version, or whose numbers don't belong together.
FastTextFile read_fasttext(const PlainFile& file);
// The same of a file that Sent2Vec wrote (Pagliardini et al., 2018), whose buckets are of n-grams
// of words.
FastTextFile read_sent2vec(const PlainFile& file);

// Calls take(word, row) for each word of the dictionary. Errors: kInput.
using TakeFastTextWord = std::function<void(std::string_view word, std::uint64_t row)>;
void each_fasttext_word(const PlainFile& file, const FastTextFile& form,
                        const TakeFastTextWord& take);

// The rows of the words, given by their own rows in order, and of Sent2Vec's n-grams of them.
std::vector<std::uint64_t> sent2vec_rows(const FastTextFile& form,
                                         std::vector<std::uint64_t> words);

// The rows of the word's n-grams. None for the end of a sentence, "</s>".
std::vector<std::uint64_t> subword_rows(const FastTextFile& form, std::string_view word);

}  // namespace sonde

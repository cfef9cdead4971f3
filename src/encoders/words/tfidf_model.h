#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde {

// Words of the vocabulary that a text has, by column in ascending order, with their weights. Its
// length is 1. Empty if the text has no known word.
struct TfidfVector {
  std::vector<std::pair<std::uint32_t, double>> weights;
  std::uint32_t words = 0;           // in the text
  std::vector<std::string> unknown;  // words missing from the vocabulary, in order
};

// Like scikit-learn's TfidfVectorizer with its defaults: lower case, runs of two or more word
// characters, the count of a word in the text times ln((1 + n) / (1 + df)) + 1 for n texts of which
// df have the word, scaled to length 1. Columns are sorted by code points.
class TfidfModel {
 public:
  TfidfModel(TfidfModel&&) = default;  // a copy's columns would be the other's

  std::size_t dimension() const { return words_.size(); }
  const std::string& word(std::uint32_t column) const { return words_[column]; }
  double idf(std::uint32_t column) const { return idf_[column]; }
  TfidfVector weigh(std::string_view text) const;

 private:
  friend class TfidfCounts;
  TfidfModel() = default;

  std::vector<std::string> words_;
  std::vector<double> idf_;
  std::unordered_map<std::string_view, std::uint32_t> columns_;  // views of words_
};

// The counts that a model is fitted on. The order of the texts changes nothing.
class TfidfCounts {
 public:
  // Errors: kInput if the vocabulary has more than 2^20 words.
  void add(std::string_view text);
  // Errors: kInput if no text has a word.
  TfidfModel fit() const;

 private:
  struct Word {
    std::uint64_t texts = 0;  // that have it
    std::uint64_t last = 0;   // last text, from 1
  };
  std::uint64_t texts_ = 0;
  std::unordered_map<std::string, Word> words_;
};

}  // namespace sonde

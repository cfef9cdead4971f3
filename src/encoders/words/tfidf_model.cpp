#include "encoders/words/tfidf_model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

constexpr std::size_t kMostWords = std::size_t{1} << 20;

bool has_two_characters(std::string_view run) {
  std::size_t at = 0;
  next_code_point(run, at);
  return at < run.size();
}

// Calls take(word) for each match of (?u)\b\w\w+\b in the text in lower case.
template <class Take>
void for_each_word(std::string_view text, const Take& take) {
  const std::string lower = lower_case(text);
  for_each_run(lower, is_word_character, [&](std::string_view run) {
    if (has_two_characters(run)) take(run);
  });
}

void scale_to_one(std::vector<std::pair<std::uint32_t, double>>& weights) {
  double squares = 0;
  for (const auto& [column, weight] : weights) squares += weight * weight;
  const double length = std::sqrt(squares);
  for (auto& [column, weight] : weights) weight /= length;
}

}  // namespace

TfidfVector TfidfModel::weigh(std::string_view text) const {
  TfidfVector vector;
  std::map<std::uint32_t, std::uint32_t> counts;
  for_each_word(text, [&](std::string_view word) {
    ++vector.words;
    const auto column = columns_.find(word);
    if (column == columns_.end()) {
      vector.unknown.emplace_back(word);
    } else {
      ++counts[column->second];
    }
  });
  for (const auto& [column, count] : counts) {
    vector.weights.emplace_back(column, static_cast<double>(count) * idf_[column]);
  }
  scale_to_one(vector.weights);
  return vector;
}

void TfidfCounts::add(std::string_view text) {
  ++texts_;
  for_each_word(text, [this](std::string_view word) {
    Word& counted = words_[std::string(word)];
    if (counted.last == texts_) return;
    counted.last = texts_;
    ++counted.texts;
  });
  if (words_.size() > kMostWords) {
    throw input_error(
        "the texts that tfidf is fitted on have more than " + std::to_string(kMostWords) + " words",
        {}, "fit it on fewer: fit=FILE");
  }
}

TfidfModel TfidfCounts::fit() const {
  if (words_.empty()) {
    throw input_error("the texts that tfidf is fitted on have no word of two letters", {},
                      "name a file of sentences: fit=FILE");
  }
  TfidfModel model;
  for (const auto& [word, counted] : words_) model.words_.push_back(word);
  std::ranges::sort(model.words_);  // bytes of UTF-8 are in the order of code points
  for (const auto& word : model.words_) {
    const auto column = static_cast<std::uint32_t>(model.idf_.size());
    const auto texts = static_cast<double>(words_.at(word).texts);
    model.idf_.push_back(std::log((1 + static_cast<double>(texts_)) / (1 + texts)) + 1);
    model.columns_.emplace(word, column);
  }
  return model;
}

}  // namespace sonde

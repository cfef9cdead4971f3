#include "probes/shared/counting_words.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/nan.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 2> kContracted{"n't", "n\u2019t"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kIrregular{
    {{"ca", "can"}, {"wo", "will"}, {"sha", "shall"}, {"ai", "is"}}};

void add_word(std::string_view word, std::vector<std::string>& words) {
  for (const auto end : kContracted) {
    if (!word.ends_with(end) || word.size() == end.size()) continue;
    std::string_view verb = word.substr(0, word.size() - end.size());
    for (const auto& [cut, whole] : kIrregular) {
      if (verb == cut) verb = whole;
    }
    words.emplace_back(verb);
    words.emplace_back("not");
    return;
  }
  if (word == "cannot") {
    words.insert(words.end(), {"can", "not"});
  } else {
    words.emplace_back(word);
  }
}

// A row per text, a column per word of the item.
MatrixOf<float> counts(const Item& item) {
  std::map<std::string, std::size_t> columns;
  std::vector<std::vector<std::string>> texts;
  for (const auto& text : item.texts) {
    texts.push_back(counted_words(text.text));
    for (const auto& word : texts.back()) columns.try_emplace(word, columns.size());
  }
  MatrixOf<float> found(texts.size(), columns.size());
  for (std::size_t text = 0; text < texts.size(); ++text) {
    for (const auto& word : texts[text]) found[text][columns.at(word)] += 1;
  }
  return found;
}

}  // namespace

std::vector<std::string> counted_words(std::string_view text) {
  const std::string lower = lower_case(text);
  std::vector<std::string_view> whole;
  split_words(lower, whole);
  std::vector<std::string> words;
  for (const auto word : whole) add_word(word, words);
  return words;
}

MatrixOf<double> measured_by_counting_words(const Probe& probe, std::span<const Item> items) {
  std::size_t rows = 0;
  for (const auto& item : items) rows += item.rows.size();
  MatrixOf<double> values(rows, probe.measurements().size());
  const bool takes_vectors = probe.measurements().front().needs_vectors;
  const bool is_fitted = takes_vectors && probe.fitter(items.size()) != nullptr;
  std::size_t row = 0;
  for (const auto& item : items) {
    const auto out = values.view().block(row, item.rows.size());
    row += item.rows.size();
    const auto vectors = counts(item);
    std::vector<double> similarities;
    for (const auto& of : item.rows) {
      similarities.push_back(cosine(vectors[of.at[0]], vectors[of.at[1]]));
    }
    if (is_fitted) {
      for (std::size_t i = 0; i < out.rows(); ++i) std::ranges::fill(out[i], kNaN);
    } else {
      probe.measure({{&item, 1},
                     takes_vectors ? vectors.view() : Matrix<const float>(),
                     takes_vectors ? std::span<const double>() : similarities},
                    {}, out);
    }
  }
  return values;
}

}  // namespace sonde

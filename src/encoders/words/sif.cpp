#include "encoders/words/sif.h"

#include <algorithm>

#include "formats/lines.h"
#include "sonde/error.h"
#include "statistics/learning/directions.h"

namespace sonde {
namespace {

constexpr std::size_t kBlock = 1024;  // texts

std::vector<Text> texts_of(std::set<std::string>::const_iterator& at,
                           const std::set<std::string>& texts) {
  std::vector<Text> block;
  for (; at != texts.end() && block.size() < kBlock; ++at) block.push_back({*at});
  return block;
}

WordTallies tally(WordSentences& sentences, const std::set<std::string>& texts) {
  WordTallies tallies;
  for (auto at = texts.begin(); at != texts.end();) sentences.tally(texts_of(at, texts), tallies);
  return tallies;
}

WordWeights weights_of(WordSentences& sentences, const std::set<std::string>& texts) {
  const auto& sif = *sentences.choice().sif;
  if (sif.counts_texts()) return {sif.a, frequencies_of(tally(sentences, texts))};
  if (!sif.tallies.empty()) return {sif.a, frequencies_of(sif.tallies)};
  return {sif.a, frequencies_by_rank(sentences.vocabulary())};
}

std::vector<double> common_direction(WordSentences& sentences, WordWeights& weights,
                                     const std::set<std::string>& texts) {
  CommonDirection common(sentences.dimension());
  MatrixOf<double> vectors(kBlock, sentences.dimension());
  for (auto at = texts.begin(); at != texts.end();) {
    const auto block = texts_of(at, texts);
    sentences.each(block, &weights,
                   [&](std::size_t text, const Remark&, std::span<const double> vector) {
                     auto row = vectors[text];
                     std::ranges::fill(row, 0.0);  // adds nothing if no word is known
                     std::ranges::copy(vector, row.begin());
                   });
    common.add(std::as_const(vectors).view().block(0, block.size()));
  }
  return common.direction();
}

}  // namespace

void SifFit::remove_component(std::span<double> vector) const {
  double along = 0;
  for (std::size_t i = 0; i < component.size(); ++i) along += vector[i] * component[i];
  for (std::size_t i = 0; i < component.size(); ++i) vector[i] -= along * component[i];
}

SifFit sif_without_texts(WordSentences& sentences) { return {weights_of(sentences, {}), {}, {}}; }

SifFit fit_sif(WordSentences& sentences, const std::set<std::string>& texts) {
  SifFit fit{weights_of(sentences, texts), {}, {}};
  fit.component = common_direction(sentences, *fit.weights, texts);
  if (fit.component.empty()) {
    throw input_error("no text that sif is to be fitted on has a known word", {},
                      "are the texts and the word vectors of one language?");
  }
  if (!sentences.choice().sif->removes_component) fit.component.clear();
  Hasher hasher;
  for (const auto& text : texts) hasher.add(text);
  fit.texts = hasher.finish();
  return fit;
}

std::set<std::string> read_fitting_texts(const std::string& file) {
  std::set<std::string> texts;
  LineReader lines{std::filesystem::path(file)};
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") != line.npos) texts.emplace(line);
  }
  return texts;
}

}  // namespace sonde

#include "scorers/phrase_vectors.h"

#include <algorithm>
#include <utility>

#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {

std::unique_ptr<Encoder> make_phrase_encoder(const std::string& spec, const std::string& asked,
                                             const ScorerContext& context) {
  if (spec.empty()) {
    throw usage_error("'" + asked + "' names no word vectors",
                      "add ?vectors=SPEC, an encoder of words: words:FILE");
  }
  auto encoder = make_encoder(parse_spec(spec), context.encoders);
  if (encoder->fitter() || encoder->views().size() != 1) {
    throw usage_error(
        "the vectors '" + spec + "' of '" + asked + "' are fitted, or have several views",
        "name an encoder that gives a word one vector: words:FILE");
  }
  return context.keep ? context.keep(std::move(encoder)) : std::move(encoder);
}

Identity identity_over(const Identity& vectors) {
  Identity identity;
  identity.numerics = vectors.numerics;
  identity.batch_dependent = vectors.batch_dependent;
  identity.doubt = vectors.doubt;
  return identity;
}

PhraseVectors::PhraseVectors(Encoder& encoder, std::span<const std::string> phrases) {
  std::vector<Text> texts;
  for (const auto& phrase : phrases) {
    if (rows_.try_emplace(phrase, texts.size()).second) texts.push_back({phrase});
  }
  vectors_ = {texts.size(), encoder.dimension()};
  if (texts.empty()) return;
  std::vector<Remark> remarks(texts.size());
  const Matrix<float> view = vectors_.view();
  encoder.encode(texts, {&view, 1}, remarks);
  for (const auto& remark : remarks) known_.push_back(!remark.undefined);
  unknown_ = static_cast<std::size_t>(std::ranges::count(known_, false));
}

std::span<const float> PhraseVectors::operator[](const std::string& phrase) const {
  const std::size_t row = rows_.at(phrase);
  if (!known_[row]) return {};
  return vectors_[row];
}

}  // namespace sonde

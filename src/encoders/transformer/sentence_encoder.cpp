#include "encoders/transformer/sentence_encoder.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "text/invisible.h"

namespace sonde {
namespace {

SidedSentence sided(const Text& text) { return {text.text, text.side == Side::kSecond}; }

// Special tokens alone have no meaning.
void leave_out(std::size_t place, std::span<const Matrix<float>> out, Remark& remark) {
  remark.undefined = true;
  for (const auto& view : out) {
    std::ranges::fill(view[place], std::numeric_limits<float>::quiet_NaN());
  }
}

}  // namespace

void SentenceEncoder::encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
                             std::span<Remark> remarks) {
  encode_in_parts(texts, out, remarks, [](auto) {});
}

void SentenceEncoder::encode_in_parts(std::span<const Text> texts,
                                      std::span<const Matrix<float>> out, std::span<Remark> remarks,
                                      const TextsDone& done) {
  std::vector<SidedSentence> sentences;
  for (const Text& text : texts) sentences.push_back(sided(text));
  std::vector<SentenceCount> counts(texts.size());
  model().encode(sentences, out, counts, [&](std::span<const std::size_t> places) {
    files_.check_unchanged();  // weights are mapped, so that a later change shows in them
    const auto number = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
    for (const std::size_t place : places) {
      const auto& [tokens, kept, unknown, undefined] = counts[place];
      remarks[place] = {number(tokens), number(kept), number(unknown), undefined};
      if (is_invisible(texts[place].text)) leave_out(place, out, remarks[place]);
    }
    done(places);
  });
}

std::optional<std::vector<Token>> SentenceEncoder::tokens(const Text& text) {
  std::vector<Token> tokens;
  for (auto& token : model().tokens(sided(text))) {
    tokens.push_back({std::move(token.text), token.special, token.kept});
  }
  return tokens;
}

Digest SentenceEncoder::digest(std::span<const StampedFile> files, const PlaceOf& place_of) {
  Hasher hasher;
  for (const auto& file : files) {
    hasher.add(place_of(file.path));
    hasher.add(files_.add(file));
  }
  return hasher.finish();
}

SentenceModel& SentenceEncoder::model() {
  if (!model_) {
    files_.check_unchanged();  // half a model would be reported as damaged
    model_ = load();
    files_.check_unchanged();
  }
  return *model_;
}

}  // namespace sonde

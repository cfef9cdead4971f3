#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sonde/encoder.h"
#include "sonde/matrix.h"

namespace sonde {

struct KeyHash {
  std::size_t operator()(const Digest& digest) const { return digest.low64(); }
};

// Whether any view of it gives the two sides of a comparison different vectors.
bool is_sided(const Encoder& encoder);

// Texts without repetition (of text_key()), and which of them each text is.
struct DistinctTexts {
  DistinctTexts(std::span<const Text> texts, bool sided);

  std::vector<Text> texts;
  std::vector<std::size_t> which;
};

// All views of some texts, in one pass of the encoder.
struct EncodedViews {
  EncodedViews(Encoder& encoder, std::span<const Text> texts);
  // To be filled by encode().
  EncodedViews(const Encoder& encoder, std::size_t texts);
  void encode(Encoder& encoder, std::span<const Text> texts, const TextsDone& done);
  // An encoder remarks on all views together: a text may have no vector in some only.
  Remark remark_of(std::size_t view, std::size_t text) const;
  std::vector<Remark> remarks_of(std::size_t view) const;

  std::vector<MatrixOf<float>> vectors;  // a view
  std::vector<Remark> remarks;           // on all views together
};

// Which texts to encode together, at most `most`: those of like length, which make full batches
// of equal length.
std::vector<std::vector<std::size_t>> slices_of_like_length(std::span<const Text> texts,
                                                            std::vector<std::size_t> which,
                                                            std::size_t most);

}  // namespace sonde

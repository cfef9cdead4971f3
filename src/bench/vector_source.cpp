#include "bench/vector_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

// What a kill may cost, and how long a stop may take to be heard.
constexpr std::size_t kSlice = 512;

std::vector<Digest> keys_of(const VectorSource& source, std::span<const Text> texts) {
  std::vector<Digest> keys;
  keys.reserve(texts.size());
  for (const auto& text : texts) keys.push_back(source.key(text));
  return keys;
}

bool any_sided(std::span<const Identity> views) {
  return std::any_of(views.begin(), views.end(), [](const auto& view) { return view.sided; });
}

// An encoder remarks on all views together: a text may lack a vector in some only.
std::vector<Remark> remarks_of_view(std::span<const Remark> remarks, Matrix<const float> vectors) {
  std::vector<Remark> own(remarks.begin(), remarks.end());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto vector = vectors[i];
    own[i].undefined =
        std::any_of(vector.begin(), vector.end(), [](float x) { return std::isnan(x); });
  }
  return own;
}

}  // namespace

VectorSource::VectorSource(std::shared_ptr<Encoder> encoder, VectorStore& store,
                           std::function<void(std::size_t)> written)
    : encoder_(std::move(encoder)),
      store_(store),
      written_(std::move(written)),
      sided_(any_sided(encoder_->views())) {}

std::vector<std::size_t> VectorSource::missing(std::span<const Digest> keys) {
  MatrixOf<float> vectors(keys.size(), encoder_->dimension());
  std::vector<Remark> remarks(keys.size());
  std::vector<std::uint8_t> found(keys.size());
  std::vector<std::uint8_t> complete(keys.size(), 1);
  for (const auto& view : encoder_->views()) {
    store_.read(view, keys, vectors.view(), remarks, found);
    for (std::size_t i = 0; i < keys.size(); ++i) complete[i] &= found[i];
  }
  std::vector<std::size_t> lacking;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!complete[i]) lacking.push_back(i);
  }
  return lacking;
}

void VectorSource::encode_slice(std::span<const Text> texts, std::span<const Digest> keys) {
  const auto views = encoder_->views();
  std::vector<MatrixOf<float>> vectors(views.size(), {texts.size(), encoder_->dimension()});
  std::vector<Matrix<float>> out;
  for (auto& matrix : vectors) out.push_back(matrix.view());
  std::vector<Remark> remarks(texts.size());
  encoder_->encode(texts, out, remarks);
  for (std::size_t view = 0; view < views.size(); ++view) {
    store_.write(views[view], keys, out[view], remarks_of_view(remarks, out[view]));
  }
  encoded_ += texts.size();
}

void VectorSource::keep(std::span<const Text> texts) {
  const auto keys = keys_of(*this, texts);
  auto lacking = missing(keys);
  const std::size_t had = texts.size() - lacking.size();
  served_ += had;
  written_(had);
  // Slices of like length make full batches of equal length.
  std::sort(lacking.begin(), lacking.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(texts[a].text.size(), a) < std::pair(texts[b].text.size(), b);
  });
  for (std::size_t first = 0; first < lacking.size(); first += kSlice) {
    const std::size_t count = std::min(kSlice, lacking.size() - first);
    std::vector<Text> slice;
    std::vector<Digest> slice_keys;
    for (std::size_t i = first; i < first + count; ++i) {
      slice.push_back(texts[lacking[i]]);
      slice_keys.push_back(keys[lacking[i]]);
    }
    encode_slice(slice, slice_keys);
    written_(count);
  }
}

void VectorSource::vectors(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                           std::span<Remark> remarks) {
  const auto keys = keys_of(*this, texts);
  std::vector<std::uint8_t> found(keys.size());
  const auto complete = [&] {
    store_.read(encoder_->views()[view], keys, out, remarks, found);
    return std::find(found.begin(), found.end(), 0) == found.end();
  };
  if (complete()) return;
  // A record was lost or damaged since it was kept: make it again.
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!found[i]) encode_slice(texts.subspan(i, 1), std::span(keys).subspan(i, 1));
  }
  if (!complete()) throw outside_error("the vector store does not keep what is written to it");
}

}  // namespace sonde

#include "run/vector_source.h"

#include <algorithm>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

std::vector<std::size_t> places_of_zeros(std::span<const std::uint8_t> flags) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == 0) places.push_back(i);
  }
  return places;
}

}  // namespace

VectorSource::VectorSource(std::shared_ptr<Encoder> encoder, VectorStore* store,
                           std::function<void(std::size_t)> written)
    : encoder_(std::move(encoder)),
      store_(store),
      written_(std::move(written)),
      sided_(is_sided(*encoder_)) {}

std::vector<Digest> VectorSource::keys(std::span<const Text> texts) const {
  std::vector<Digest> keys;
  keys.reserve(texts.size());
  for (const auto& text : texts) keys.push_back(text_key(text, sided_));
  return keys;
}

std::vector<std::size_t> VectorSource::missing(std::span<const Digest> keys) {
  std::vector<std::uint8_t> found(keys.size());
  std::vector<std::uint8_t> complete(keys.size(), 1);
  for (const auto& view : encoder_->views()) {
    store_->look_up(view, keys, found);
    for (std::size_t i = 0; i < keys.size(); ++i) complete[i] &= found[i];
  }
  return places_of_zeros(complete);
}

bool VectorSource::has(std::span<const Text> texts) { return missing(keys(texts)).empty(); }

void VectorSource::encode_and_keep(std::span<const Text> texts, std::span<const Digest> keys) {
  const EncodedViews made(*encoder_, texts);
  for (std::size_t view = 0; view < made.vectors.size(); ++view) {
    store_->write(encoder_->views()[view], keys, made.vectors[view].view(), made.remarks_of(view));
  }
  encoded_ += texts.size();
}

void VectorSource::keep(std::span<const Text> texts, std::span<const Digest> keys) {
  const auto lacking = missing(keys);
  written_(texts.size() - lacking.size());
  make(texts, keys, lacking, written_);
}

void VectorSource::make(std::span<const Text> texts, std::span<const Digest> keys,
                        const std::vector<std::size_t>& which,
                        const std::function<void(std::size_t)>& made) {
  for (const auto& places : slices_of_like_length(texts, which, encoder_->slice())) {
    std::vector<Text> slice;
    std::vector<Digest> slice_keys;
    for (const auto place : places) {
      slice.push_back(texts[place]);
      slice_keys.push_back(keys[place]);
    }
    encode_and_keep(slice, slice_keys);
    made(slice.size());
  }
}

// What was lost or damaged since it was kept is made again.
void VectorSource::read_or_make(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                                std::span<Remark> remarks) {
  const auto keys = this->keys(texts);
  std::vector<std::uint8_t> found(keys.size());
  store_->read(encoder_->views()[view], keys, out, remarks, found);
  const auto lost = places_of_zeros(found);
  if (lost.empty()) return;
  make(texts, keys, lost, [](std::size_t) {});
  store_->read(encoder_->views()[view], keys, out, remarks, found);
  if (std::find(found.begin(), found.end(), 0) != found.end()) {
    throw outside_error("the vector store does not keep what is written to it");
  }
}

void VectorSource::encode(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                          std::span<Remark> remarks) {
  const EncodedViews made(*encoder_, texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::ranges::copy(made.vectors[view][i], out[i].begin());
  }
  std::ranges::copy(made.remarks_of(view), remarks.begin());
  encoded_ += texts.size();
}

void VectorSource::distinct_vectors(std::size_t view, std::span<const Text> texts,
                                    Matrix<float> out, std::span<Remark> remarks) {
  if (store_ == nullptr) {
    encode(view, texts, out, remarks);
  } else {
    read_or_make(view, texts, out, remarks);
  }
}

void VectorSource::vectors(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                           std::span<Remark> remarks) {
  const DistinctTexts once(texts, sided_);
  if (once.texts.size() == texts.size()) return distinct_vectors(view, texts, out, remarks);
  MatrixOf<float> vectors(once.texts.size(), out.columns());
  std::vector<Remark> own(once.texts.size());
  distinct_vectors(view, once.texts, vectors.view(), own);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::ranges::copy(vectors[once.which[i]], out[i].begin());
    remarks[i] = own[once.which[i]];
  }
}

}  // namespace sonde

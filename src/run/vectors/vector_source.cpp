#include "run/vectors/vector_source.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::chrono::seconds kBetweenKeeping(1);

// Threads wait for each other at the end of a call, and its vectors are in memory.
std::size_t texts_at_once(const Encoder& encoder) {
  constexpr std::size_t kMostInMemory = std::size_t{1} << 24;
  const std::size_t numbers = encoder.dimension() * encoder.views().size();
  return std::clamp<std::size_t>(kMostInMemory / std::max<std::size_t>(1, numbers), 16,
                                 kTextsAtOnce);
}

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

// Writes all views: `places` among the texts of the keys.
void VectorSource::write(std::span<const Digest> keys, const EncodedViews& from,
                         std::span<const std::size_t> places) {
  std::vector<Digest> some;
  for (const auto place : places) some.push_back(keys[place]);
  for (std::size_t view = 0; view < from.vectors.size(); ++view) {
    MatrixOf<float> rows(places.size(), from.vectors[view].columns());
    std::vector<Remark> remarks;
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::ranges::copy(from.vectors[view][places[i]], rows[i].begin());
      remarks.push_back(from.remark_of(view, places[i]));
    }
    store_->write(encoder_->views()[view], some, std::as_const(rows).view(), remarks);
  }
  encoded_ += places.size();
}

// The clock decides only when vectors are stored, not which.
void VectorSource::encode_and_keep(std::span<const Text> texts, std::span<const Digest> keys,
                                   const Made& made) {
  using Clock = std::chrono::steady_clock;
  EncodedViews views(*encoder_, texts.size());
  std::vector<std::size_t> waiting;
  auto kept = Clock::now();
  const auto keep = [&] {
    const auto places = std::exchange(waiting, {});
    write(keys, views, places);
    kept = Clock::now();
    made(places.size());
  };
  const auto done = [&](std::span<const std::size_t> places) {
    waiting.insert(waiting.end(), places.begin(), places.end());
    if (Clock::now() - kept >= kBetweenKeeping) keep();
  };
  try {
    views.encode(*encoder_, texts, done);
  } catch (...) {
    if (!waiting.empty()) keep();
    throw;
  }
  if (!waiting.empty()) keep();
}

void VectorSource::keep(std::span<const Text> texts, std::span<const Digest> keys) {
  const auto lacking = missing(keys);
  written_(texts.size() - lacking.size());
  make(texts, keys, lacking, written_);
}

void VectorSource::make(std::span<const Text> texts, std::span<const Digest> keys,
                        const std::vector<std::size_t>& which, const Made& made) {
  for (const auto& places : slices_of_like_length(texts, which, texts_at_once(*encoder_))) {
    std::vector<Text> slice;
    std::vector<Digest> slice_keys;
    for (const auto place : places) {
      slice.push_back(texts[place]);
      slice_keys.push_back(keys[place]);
    }
    encode_and_keep(slice, slice_keys, made);
  }
}

// Vectors lost or damaged in the store are made again.
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
    throw outside_error("the vector store loses what is written to it");
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

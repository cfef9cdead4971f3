#include "bench/vector_source.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

std::vector<Digest> keys_of(const VectorSource& source, std::span<const Text> texts) {
  std::vector<Digest> keys;
  keys.reserve(texts.size());
  for (const auto& text : texts) keys.push_back(source.key(text));
  return keys;
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

// All views of some texts, in one pass of the encoder.
struct Views {
  Views(Encoder& encoder, std::span<const Text> texts)
      : vectors(encoder.views().size(), {texts.size(), encoder.dimension()}),
        remarks(texts.size()) {
    std::vector<Matrix<float>> out;
    for (auto& matrix : vectors) out.push_back(matrix.view());
    encoder.encode(texts, out, remarks);
  }

  std::vector<MatrixOf<float>> vectors;
  std::vector<Remark> remarks;  // on all views together

  std::vector<Remark> remarks_of(std::size_t view) const {
    return remarks_of_view(remarks, vectors[view].view());
  }
};

}  // namespace

bool is_sided(const Encoder& encoder) {
  return std::ranges::any_of(encoder.views(), &Identity::sided);
}

VectorSource::VectorSource(std::shared_ptr<Encoder> encoder, VectorStore* store,
                           std::function<void(std::size_t)> written)
    : encoder_(std::move(encoder)),
      store_(store),
      written_(std::move(written)),
      sided_(is_sided(*encoder_)) {}

// Texts without repetition, and which of them each text is.
struct VectorSource::Distinct {
  std::vector<Text> texts;
  std::vector<Digest> keys;
  std::vector<std::size_t> which;
};

VectorSource::Distinct VectorSource::distinct(std::span<const Text> texts) const {
  Distinct distinct;
  std::unordered_map<Digest, std::size_t, KeyHash> places;
  for (const auto& text : texts) {
    const auto [place, is_new] = places.try_emplace(key(text), distinct.texts.size());
    distinct.which.push_back(place->second);
    if (!is_new) continue;
    distinct.texts.push_back(text);
    distinct.keys.push_back(place->first);
  }
  return distinct;
}

std::vector<std::size_t> VectorSource::missing(std::span<const Digest> keys) {
  std::vector<std::uint8_t> found(keys.size());
  std::vector<std::uint8_t> complete(keys.size(), 1);
  for (const auto& view : encoder_->views()) {
    store_->look_up(view, keys, found);
    for (std::size_t i = 0; i < keys.size(); ++i) complete[i] &= found[i];
  }
  std::vector<std::size_t> lacking;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!complete[i]) lacking.push_back(i);
  }
  return lacking;
}

void VectorSource::encode_and_keep(std::span<const Text> texts, std::span<const Digest> keys) {
  const Views made(*encoder_, texts);
  for (std::size_t view = 0; view < made.vectors.size(); ++view) {
    store_->write(encoder_->views()[view], keys, made.vectors[view].view(), made.remarks_of(view));
  }
  encoded_ += texts.size();
}

void VectorSource::keep(std::span<const Text> texts) {
  const auto keys = keys_of(*this, texts);
  auto lacking = missing(keys);
  written_(texts.size() - lacking.size());
  // Slices of like length make full batches of equal length.
  std::sort(lacking.begin(), lacking.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(texts[a].text.size(), a) < std::pair(texts[b].text.size(), b);
  });
  const std::size_t most = encoder_->slice();
  for (std::size_t first = 0; first < lacking.size(); first += most) {
    const std::size_t count = std::min(most, lacking.size() - first);
    std::vector<Text> slice;
    std::vector<Digest> slice_keys;
    for (std::size_t i = first; i < first + count; ++i) {
      slice.push_back(texts[lacking[i]]);
      slice_keys.push_back(keys[lacking[i]]);
    }
    encode_and_keep(slice, slice_keys);
    written_(count);
  }
}

// What was lost or damaged since it was kept is made again.
void VectorSource::read_or_make(std::size_t view, const Distinct& texts, Matrix<float> out,
                                std::span<Remark> remarks) {
  std::vector<std::uint8_t> found(texts.keys.size());
  store_->read(encoder_->views()[view], texts.keys, out, remarks, found);
  std::vector<Text> lost;
  std::vector<Digest> keys;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i]) continue;
    lost.push_back(texts.texts[i]);
    keys.push_back(texts.keys[i]);
  }
  if (lost.empty()) return;
  encode_and_keep(lost, keys);
  store_->read(encoder_->views()[view], texts.keys, out, remarks, found);
  if (std::find(found.begin(), found.end(), 0) != found.end()) {
    throw outside_error("the vector store does not keep what is written to it");
  }
}

void VectorSource::encode(std::size_t view, const Distinct& texts, Matrix<float> out,
                          std::span<Remark> remarks) {
  const Views made(*encoder_, texts.texts);
  for (std::size_t i = 0; i < texts.texts.size(); ++i) {
    std::ranges::copy(made.vectors[view][i], out[i].begin());
  }
  std::ranges::copy(made.remarks_of(view), remarks.begin());
  encoded_ += texts.texts.size();
}

void VectorSource::vectors(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                           std::span<Remark> remarks) {
  const Distinct once = distinct(texts);
  MatrixOf<float> vectors(once.texts.size(), out.columns());
  std::vector<Remark> own(once.texts.size());
  if (store_ == nullptr) {
    encode(view, once, vectors.view(), own);
  } else {
    read_or_make(view, once, vectors.view(), own);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::ranges::copy(vectors[once.which[i]], out[i].begin());
    remarks[i] = own[once.which[i]];
  }
}

}  // namespace sonde

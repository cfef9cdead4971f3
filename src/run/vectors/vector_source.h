#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "run/vectors/encoded_views.h"
#include "sonde/encoder.h"
#include "store/vectors/vector_store.h"

namespace sonde {

constexpr std::size_t kTextsAtOnce = 2048;  // at most, given to an encoder

// The vectors of one encoder: from the store, or encoded and stored there.
class VectorSource {
 public:
  // `written` is called each time that vectors have been stored: about once per second, and if
  // encoding fails or is stopped, too. Without a store (null), a text is encoded whenever it is
  // needed.
  VectorSource(std::shared_ptr<Encoder> encoder, VectorStore* store,
               std::function<void(std::size_t texts)> written);

  const Encoder& encoder() const { return *encoder_; }
  bool sided() const { return sided_; }
  std::vector<Digest> keys(std::span<const Text> texts) const;

  // Fills a row a text for one view. Texts may repeat.
  void vectors(std::size_t view, std::span<const Text> texts, Matrix<float> out,
               std::span<Remark> remarks);
  // Places of the keys for which a view is missing in the store.
  std::vector<std::size_t> missing(std::span<const Digest> keys);
  // Makes sure that the store has all views of distinct texts, whose keys are given.
  void keep(std::span<const Text> texts, std::span<const Digest> keys);

  std::uint64_t encoded() const { return encoded_; }  // texts, also those made again

 private:
  using Made = std::function<void(std::size_t texts)>;
  // Encodes some of the texts and stores them.
  void make(std::span<const Text> texts, std::span<const Digest> keys,
            const std::vector<std::size_t>& which, const Made& made);
  void encode_and_keep(std::span<const Text> texts, std::span<const Digest> keys, const Made& made);
  void write(std::span<const Digest> keys, const EncodedViews& from,
             std::span<const std::size_t> places);
  void distinct_vectors(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                        std::span<Remark> remarks);
  void read_or_make(std::size_t view, std::span<const Text> texts, Matrix<float> out,
                    std::span<Remark> remarks);
  void encode(std::size_t view, std::span<const Text> texts, Matrix<float> out,
              std::span<Remark> remarks);

  std::shared_ptr<Encoder> encoder_;
  VectorStore* store_;
  std::function<void(std::size_t)> written_;
  bool sided_;
  std::uint64_t encoded_ = 0;
};

}  // namespace sonde

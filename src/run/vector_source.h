#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "run/encoding.h"
#include "sonde/encoder.h"
#include "store/vector_store.h"

namespace sonde {

// The vectors of one encoder: from the store, or encoded and kept there.
class VectorSource {
 public:
  // `written` is called after each slice of vectors has been kept. Without a
  // store (null), a text is encoded whenever it is asked for.
  VectorSource(std::shared_ptr<Encoder> encoder, VectorStore* store,
               std::function<void(std::size_t texts)> written);

  const Encoder& encoder() const { return *encoder_; }
  bool sided() const { return sided_; }
  std::vector<Digest> keys(std::span<const Text> texts) const;

  // Fills a row a text for one view. Texts may repeat.
  void vectors(std::size_t view, std::span<const Text> texts, Matrix<float> out,
               std::span<Remark> remarks);
  // Whether the store has all views of texts. Where it has those of a sample, the others are likely
  // to be there, too; what lacks is made when it is asked for.
  bool has(std::span<const Text> texts);
  // Makes sure that the store has all views of distinct texts, whose keys are given.
  void keep(std::span<const Text> texts, std::span<const Digest> keys);

  std::uint64_t encoded() const { return encoded_; }  // texts, also those made again

 private:
  std::vector<std::size_t> missing(std::span<const Digest> keys);
  // Encodes some of the texts and keeps them, slice by slice.
  void make(std::span<const Text> texts, std::span<const Digest> keys,
            const std::vector<std::size_t>& which, const std::function<void(std::size_t)>& made);
  void encode_and_keep(std::span<const Text> texts, std::span<const Digest> keys);
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

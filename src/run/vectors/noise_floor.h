#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "sonde/encoder.h"
#include "store/vectors/vector_store.h"

namespace sonde {

// The texts that a subject's noise is measured on: of all that are added, those
// with the smallest keys, so that order and blocks don't matter.
class NoiseSample {
 public:
  void add(std::span<const Text> texts, bool sided);
  std::vector<Text> texts() const;  // at most 200

 private:
  std::map<Digest, Text> smallest_;
};

// The same encoder for a store, used a second time: backwards, in different batches.
std::shared_ptr<Encoder> second_time(std::shared_ptr<Encoder> encoder);

// How far an encoder's vectors are from being the same twice, one number per view: the greatest
// change of the cosine of two texts when all are encoded a second time, backwards and in other
// batches. Similarities closer than that don't differ. NaN for fewer than two texts with vectors.
// The second vectors are also stored, next to the first, so that a resumed run finds the same
// floor.
std::vector<double> noise_floor(const std::shared_ptr<Encoder>& encoder, VectorStore& store,
                                std::span<const Text> texts);

}  // namespace sonde

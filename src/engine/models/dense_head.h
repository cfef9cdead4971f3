#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/weights/weights.h"

namespace sonde {

// A transformer's own dense layer and tanh over its first token.
struct PoolerFacts {
  const Weights& weights;
  std::string name;
  std::size_t size;  // input and output size
};

// The steps after pooling: dense layers, normalisation and truncation, in double, each product in
// the same order always. Safe from several threads.
class Head {
 public:
  // Reads the weights of the dense layers. The transformer's pooler, if requested, comes first.
  // Errors: kInput, naming the tensor.
  explicit Head(std::span<const HeadStep> steps, const std::optional<PoolerFacts>& pooler = {});

  // Changes `vector` in place, and its size if a step does. A zero vector that is to be normalised
  // becomes NaN.
  void apply(std::vector<double>& vector) const;

 private:
  struct Dense {
    std::size_t in, out;
    std::vector<float> by_input;  // in x out
    std::vector<float> bias;      // out
    bool tanh;
  };
  static Dense read_dense(const Weights& weights, const std::string& name, const DenseFacts& facts);
  static std::vector<double> apply(const Dense& dense, std::span<const double> in);

  std::vector<std::variant<Dense, NormalizeFacts, TruncateFacts>> steps_;
};

// Scales to length 1. NaN for a zero vector.
void normalize(std::span<double> vector);

// Rounds to floats. If any is infinite or NaN, all are NaN, and it returns false.
bool give_vector(std::span<const double> vector, std::span<float> out);

}  // namespace sonde

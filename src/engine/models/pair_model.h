#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/graph/graph_options.h"
#include "engine/models/pair_tokens.h"

namespace sonde {

struct PairOptions {
  std::size_t max_tokens = 0;
  std::size_t classes = 0;
  GraphOptions graph;
};

// A cross-encoder's output for two sentences.
struct PairAnswer {
  std::vector<double> logits;                  // per class
  std::array<std::size_t, 2> total{}, kept{};  // tokens of each sentence
};

// Reads both sentences at once.
class PairModel {
 public:
  using Pair = std::array<std::string_view, 2>;
  virtual ~PairModel() = default;
  // One answer per pair: bit for bit the same in any batch, in any order.
  virtual std::vector<PairAnswer> ask(std::span<const Pair> pairs) = 0;
};

// Reads and checks the weights and compiles the graph. Errors: kInput for a bad folder, kUsage for
// a precision that the machine doesn't support.
std::unique_ptr<PairModel> load_pair_model(const ModelFolder& folder, const PairOptions& options);

}  // namespace sonde

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/config/transformer_config.h"
#include "engine/graph/graph_options.h"
#include "engine/graph/onnx_graph.h"
#include "engine/weights/weights.h"
#include "sonde/matrix.h"

namespace sonde {

struct PrecisionName {
  Precision precision;
  std::string_view name;
};

std::span<const PrecisionName> precision_names();
std::string_view name_of(Precision precision);

// Version of the engine, for instance "openvino 2026.4.1".
std::string engine_version();

// Engine, precision, class of processor and the kernels in force: Identity::numerics.
std::string numerics_of(const GraphOptions& options);

// The same if the engine's own operations compute all of it, in f32 or bf16.
std::string library_numerics(Precision precision);

// Errors: kUsage if the machine can't compute in it, or the model is too narrow for it.
void check_precision(Precision precision, const TransformerConfig& model);
void check_bf16();

// Whether a text's bits are the same in a batch as alone, in any kind of batch that run() is given.
// If they aren't, it must be given one text at a time.
bool takes_batches(const GraphOptions& options);

// A transformer ready to run. A sentence's states are bit for bit the same for any batch, number of
// threads, and choice of tapped layers. Batches of several sentences have at most 640 tokens.
class Transformer {
 public:
  // One matrix a tap, (sentences * length) x hidden: the rows of the first
  // sentence, then those of the second, ...
  using Use = std::function<void(std::span<const Matrix<const float>>)>;

  virtual ~Transformer() = default;
  // How many run() may compute at once. More wait.
  virtual std::size_t requests() const = 0;
  // `ids`: sentences * length token ids, each below the vocabulary's size (GraphOptions may allow
  // more).
  // `use` gets the states while they last. Safe from several threads.
  virtual void run(std::span<const std::int32_t> ids, std::size_t length, const Use& use) = 0;
};

// Builds the family's graph and compiles it, up to the highest tap. Taps: layers 0 (the embeddings)
// .. config.layers, in any order. `weights` must outlive it. `stop` is called during run(), on any
// thread. If true, run() throws kInterrupted without finishing the batch. Errors: kInput for a
// tensor that is missing or of another shape.
std::unique_ptr<Transformer> make_transformer(const TransformerConfig& config,
                                              const Weights& weights,
                                              std::span<const std::size_t> taps,
                                              const GraphOptions& options,
                                              std::function<bool()> stop = {});

// The same for a graph that was read from a file, whose one tap is its output. Its operations are
// its maker's, so that the bits are promised for one sentence a run alone.
std::unique_ptr<Transformer> make_onnx_transformer(const OnnxGraph& graph,
                                                   const GraphOptions& options,
                                                   std::function<bool()> stop = {});

}  // namespace sonde

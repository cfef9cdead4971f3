#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/graph/transformer.h"
#include "engine/tokens/sentence_tokens.h"
#include "sonde/matrix.h"

namespace sonde {

// How to use a folder's model.
struct SentenceOptions {
  // A view is a layer with a way of pooling, whose parts are concatenated in the vector. All ways
  // of the first layer come first.
  std::vector<std::size_t> layers;  // 0: the embeddings' output
  std::vector<std::vector<Pooling>> poolings;
  std::vector<HeadStep> head;
  SentenceFrame frame;
  bool include_prompt = true;
  GraphOptions graph;
  // Called on any thread. If true, encode() throws kInterrupted. None: never.
  std::function<bool()> stop{};
};

// Facts about an encoded sentence.
struct SentenceCount {
  std::size_t tokens = 0;  // before truncation
  std::size_t kept = 0;
  std::size_t unknown = 0;
  bool undefined = false;  // no vector: its numbers are NaN
};

// Numbers in a vector. Errors: kUsage if ways of pooling give vectors of different sizes.
std::size_t vector_size(const ModelFolder& folder, std::span<const std::vector<Pooling>> poolings,
                        std::span<const HeadStep> head);

// Sentences to vectors.
class SentenceModel {
 public:
  virtual ~SentenceModel() = default;
  // Receives the places of sentences that have their vectors and counts, each once.
  using Done = std::function<void(std::span<const std::size_t> places)>;
  // out[view]: sentences x vector_size(). Bit for bit the same whatever the
  // order, the neighbours, the threads and the other views. `done` is called now and then on the
  // thread that called, also for what was whole when encode() failed.
  virtual void encode(std::span<const SidedSentence> sentences, std::span<const Matrix<float>> out,
                      std::span<SentenceCount> counts, const Done& done) = 0;
  // A sentence's tokens in the model. Safe from several threads.
  virtual std::vector<SpelledToken> tokens(const SidedSentence& sentence) const = 0;
};

// Reads and checks the weights and compiles the graph. Errors: kInput for a bad folder, kUsage for
// a precision that the machine doesn't support.
std::unique_ptr<SentenceModel> load_sentence_model(const ModelFolder& folder,
                                                   const SentenceOptions& options);

// The same for a graph that was read from a file. options.layers is not used. One sentence per run.
std::unique_ptr<SentenceModel> load_onnx_model(const ModelFolder& folder, const OnnxGraph& graph,
                                               const SentenceOptions& options);

// The mean of the token table's rows, without any transformer: a bag of words, see TokenMean.
std::unique_ptr<SentenceModel> load_word_table(const ModelFolder& folder,
                                               std::span<const HeadStep> head, std::size_t threads);

}  // namespace sonde

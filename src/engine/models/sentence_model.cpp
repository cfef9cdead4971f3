#include "engine/models/sentence_model.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/counted.h"
#include "base/threads.h"
#include "engine/models/dense_head.h"
#include "engine/models/length_batches.h"
#include "engine/models/pooling.h"
#include "engine/models/word_head.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Enough for full speed, few enough for the threads to end together (measured).
constexpr std::size_t kBatchTokens = 640;
constexpr std::size_t kOneSentence = 1;       // a batch, however long it is
constexpr std::size_t kSentencesAtOnce = 64;  // per tokenizing thread

// Shows the encoding thread which sentences all threads have finished.
class Finished {
 public:
  explicit Finished(const SentenceModel::Done& done) : done_(done) {}

  void add(const LengthBatch& batch) {
    {
      const std::scoped_lock lock(mutex_);
      places_.insert(places_.end(), batch.places.begin(), batch.places.end());
    }
    if (std::this_thread::get_id() == caller_) tell();
  }
  void tell() {
    std::vector<std::size_t> places;
    {
      const std::scoped_lock lock(mutex_);
      places.swap(places_);
    }
    if (!places.empty()) done_(places);
  }

 private:
  const SentenceModel::Done& done_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::vector<std::size_t> places_;
};

// A model's parts, in the order in which it is made.
struct Parts {
  std::size_t width = 0;             // numbers in a state
  std::size_t batch_tokens = 0;      // in a batch, at most
  std::unique_ptr<Weights> weights;  // outlive the transformer (none if it has its own)
  SentenceTokenizer tokenize;
  std::vector<Head> heads;  // a way of pooling each
  std::unique_ptr<Transformer> transformer;
};

// Pools a sentence's rows of the transformer's output.
class TransformerSentenceModel : public SentenceModel {
 public:
  TransformerSentenceModel(const SentenceOptions& options, Parts parts)
      : options_(options), parts_(std::move(parts)) {}

  void encode(std::span<const SidedSentence> sentences, std::span<const Matrix<float>> out,
              std::span<SentenceCount> counts, const Done& done) override {
    const auto tokens = tokenize(sentences, counts);
    std::vector<std::size_t> lengths;
    for (const auto& sentence : tokens) lengths.push_back(sentence.ids.size());
    const auto batches = batches_by_length(lengths, parts_.batch_tokens);
    Finished finished(done);
    try {
      parallel_for(batches.size(), 1, parts_.transformer->requests(),
                   [&](std::size_t b, std::size_t) {
                     run(batches[b], tokens, out, counts);
                     finished.add(batches[b]);
                   });
    } catch (...) {
      finished.tell();
      throw;
    }
    finished.tell();
  }

  std::vector<SpelledToken> tokens(const SidedSentence& sentence) const override {
    return parts_.tokenize.spelled(sentence);
  }

 private:
  void check_stop() const {
    if (options_.stop && options_.stop()) {
      throw Error(ErrorKind::kInterrupted, "stopped while encoding");
    }
  }

  std::vector<SentenceTokens> tokenize(std::span<const SidedSentence> sentences,
                                       std::span<SentenceCount> counts) const {
    std::vector<SentenceTokens> tokens(sentences.size());
    const auto part = [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        check_stop();
        tokens[i] = parts_.tokenize(sentences[i]);
        counts[i] = {tokens[i].total, tokens[i].ids.size(), tokens[i].unknown, false};
      }
    };
    parallel_for(sentences.size(), kSentencesAtOnce, options_.graph.threads, part);
    return tokens;
  }

  void run(const LengthBatch& batch, std::span<const SentenceTokens> tokens,
           std::span<const Matrix<float>> out, std::span<SentenceCount> counts) const {
    check_stop();
    std::vector<std::int32_t> ids;
    for (const std::size_t place : batch.places) {
      ids.insert(ids.end(), tokens[place].ids.begin(), tokens[place].ids.end());
    }
    const std::size_t ways = options_.poolings.size();
    const auto use = [&](std::span<const Matrix<const float>> states) {
      for (std::size_t layer = 0; layer < states.size(); ++layer) {
        for (std::size_t i = 0; i < batch.places.size(); ++i) {
          const std::size_t place = batch.places[i];
          const std::size_t rows = rows_of(batch.length);
          const auto own = states[layer].block(i * rows, rows);
          for (std::size_t way = 0; way < ways; ++way) {
            const bool defined = finish(own, tokens[place], way, out[layer * ways + way][place]);
            counts[place].undefined = counts[place].undefined || !defined;
          }
        }
      }
    };
    // Without special tokens a sentence may be empty, with nothing to pool.
    if (batch.length == 0) return use(std::vector<Matrix<const float>>(out.size() / ways));
    parts_.transformer->run(ids, batch.length, use);
  }

  virtual std::size_t rows_of(std::size_t length) const { return length; }

  // Turns states into the vector. False if it is undefined.
  virtual bool finish(Matrix<const float> states, const SentenceTokens& tokens, std::size_t way,
                      std::span<float> out) const {
    const PooledTokens seen{options_.include_prompt ? 0 : tokens.prompt, tokens.mask};
    const auto& poolings = options_.poolings[way];
    std::vector<double> vector(poolings.size() * parts_.width);
    for (std::size_t i = 0; i < poolings.size(); ++i) {
      pool(poolings[i], states, seen, std::span(vector).subspan(i * parts_.width, parts_.width));
    }
    parts_.heads[way].apply(vector);
    return give_vector(vector, out);
  }

  SentenceOptions options_;
  Parts parts_;
};

// Gives a number per entry of the vocabulary.
class SparseSentenceModel : public TransformerSentenceModel {
 public:
  SparseSentenceModel(const SentenceOptions& options, const SparsePooling& pooling, Parts parts)
      : TransformerSentenceModel(options, std::move(parts)), pooling_(pooling) {}

 private:
  std::size_t rows_of(std::size_t length) const override {
    return pooling_.sum ? length : std::min<std::size_t>(length, 1);
  }

  bool finish(Matrix<const float> logits, const SentenceTokens& /*tokens*/, std::size_t /*way*/,
              std::span<float> out) const override {
    return pool_sparse(pooling_, logits, out);
  }

  SparsePooling pooling_;
};

std::optional<PoolerFacts> pooler(const ModelFolder& folder, std::span<const Pooling> poolings,
                                  const Weights& weights) {
  if (std::ranges::count(poolings, Pooling::kPooler) == 0) return std::nullopt;
  const auto& transformer = folder.transformer;
  return PoolerFacts{weights, std::string(transformer.family->pooler), transformer.hidden};
}

std::size_t size_of(const ModelFolder& folder, std::size_t parts, std::span<const HeadStep> head) {
  std::size_t size = parts * folder.transformer.hidden;
  for (const auto& step : head) {
    if (const auto* dense = std::get_if<DenseFacts>(&step)) {
      if (dense->in != size) {
        throw usage_error("this pooling gives " + counted(size, "number") +
                          ", and the model's dense layer takes " + std::to_string(dense->in));
      }
      size = dense->out;
    }
    if (const auto* truncate = std::get_if<TruncateFacts>(&step)) {
      size = std::min(size, truncate->size);
    }
  }
  return size;
}

}  // namespace

std::size_t vector_size(const ModelFolder& folder, std::span<const std::vector<Pooling>> poolings,
                        std::span<const HeadStep> head) {
  const std::size_t size = size_of(folder, poolings.front().size(), head);
  for (const auto& way : poolings) {
    const std::size_t other = size_of(folder, way.size(), head);
    if (other == size) continue;
    throw usage_error("these ways of pooling give vectors of " + std::to_string(size) + " and " +
                          counted(other, "number"),
                      "name them as separate encoders");
  }
  return size;
}

std::unique_ptr<SentenceModel> load_sentence_model(const ModelFolder& folder,
                                                   const SentenceOptions& options) {
  const auto& config = folder.transformer;
  auto weights = std::make_unique<Weights>(load_weights(folder, options.graph.threads));
  SentenceTokenizer tokenize(load_tokenizer(folder), options.frame, config.vocabulary);
  std::vector<Head> heads;
  for (const auto& way : options.poolings) {
    heads.emplace_back(options.head, pooler(folder, way, *weights));
  }
  weights->check_finite(options.graph.threads);
  auto transformer =
      make_transformer(config, *weights, options.layers, options.graph, options.stop);
  return std::make_unique<TransformerSentenceModel>(
      options,
      Parts{config.hidden, takes_batches(options.graph) ? kBatchTokens : kOneSentence,
            std::move(weights), std::move(tokenize), std::move(heads), std::move(transformer)});
}

std::unique_ptr<SentenceModel> load_sparse_model(const SparseFolder& folder,
                                                 const SentenceOptions& options) {
  constexpr std::size_t kBatchLogits = std::size_t{1} << 24;
  const auto& config = folder.model.transformer;
  auto weights = std::make_unique<Weights>(load_weights(folder.model, options.graph.threads));
  SentenceTokenizer tokenize(load_tokenizer(folder.model), options.frame, config.vocabulary);
  weights->check_finite(options.graph.threads);
  auto transformer =
      make_word_transformer(config, *weights, word_head_tensors(config, *weights),
                            folder.pooling.sum ? WordLogits::kOfEachToken : WordLogits::kGreatest,
                            options.graph, options.stop);
  const std::size_t batch =
      takes_batches(options.graph) ? std::min(kBatchTokens, kBatchLogits / config.vocabulary) : 1;
  return std::make_unique<SparseSentenceModel>(options, folder.pooling,
                                               Parts{config.vocabulary,
                                                     batch,
                                                     std::move(weights),
                                                     std::move(tokenize),
                                                     {},
                                                     std::move(transformer)});
}

std::unique_ptr<SentenceModel> load_onnx_model(const ModelFolder& folder, const OnnxGraph& graph,
                                               const SentenceOptions& options) {
  const std::size_t known = graph.vocabulary == 0 ? SIZE_MAX : graph.vocabulary;
  SentenceTokenizer tokenize(load_tokenizer(folder), options.frame, known);
  return std::make_unique<TransformerSentenceModel>(
      options, Parts{graph.size, kOneSentence, nullptr, std::move(tokenize),
                     std::vector<Head>(options.poolings.size(), Head(options.head)),
                     make_onnx_transformer(graph, options.graph, options.stop)});
}

}  // namespace sonde

#include "engine/graph/transformer.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <openvino/openvino.hpp>
#include <string>
#include <vector>

#include "base/counted.h"
#include "base/cpu.h"
#include "base/threads.h"
#include "engine/graph/int8_weights.h"
#include "engine/kernels/kernel_revisions.h"
#include "engine/weights/openvino_core.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr const char* kDevice = "CPU";

ov::element::Type type_of(Precision precision) {
  return precision == Precision::kBF16 ? ov::element::bf16 : ov::element::f32;
}

// One stream per thread: streams don't wait for each other, which was measured to be as fast as two
// threads in one stream if sentences are short, and faster if they are long. `group`: numbers of a
// token that share a scale, in int8.
ov::CompiledModel compile(const std::shared_ptr<ov::Model>& model, Precision precision,
                          std::size_t group, std::size_t threads) {
  const auto count = static_cast<std::int32_t>(threads);
  auto compiled = openvino_core().compile_model(
      model, kDevice, ov::hint::inference_precision(type_of(precision)),
      ov::hint::dynamic_quantization_group_size(group), ov::inference_num_threads(count),
      ov::num_streams(ov::streams::Num(count)), ov::hint::enable_cpu_pinning(false),
      ov::hint::allow_auto_batching(false));
  if (compiled.get_property(ov::hint::inference_precision) != type_of(precision) ||
      compiled.get_property(ov::hint::dynamic_quantization_group_size) != group) {
    throw usage_error("the engine does not compute in " + std::string(name_of(precision)) +
                      " on this machine");
  }
  return compiled;
}

// On AMX the engine rounds a narrow bf16 product of few rows differently from one of more, so that
// a short sentence would have other bits alone than in a batch. For weights as they are stored it
// sums in other blocks for up to 80 rows than for more (AVX2).
std::size_t fewest_rows(Precision of_library, Memory memory) {
  if (memory == Memory::kLeast && cpu_class() == "avx2") return 96;
  return of_library == Precision::kBF16 && cpu_class() == "amx_bf16" ? 32 : 1;
}

class CompiledTransformer : public Transformer {
 public:
  CompiledTransformer(ov::CompiledModel model, std::string file, std::size_t hidden,
                      std::size_t taps, std::size_t fewest_rows, std::size_t requests,
                      std::function<bool()> stop)
      : model_(std::move(model)),
        file_(std::move(file)),
        hidden_(hidden),
        taps_(taps),
        fewest_rows_(fewest_rows),
        stop_(std::move(stop)) {
    for (std::size_t i = 0; i < requests; ++i) free_.push_back(model_.create_infer_request());
    requests_ = requests;
  }

  std::size_t requests() const override { return requests_; }

  void run(std::span<const std::int32_t> ids, std::size_t length, const Use& use) override {
    ov::InferRequest request = take();
    try {
      guarded(file_, [&] { infer(request, ids, length); });
      use(states(request, ids.size(), length));
    } catch (...) {
      give_back(std::move(request));
      throw;
    }
    give_back(std::move(request));
  }

 private:
  // The sentences, and again as many of them as make the fewest rows.
  void infer(ov::InferRequest& request, std::span<const std::int32_t> ids,
             std::size_t length) const {
    constexpr std::chrono::milliseconds kBetweenAsking(50);
    const std::size_t fewest = (fewest_rows_ + length - 1) / length;
    ov::Tensor input(ov::element::i32, {std::max(ids.size() / length, fewest), length});
    auto* const filled = input.data<std::int32_t>();
    for (std::size_t i = 0; i < input.get_size(); ++i) filled[i] = ids[i % ids.size()];
    request.set_input_tensor(input);
    request.start_async();
    while (!request.wait_for(kBetweenAsking)) {
      if (stop_ && stop_()) cancel(request);
    }
  }

  // A batch of long sentences takes a large model seconds. The engine ends it after a node.
  [[noreturn]] static void cancel(ov::InferRequest& request) {
    request.cancel();
    try {
      request.wait();
    } catch (const ov::Exception&) {  // reports the cancellation
    }
    throw Error(ErrorKind::kInterrupted, "stopped while encoding");
  }

  // Rows beyond the sentences' are left out.
  std::vector<Matrix<const float>> states(ov::InferRequest& request, std::size_t tokens,
                                          std::size_t length) const {
    std::vector<Matrix<const float>> taps;
    for (std::size_t i = 0; i < taps_; ++i) {
      const ov::Tensor tensor = request.get_output_tensor(i);
      const bool row_per_sentence = tensor.get_shape().size() == 2;
      taps.emplace_back(tensor.data<const float>(), row_per_sentence ? tokens / length : tokens,
                        hidden_);
    }
    return taps;
  }

  ov::InferRequest take() {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [&] { return !free_.empty(); });
    ov::InferRequest request = std::move(free_.back());
    free_.pop_back();
    return request;
  }

  void give_back(ov::InferRequest request) {
    {
      const std::scoped_lock lock(mutex_);
      free_.push_back(std::move(request));
    }
    freed_.notify_one();
  }

  ov::CompiledModel model_;
  std::string file_;
  std::size_t hidden_;
  std::size_t taps_;
  std::size_t fewest_rows_;
  std::function<bool()> stop_;
  std::size_t requests_ = 0;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<ov::InferRequest> free_;
};

}  // namespace

// A fork does not copy OpenVINO's threads, for which compiling in the child would wait.
ov::Core& openvino_core() {
  static std::atomic<bool> is_forked = false;
  static ov::Core core;
  [[maybe_unused]] static const int watched =
      ::pthread_atfork(nullptr, nullptr, [] { is_forked = true; });
  if (is_forked) {
    throw usage_error("this process was forked from one that has run a model, so it can't run any",
                      "start it by spawn or forkserver: multiprocessing.get_context(\"spawn\")");
  }
  return core;
}

void check_bf16() {
  const auto able =
      guarded({}, [] { return openvino_core().get_property(kDevice, ov::device::capabilities); });
  const auto cpu = cpu_class();
  if (std::ranges::find(able, "BF16") == able.end() ||
      (cpu != "amx_bf16" && cpu != "avx512_bf16")) {
    throw usage_error(
        "this machine has no bf16 instructions (its class is " + std::string(cpu) + ")",
        "use precision=f32");
  }
}

namespace {

void check_int8(const TransformerConfig& model) {
  if (!has_int8_products()) {
    throw usage_error("this machine has no instructions for products in int8 (VNNI; its class is " +
                          std::string(cpu_class()) + ")",
                      "use precision=f32");
  }
  if (int8_group(model) == 0) {
    throw usage_error("the model is too narrow for int8 (" + counted(model.hidden, "number") +
                          " in a token's state, at least 16 are needed)",
                      "use precision=f32");
  }
}

}  // namespace

std::span<const PrecisionName> precision_names() {
  static constexpr std::array<PrecisionName, 3> kNames{
      {{Precision::kF32, "f32"}, {Precision::kBF16, "bf16"}, {Precision::kInt8, "int8"}}};
  return kNames;
}

std::string_view name_of(Precision precision) {
  return std::ranges::find(precision_names(), precision, &PrecisionName::precision)->name;
}

std::string engine_version() {
  const std::string build = ov::get_openvino_version().buildNumber;
  return "openvino " + build.substr(0, build.find('-'));
}

std::string numerics_of(const GraphOptions& options) {
  std::string precision(name_of(options.precision));
  if (options.precision == Precision::kInt8) precision += " " + std::to_string(kInt8Revision);
  return engine_version() + ", " + precision + ", " + std::string(cpu_class()) + ", " +
         kernels_in_force(kernel_class(), options.kernels) +
         (options.memory == Memory::kLeast ? ", weights as stored" : "");
}

std::string library_numerics(Precision precision) {
  return engine_version() + ", " + std::string(name_of(precision)) + ", " +
         std::string(cpu_class());
}

// On how many rows its blocks depend is known for AVX2 alone.
bool takes_batches(const GraphOptions& options) {
  return options.memory == Memory::kFast || cpu_class() == "avx2";
}

void check_precision(Precision precision, const TransformerConfig& model) {
  if (precision == Precision::kBF16) check_bf16();
  if (precision == Precision::kInt8) check_int8(model);
}

namespace {

std::unique_ptr<Transformer> compiled(const std::shared_ptr<ov::Model>& model,
                                      const TransformerConfig& config, const Weights& weights,
                                      const GraphOptions& options, std::size_t width,
                                      std::size_t taps, std::function<bool()> stop) {
  // Tiles have the precision for themselves. All else is in f32.
  const bool tiles = options.kernels.products != Products::kLibrary;
  const Precision of_library = tiles ? Precision::kF32 : options.precision;
  const std::size_t group = of_library == Precision::kInt8 ? int8_group(config) : 0;
  return std::make_unique<CompiledTransformer>(
      compile(model, of_library, group, options.threads), weights.file(), width, taps,
      fewest_rows(of_library, options.memory), options.threads + 1, std::move(stop));
}

GraphOptions with_all_threads(GraphOptions options) {
  options.threads = threads_or_all(options.threads);
  return options;
}

}  // namespace

std::unique_ptr<Transformer> make_transformer(const TransformerConfig& config,
                                              const Weights& weights,
                                              std::span<const std::size_t> taps,
                                              const GraphOptions& options,
                                              std::function<bool()> stop) {
  const GraphOptions own = with_all_threads(options);
  return guarded(weights.file(), [&] {
    const auto model = config.family->build(config, weights, taps, own);
    return compiled(model, config, weights, own, config.hidden, taps.size(), std::move(stop));
  });
}

std::unique_ptr<Transformer> make_word_transformer(const TransformerConfig& config,
                                                   const Weights& weights,
                                                   const WordHeadTensors& head, WordLogits logits,
                                                   const GraphOptions& options,
                                                   std::function<bool()> stop) {
  const GraphOptions own = with_all_threads(options);
  return guarded(weights.file(), [&] {
    const auto states = config.family->build(config, weights, {&config.layers, 1}, own);
    const auto model = with_word_head(*states, head, logits, config, weights, own);
    return compiled(model, config, weights, own, config.vocabulary, 1, std::move(stop));
  });
}

std::unique_ptr<Transformer> make_onnx_transformer(const OnnxGraph& graph,
                                                   const GraphOptions& options,
                                                   std::function<bool()> stop) {
  const std::size_t threads = threads_or_all(options.threads);
  return guarded(graph.file, [&]() -> std::unique_ptr<Transformer> {
    return std::make_unique<CompiledTransformer>(
        compile(graph.model, options.precision, 0, threads), graph.file, graph.size, 1,
        fewest_rows(options.precision, Memory::kFast), threads + 1, std::move(stop));
  });
}

}  // namespace sonde

#include "encoders/transformer/folder_encoder.h"

#include <algorithm>
#include <iomanip>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "base/file_stamp.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/threads.h"
#include "encoders/shared/model_costs.h"
#include "encoders/transformer/folder_options.h"
#include "encoders/transformer/sentence_encoder.h"
#include "engine/graph/kernel_choice.h"
#include "engine/graph/layer_count.h"
#include "engine/graph/transformer.h"
#include "engine/graph/weight_memory.h"
#include "engine/models/sentence_model.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWords = "words";  // the view of the raw token table
constexpr std::string_view kAll = "all";      // every layer

std::size_t parse_layer(std::string_view text, std::size_t layers) {
  const auto top = static_cast<std::int64_t>(layers);
  const auto layer = parse_number<std::int64_t>(text);
  if (!layer || *layer < -top - 1 || *layer > top) {
    throw usage_error("layer '" + std::string(text) + "' is not a number from " +
                          std::to_string(-top - 1) + " to " + std::to_string(top),
                      "0 is the embeddings' output, -1 the last layer, 'all' every one; 'words', "
                      "the token table, cannot be combined: layer=words");
  }
  return static_cast<std::size_t>(*layer < 0 ? *layer + top + 1 : *layer);
}

std::vector<std::size_t> parse_layers(std::string_view list, std::size_t layers) {
  std::vector<std::size_t> chosen;
  if (list == kAll) {
    chosen.resize(layers + 1);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    return chosen;
  }
  for (const auto part : parts_of(list, ',')) {
    chosen.push_back(parse_layer(part, layers));
    if (std::ranges::count(chosen, chosen.back()) > 1) {
      throw usage_error("layer " + std::to_string(chosen.back()) + " is named twice");
    }
  }
  return chosen;
}

// All that follows from the folder and the options, before any weight is read.
struct Choice {
  ModelFolder folder;
  SentenceOptions options;  // its memory is settled when the weights' types are known
  std::optional<Memory> memory;
  bool words = false;
  bool normalizes = false;
  std::size_t dimension = 0;
  std::string assumed;
};

void choose_words(Choice& choice, Options& options) {
  choice.words = true;
  choice.options.layers = {0};
  choice.options.poolings = {{}};
  std::erase_if(choice.folder.head, [](const HeadStep& step) {
    return !std::holds_alternative<NormalizeFacts>(step);  // they were fitted to the last layer
  });
  choice.options.head = parse_head(options, choice.folder);
  choice.dimension = choice.folder.transformer.embedding;
}

void choose_layers(Choice& choice, Options& options, std::string_view layers) {
  auto& chosen = choice.options;
  chosen.layers = parse_layers(layers, choice.folder.transformer.layers);
  chosen.poolings = parse_pooling(options, choice.folder);
  chosen.head = parse_head(options, choice.folder);
  chosen.include_prompt = choice.folder.include_prompt;
  parse_prompts(options, choice.folder, chosen.frame);
  chosen.frame.mask_template = parse_template(options, chosen.poolings);
  chosen.frame.mask_token = choice.folder.mask_token;
  chosen.frame.cuts_left = choice.folder.cuts_left;
  chosen.frame.max_tokens = parse_max_tokens(options, choice.folder);
  const Precision precision = parse_precision(options, choice.folder);
  chosen.graph.precision = precision;
  chosen.graph.kernels =
      kernels_named(options.text("kernels", "own"), choice.folder.transformer, precision);
  choice.memory = parse_memory(options);
  choice.dimension = vector_size(choice.folder, chosen.poolings, chosen.head);
}

Choice choose(const ModelLocation& location, const Spec& spec, const EncoderContext& context) {
  Choice choice;
  Options options(spec);
  const auto ignored = parse_ignored(options);
  choice.folder = read_model_folder(location.folder, location.base, ignored, parse_states(options));
  ignored.done();
  choice.assumed = told_assumptions(choice.folder, spec);
  choice.options.graph.threads = context.threads;
  choice.options.stop = context.stop;
  const std::string layers = options.text("layer", "-1");
  if (layers == kWords) {
    choose_words(choice, options);
  } else {
    choose_layers(choice, options, layers);
  }
  options.done();
  choice.normalizes = normalizes(choice.options.head);
  return choice;
}

void add_weights(std::vector<StampedFile>& files, const Weights& weights) {
  for (auto& file : weights.files()) files.push_back(std::move(file));
}

// All files that the vectors follow from.
std::vector<StampedFile> files_of(const Choice& choice, const Weights& weights) {
  auto files = choice.folder.files;
  add_weights(files, weights);
  if (choice.folder.lora) add_weights(files, Weights(choice.folder.lora->weights, ""));
  for (const auto& step : choice.options.head) {
    if (const auto* dense = std::get_if<DenseFacts>(&step)) {
      add_weights(files, Weights(dense->weights, ""));
    }
  }
  return files;
}

// A file's role: its place in the folder, or in that of an adapter's model.
std::string place_of(const fs::path& file, const ModelFolder& folder) {
  const fs::path place = file.lexically_relative(folder.root);
  const bool elsewhere = place.empty() || *place.begin() == "..";
  if (folder.base.empty() || !elsewhere) return place.generic_string();
  return "base:" + file.lexically_relative(folder.base).generic_string();
}

// A view's identity, apart from the model's files. Its numerics has the computing precision.
Digest view_digest(const Choice& choice, const Digest& files, const std::string& layer,
                   const Poolings& poolings) {
  // Changes when the same files and options mean something else. A change of bits alone is a
  // revision of a kernel: numerics.
  constexpr std::uint64_t kRevision = 10;
  const auto number = [](std::size_t n) { return static_cast<std::uint64_t>(n); };
  const auto& options = choice.options;
  const Digest one = digest_of(
      "hf", kRevision, kTokenizerVersion, files, layer, joined(poolings), shown(options.head),
      options.frame.prompt, options.frame.mask_template, number(options.frame.max_tokens),
      number(options.include_prompt), number(choice.folder.tokenizer_settings.lower_case));
  const bool decodes = choice.folder.transformer.encoder != nullptr;
  return with_second_prompt(decodes ? digest_of(one, "states of the decoder") : one, options.frame);
}

std::string gibibytes(std::size_t bytes) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << static_cast<double>(bytes) / (1 << 30) << " GiB";
  return text.str();
}

MemoryNeed need_of(const Choice& choice, const GraphOptions& graph, const Weights& weights) {
  constexpr std::size_t kProgram = std::size_t{96} << 20;  // the engine itself, tokenizer, vectors
  constexpr std::size_t kShortTexts = 640;                 // tokens of a batch of them
  const auto& model = choice.folder.transformer;
  MemoryNeed need;
  need.precision = name_of(graph.precision);
  for (const auto& file : weights.files()) need.on_disk += fs::file_size(file.path);
  const std::size_t threads = threads_or_all(graph.threads);
  const std::size_t longest = std::max(choice.options.frame.max_tokens, kShortTexts);
  need.weights = weight_memory(model, *std::ranges::max_element(choice.options.layers),
                               weights.usual_type(), graph);
  need.working = kProgram + working_memory(model, longest, threads);
  need.least = need.weights + kProgram + working_memory(model, kShortTexts, threads);
  return need;
}

// The other way to store matrices, if there are two.
std::optional<GraphOptions> other_way(const GraphOptions& graph, const Weights& weights) {
  if (!has_two_ways(weights.usual_type(), graph)) return std::nullopt;
  GraphOptions other = graph;
  other.memory = graph.memory == Memory::kFast ? Memory::kLeast : Memory::kFast;
  return other;
}

MemoryNeed told_need(const Choice& choice, const Weights& weights) {
  const GraphOptions& graph = choice.options.graph;
  MemoryNeed need = need_of(choice, graph, weights);
  if (const auto other = other_way(graph, weights)) {
    need.way = name_of(graph.memory);
    need.other_way = name_of(other->memory);
    need.other_least = need_of(choice, *other, weights).least;
  }
  return need;
}

bool computes(Precision precision, const TransformerConfig& model) {
  try {
    check_precision(precision, model);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Advice for a model that doesn't fit.
std::string smaller_ways(const Choice& choice, const Weights& weights, std::size_t available) {
  const auto& model = choice.folder.transformer;
  std::string offered;
  const auto offer = [&](const std::string& option, const GraphOptions& graph) {
    const std::size_t least = need_of(choice, graph, weights).least;
    if (least > available) return;
    offered += (offered.empty() ? "use " : ", or ") + option + ", which needs " + gibibytes(least);
  };
  for (const Precision precision : {Precision::kInt8, Precision::kBF16}) {
    GraphOptions graph = choice.options.graph;
    if (precision == graph.precision || !computes(precision, model)) continue;
    graph.precision = precision;
    graph.memory = memory_for(model, stored_weights(weights), graph, choice.memory);
    offer("precision=" + std::string(name_of(precision)), graph);
  }
  if (const auto other = other_way(choice.options.graph, weights)) {
    offer("memory=" + std::string(name_of(other->memory)), *other);
  }
  return offered.empty() ? "free some, or take a smaller model" : offered;
}

void check_memory(const Choice& choice, const Weights& weights) {
  const std::size_t least = need_of(choice, choice.options.graph, weights).least;
  const std::size_t available = available_memory();
  if (least <= available) return;
  throw input_error("needs at least " + gibibytes(least) + " of memory in " +
                        std::string(name_of(choice.options.graph.precision)) + ", and " +
                        gibibytes(available) + " are left",
                    {choice.folder.root.string()}, smaller_ways(choice, weights, available));
}

class FolderEncoder : public SentenceEncoder, public TellsMemory {
 public:
  FolderEncoder(const ModelLocation& location, const Spec& spec, const EncoderContext& context)
      : SentenceEncoder(context.resources),
        choice_(choose(location, spec, context)),
        found_in_(location.found_in) {
    const auto& folder = choice_.folder;
    const Weights weights(folder.weights, folder.transformer.family->prefix);
    check_decoder(folder.transformer, weights);
    auto& graph = choice_.options.graph;
    graph.memory = memory_for(folder.transformer, stored_weights(weights), graph, choice_.memory);
    const auto all = files_of(choice_, weights);
    costs_ = model_costs(folder.root, all);
    const Digest files = digest(all, [&](const fs::path& file) { return place_of(file, folder); });
    for (const std::size_t layer : choice_.options.layers) {
      for (const auto& poolings : choice_.options.poolings) {
        add_view(identity(files, layer, poolings, weights.parameters()));
      }
    }
  }

  std::size_t dimension() const override { return choice_.dimension; }

  std::optional<MemoryNeed> memory_need() const override {
    if (choice_.words) return std::nullopt;
    return told_need(choice_, weights());
  }

  std::size_t slice() const override {
    constexpr std::size_t kWork = std::size_t{1} << 35, kFewest = 64, kMost = 2048;
    const auto& model = choice_.folder.transformer;
    const std::size_t weights =
        model.layers * model.hidden * (4 * model.hidden + 2 * model.intermediate);
    return std::clamp(kWork / weights, kFewest, kMost);
  }

 private:
  std::unique_ptr<SentenceModel> load() const override {
    const auto& options = choice_.options;
    if (choice_.words) return load_word_table(choice_.folder, options.head, options.graph.threads);
    check_memory(choice_, weights());
    return load_sentence_model(choice_.folder, options);
  }

  Weights weights() const {
    return {choice_.folder.weights, choice_.folder.transformer.family->prefix};
  }

  Identity identity(const Digest& files, std::size_t layer, const Poolings& poolings,
                    std::size_t parameters) const {
    const std::string name = choice_.words ? std::string(kWords) : std::to_string(layer);
    Identity identity;
    if (choice_.options.layers.size() > 1) identity.view = "layer=" + name;
    if (choice_.options.poolings.size() > 1) {
      identity.view += (identity.view.empty() ? "" : "&") + pooling_view(poolings);
    }
    identity.what = view_digest(choice_, files, name, poolings);
    identity.numerics = numerics();
    identity.facts = facts(name, poolings, parameters);
    if (!choice_.words) tell_prompts(choice_.options.frame, identity);
    return identity;
  }

  std::string numerics() const {
    if (choice_.words) return "sums in f64";
    return numerics_of(choice_.options.graph);
  }

  std::vector<std::pair<std::string, std::string>> facts(const std::string& layer,
                                                         const Poolings& poolings,
                                                         std::size_t parameters) const {
    const auto& transformer = choice_.folder.transformer;
    std::vector<std::pair<std::string, std::string>> facts{
        {"family", std::string(transformer.family->model_type)},
        {"parameters", std::to_string(parameters)},
        {"dimension", std::to_string(choice_.dimension)},
        {"layers", std::to_string(transformer.layers)},
        {"layer", layer}};
    if (transformer.encoder != nullptr) facts.emplace_back("states", "decoder");
    if (!found_in_.empty()) facts.emplace_back("found in", found_in_);
    if (choice_.folder.lora) {
      facts.emplace_back("adapter of", choice_.folder.base.filename().string());
    }
    if (!choice_.words) {
      const auto& options = choice_.options;
      facts.emplace_back("pooling", joined(poolings));
      facts.emplace_back("length limit", std::to_string(options.frame.max_tokens));
      facts.emplace_back("precision", std::string(name_of(options.graph.precision)));
    }
    facts.emplace_back("normalize", choice_.normalizes ? "true" : "false");
    facts.insert(facts.end(), costs_.begin(), costs_.end());
    if (!choice_.words && !choice_.assumed.empty()) facts.emplace_back("assumed", choice_.assumed);
    return facts;
  }

  Choice choice_;
  std::string found_in_;
  std::vector<std::pair<std::string, std::string>> costs_;
};

}  // namespace

std::unique_ptr<Encoder> make_folder_encoder(const ModelLocation& location, const Spec& spec,
                                             const EncoderContext& context) {
  return std::make_unique<FolderEncoder>(location, spec, context);
}

}  // namespace sonde

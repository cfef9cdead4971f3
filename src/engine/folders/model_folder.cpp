#include "engine/folders/model_folder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "engine/folders/pooling_modes.h"
#include "engine/folders/transformer_part.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMergeAdapter =
    "merge it into its model once in Python: peft's merge_and_unload()";

// The places of the parts of a folder with modules.
struct FolderPlaces {
  fs::path modules;                 // has modules.json, if there is one
  std::vector<ModuleEntry> listed;  // in it
  fs::path transformer;             // the folder that the first module names, or that of modules
};

bool is_supported_module(const ModuleEntry& module) {
  constexpr std::array<std::string_view, 4> kSupported{"Transformer", "Pooling", "Dense",
                                                       "Normalize"};
  return std::ranges::find(kSupported, module.type) != kSupported.end();
}

// The first two modules, neither of which may come twice.
bool begins_with_transformer_and_pooling(const std::vector<ModuleEntry>& modules) {
  const auto is_at = [&](std::size_t place, std::string_view type) {
    return modules[place].type == type &&
           std::ranges::count(modules, type, &ModuleEntry::type) == 1;
  };
  return modules.size() >= 2 && is_at(0, "Transformer") && is_at(1, "Pooling");
}

void check_order(const std::vector<ModuleEntry>& modules, const fs::path& file) {
  for (const auto& module : modules) {
    if (is_supported_module(module)) continue;
    throw input_error("unknown module '" + module.type + "'", {file.string()},
                      "sonde runs Transformer, Pooling, Dense and Normalize");
  }
  if (begins_with_transformer_and_pooling(modules)) return;
  throw input_error("is not a list of Transformer, Pooling and what follows them", {file.string()},
                    "save the model with sentence-transformers; it writes Transformer first, "
                    "then Pooling");
}

FolderPlaces find_places(const fs::path& root, FolderReading& reading) {
  constexpr std::array<std::string_view, 1> kPackages{"sentence_transformers."};
  const fs::path file = root / "modules.json";
  if (!fs::exists(file)) return {root, {}, root};
  reading.files.keep(file);
  auto modules = read_module_list(root, kPackages, reading.ignored);
  check_order(modules, file);
  const fs::path first = modules.front().folder;
  return {root, std::move(modules), first};
}

void check_is_folder(const fs::path& root) {
  if (fs::is_directory(root)) return;
  throw input_error("is not a folder", {root.string()}, "name a folder of a Hugging Face model");
}

LoraFacts read_adapter(const fs::path& adapter, const fs::path& base, FolderReading& reading) {
  if (is_adapter(base)) {
    throw input_error("is an adapter, and the base of another", {base.string()}, kMergeAdapter);
  }
  auto lora = read_lora(adapter, reading.ignored);
  reading.files.keep(lora.config);
  return lora;
}

// Sets the transformer. Returns the tokenizer's place, which is in the adapter's folder if that has
// its own.
TokenizerPlace set_transformer(const fs::path& folder, const fs::path& adapter,
                               const std::string& advice, ModelFolder& model,
                               FolderReading& reading) {
  auto part = read_transformer_part(folder, advice, reading);
  model.transformer = std::move(part.config);
  model.weights = std::move(part.weights);
  model.assumed = std::move(part.assumed);
  const bool own = !adapter.empty() && fs::exists(adapter / "tokenizer.json");
  const fs::path home = own ? adapter : folder;
  const fs::path json = home / "tokenizer.json";
  if (fs::exists(json)) reading.files.keep(json);
  return {home, json};
}

// A pooling that nothing refers to may be intended: it is reported, not used, as in
// sentence-transformers.
Assumption assumed_mean(const fs::path& root) {
  std::string note = "mean: no modules.json";
  const fs::path stray = root / "1_Pooling" / "config.json";
  if (!fs::exists(stray)) return {"pooling", note};
  for (const auto& mode : pooling_modes(JsonFields::read(stray))) {
    if (mode != "mean") note += "; 1_Pooling, which nothing refers to, says " + mode;
  }
  return {"pooling", note};
}

void check_place(const JsonFields& fields) {
  check_module_place(fields, "sentence_embedding", "sentence_embedding");
}

struct PoolingPart {
  std::vector<Pooling> poolings;
  bool include_prompt = true;
};

PoolingPart read_pooling(const fs::path& folder, FolderReading& reading) {
  const auto fields = reading.files.read(folder / "config.json");
  const auto modes = pooling_modes(fields);
  PoolingPart part;
  for (const auto& row : pooling_names()) {
    const bool chosen = std::ranges::count(modes, row.mode) > 0;
    if (chosen && !row.mode.empty()) part.poolings.push_back(row.pooling);
  }
  if (part.poolings.empty()) {
    throw input_error("names no pooling that sonde supports", {fields.file()},
                      "known: cls, max, mean, mean_sqrt_len_tokens, weightedmean, lasttoken");
  }
  part.include_prompt = fields.flag("include_prompt", true);
  check_other_keys(fields, {"word_embedding_dimension", "embedding_dimension"}, reading.ignored);
  return part;
}

NormalizeFacts read_normalize(const fs::path& folder, FolderReading& reading) {
  const auto fields = reading.files.read_if_there(folder / "config.json");
  if (fields) check_place(*fields), check_other_keys(*fields, {}, reading.ignored);
  return {};
}

DenseFacts read_dense(const fs::path& folder, std::size_t in, FolderReading& reading) {
  const auto fields = reading.files.read(folder / "config.json");
  check_place(fields);
  return read_dense_module(fields, in, reading.ignored);
}

// The steps of the modules after pooling, which gives `size` numbers.
std::vector<HeadStep> read_head(const std::vector<ModuleEntry>& modules, std::size_t size,
                                FolderReading& reading) {
  std::vector<HeadStep> head;
  for (std::size_t i = 2; i < modules.size(); ++i) {
    if (modules[i].type == "Normalize") {
      head.emplace_back(read_normalize(modules[i].folder, reading));
    } else {
      const DenseFacts dense = read_dense(modules[i].folder, size, reading);
      size = dense.out;
      head.emplace_back(dense);
    }
  }
  return head;
}

void set_pooling_and_head(const FolderPlaces& places, ModelFolder& model, FolderReading& reading) {
  if (places.listed.empty()) {
    model.poolings = {Pooling::kMean};
    model.assumed.push_back(assumed_mean(places.modules));
    return;
  }
  auto pooling = read_pooling(places.listed[1].folder, reading);
  model.poolings = std::move(pooling.poolings);
  model.include_prompt = pooling.include_prompt;
  const std::size_t size = model.poolings.size() * model.transformer.hidden;
  model.head = read_head(places.listed, size, reading);
}

bool ends_normalized(const std::vector<HeadStep>& head) {
  return !head.empty() && std::holds_alternative<NormalizeFacts>(head.back());
}

void assume_similarity(const JsonFields& fields, ModelFolder& model) {
  const std::string name = fields.text("similarity_fn_name", "cosine");
  if (name == "cosine" || (name == "dot" && ends_normalized(model.head))) return;
  model.assumed.push_back(
      {"similarity", "cosine, though the folder says " + name + similarity_advice(name)});
}

void set_sentence_transformer(const fs::path& root, ModelFolder& model, FolderReading& reading) {
  const auto fields = reading.files.read_if_there(root / "config_sentence_transformers.json");
  if (!fields) return;
  expect(*fields, "model_type", "SentenceTransformer");
  if (fields->has("truncate_dim")) {
    model.head.emplace_back(TruncateFacts{fields->integer("truncate_dim", 1, kLargestSize)});
  }
  read_prompts(*fields, model);
  assume_similarity(*fields, model);
  assume_no_prompt(model);
  check_other_keys(*fields, {"__version__"}, reading.ignored);
}

void assume_class(ModelFolder& model) {
  for (const auto& note : model.transformer.notes) model.assumed.push_back({"class", note});
}

// Adds all that follows the transformer.
ModelFolder with_modules(ModelFolder model, const FolderPlaces& places,
                         const TokenizerPlace& tokenizer, FolderReading& reading) {
  set_pooling_and_head(places, model, reading);
  const auto part = read_tokenizer_part(tokenizer, model.transformer.tokenizer, reading);
  set_tokenizer(part, read_sentence_part(places.transformer, Following::kModules, reading), model);
  set_sentence_transformer(places.modules, model, reading);
  assume_class(model);
  model.files = reading.files.read_so_far();
  return model;
}

// An adapter without modules has those of its model.
fs::path modules_root(const fs::path& folder, const fs::path& base) {
  return base.empty() || fs::exists(folder / "modules.json") ? folder : base;
}

ModelFolder read_with_modules(const fs::path& folder, const fs::path& base,
                              const IgnoredKeys& ignored, std::optional<States> states) {
  FolderReading reading{{}, ignored, states};
  ModelFolder model;
  model.root = folder;
  model.base = base;
  const bool adapts = !base.empty();
  const fs::path root = modules_root(folder, base);
  check_folder_kind(root, "hf");
  const auto places = find_places(root, reading);
  if (adapts) model.lora = read_adapter(folder, base, reading);
  check_is_folder(root);
  const fs::path transformer = adapts && root != base ? base : places.transformer;
  const auto tokenizer =
      set_transformer(transformer, adapts ? folder : fs::path(),
                      "name the adapter's own folder: hf:FOLDER", model, reading);
  return with_modules(std::move(model), places, tokenizer, reading);
}

ModelFolder read_onnx(const fs::path& folder, const OnnxFacts& facts, const IgnoredKeys& ignored) {
  FolderReading reading{{}, ignored};
  ModelFolder model;
  model.root = folder;
  const auto places = find_places(folder, reading);
  model.transformer = read_onnx_part(places.transformer, facts, reading);
  reading.files.keep(facts.tokenizer);
  return with_modules(std::move(model), places, {places.transformer, facts.tokenizer}, reading);
}

ModelFolder read_alone(const fs::path& folder, const IgnoredKeys& ignored) {
  FolderReading reading{{}, ignored};
  ModelFolder model;
  model.root = folder;
  check_is_folder(folder);
  const auto place = set_transformer(folder, {}, kMergeAdapter, model, reading);
  const auto part = read_tokenizer_part(place, model.transformer.tokenizer, reading);
  set_tokenizer(part, read_sentence_part(folder, Following::kNothing, reading), model);
  assume_class(model);
  model.files = reading.files.read_so_far();
  return model;
}

}  // namespace

ModelFolder read_model_folder(const fs::path& folder, const fs::path& base,
                              const IgnoredKeys& ignored, std::optional<States> states) {
  return readable([&] { return read_with_modules(folder, base, ignored, states); });
}

ModelFolder read_onnx_folder(const fs::path& folder, const OnnxFacts& facts,
                             const IgnoredKeys& ignored) {
  return readable([&] { return read_onnx(folder, facts, ignored); });
}

ModelFolder read_transformer_folder(const fs::path& folder, const IgnoredKeys& ignored) {
  return readable([&] { return read_alone(folder, ignored); });
}

Weights load_weights(const ModelFolder& folder, std::size_t threads) {
  Weights weights(folder.weights, folder.transformer.family->prefix);
  if (folder.lora) merge_lora(*folder.lora, weights, threads);
  return weights;
}

Tokenizer load_tokenizer(const ModelFolder& folder) {
  const auto& settings = folder.tokenizer_settings;
  if (!folder.old_tokenizer) return Tokenizer::load(folder.tokenizer, settings);
  const auto json = tokenizer_json(*folder.old_tokenizer, folder.transformer.vocabulary);
  return Tokenizer::parse(json, folder.tokenizer.string(), settings);
}

}  // namespace sonde

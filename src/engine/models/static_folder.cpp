#include "engine/models/static_folder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "engine/config/config_keys.h"
#include "engine/folders/folder_files.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "engine/folders/transformer_part.h"
#include "formats/arrays/safetensors.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNoLimit = std::size_t{1} << 24;
constexpr std::size_t kUsualLimit = 512;  // Model2Vec's, in tokens
constexpr const char* kModel2Vec = "embeddings";

// The only file of the folder with that ending, or nothing without one.
std::optional<fs::path> only_file(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> found;
  if (!fs::is_directory(folder)) return std::nullopt;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with(ending)) found.push_back(entry.path());
  }
  if (found.empty()) return std::nullopt;
  if (found.size() == 1) return found.front();
  std::ranges::sort(found);
  std::string names;
  for (const auto& file : found) names += " " + file.filename().string();
  throw input_error("has several files '..." + std::string(ending) + "':" + names,
                    {folder.string()},
                    "name the weights, and tokenizer=FILE: static:" + found.front().string());
}

void check_type(const JsonFields& module, std::string_view wanted) {
  const std::string type = module.text("type");
  if (type.substr(type.rfind('.') + 1) == wanted) return;
  module.unsupported("type", "a StaticEmbedding, then a Normalize");
}

struct StaticPlaces {
  fs::path root, weights, tokenizer;
  bool normalizes = false;  // modules.json lists a Normalize
};

// The modules of a folder, which name the one with the vectors.
struct StaticModules {
  fs::path home;
  bool normalizes = false;
};

StaticModules read_static_modules(const fs::path& root, FolderReading& reading) {
  const fs::path file = root / "modules.json";
  if (!fs::exists(file)) return {root};
  const auto modules = read_json(reading.files.keep(file));
  std::string home;
  std::size_t place = 0;
  if (!modules.is_array() || modules.empty()) throw input_error("is not a list of modules", {file});
  for (const auto& entry : modules) {
    const JsonFields fields(entry, file.string());
    check_type(fields, place == 0 ? "StaticEmbedding" : "Normalize");
    const std::string path = fields.text("path", "");
    if (place++ == 0) home = path;
    check_other_keys(fields, {"idx", "name"}, reading.ignored);
  }
  return {folder_within(root, home), place > 1};
}

// The files of WordLlama, in its package's layout or in one folder. `tokenizer`: another one, if
// there is one.
StaticPlaces word_llama_places(const fs::path& root, const fs::path& tokenizer) {
  const bool parted = fs::is_directory(root / "weights");
  const auto weights = only_file(parted ? root / "weights" : root, ".safetensors");
  if (!weights) {
    throw input_error("has no model.safetensors", {root.string()},
                      "name a folder that Model2Vec, WordLlama or sentence-transformers wrote");
  }
  if (!tokenizer.empty()) return {root, *weights, tokenizer};
  const fs::path beside = parted ? root / "tokenizers" : root;
  return {root, *weights,
          only_file(beside, "_tokenizer_config.json").value_or(root / "tokenizer.json")};
}

StaticPlaces find_static_places(const fs::path& location, const fs::path& tokenizer,
                                FolderReading& reading) {
  if (!fs::exists(location)) {
    throw input_error("no such file or folder", {location.string()}, "check the path");
  }
  const auto chosen = [&](const fs::path& usual) { return tokenizer.empty() ? usual : tokenizer; };
  if (!fs::is_directory(location)) {
    const fs::path root = location.parent_path();
    return {root, location, chosen(root / "tokenizer.json")};
  }
  check_folder_kind(location, "static");
  const auto modules = read_static_modules(location, reading);
  const fs::path weights = modules.home / "model.safetensors";
  StaticPlaces places =
      fs::exists(weights) ? StaticPlaces{location, weights, chosen(modules.home / "tokenizer.json")}
                          : word_llama_places(location, tokenizer);
  places.normalizes = modules.normalizes;
  return places;
}

// Settings that depend on the program that wrote the file.
struct StaticSettings {
  std::string form;
  std::vector<HeadStep> head{};
  std::vector<Assumption> assumed{};
  std::size_t max_tokens = kNoLimit;
  bool drops_unknown = false;
};

// Keys of how Model2Vec made the vectors, and of how it stored them, which the weights show.
const std::set<std::string_view> kOfDistillation{"apply_pca",
                                                 "apply_zipf",
                                                 "architectures",
                                                 "dtype",
                                                 "embedding_dtype",
                                                 "hidden_dim",
                                                 "model_type",
                                                 "pooling",
                                                 "seq_length",
                                                 "torch_dtype",
                                                 "tokenizer_name",
                                                 "sif_coefficient",
                                                 "transformers_version",
                                                 "vocabulary_quantization"};

// Its modules.json, if it exists, repeats config.json.
StaticSettings read_model2vec(const StaticPlaces& places, FolderReading& reading) {
  StaticSettings settings{"Model2Vec"};
  settings.drops_unknown = true;
  const auto fields = reading.files.read(places.weights.parent_path() / "config.json");
  if (fields.flag("normalize", false)) settings.head.emplace_back(NormalizeFacts{});
  const bool unlimited = !fields.has("max_length") && fields.names("max_length");  // null
  settings.max_tokens = unlimited                  ? kNoLimit
                        : fields.has("max_length") ? fields.integer("max_length", 1, kNoLimit)
                                                   : kUsualLimit;
  check_other_keys(fields, kOfDistillation, reading.ignored);
  return settings;
}

StaticSettings other_settings(const StaticPlaces& places) {
  StaticSettings settings{fs::exists(places.root / "modules.json") ? "sentence-transformers"
                                                                   : "WordLlama"};
  if (places.normalizes) settings.head.emplace_back(NormalizeFacts{});
  return settings;
}

// Adds what sentence-transformers does with the vectors.
void read_sentence_settings(const StaticPlaces& places, std::size_t width, FolderReading& reading,
                            StaticSettings& settings) {
  const auto fields =
      reading.files.read_if_there(places.root / "config_sentence_transformers.json");
  if (!fields) return;
  if (fields->has("default_prompt_name")) fields->unsupported("default_prompt_name", "null");
  const bool has_unit_length = !settings.head.empty();
  if (fields->has("truncate_dim")) {
    settings.head.emplace_back(TruncateFacts{fields->integer("truncate_dim", 1, width)});
  }
  const std::string similarity = fields->text("similarity_fn_name", "cosine");
  if (similarity != "cosine" && (similarity != "dot" || !has_unit_length)) {
    settings.assumed.push_back({"similarity", "cosine, though the folder says " + similarity +
                                                  similarity_advice(similarity)});
  }
  check_other_keys(*fields, {"__version__", "model_type", "prompts"}, reading.ignored);
}

// The name and shape of the vectors. The name shows which program wrote the file.
struct StaticTable {
  std::string tensor;
  std::size_t tokens = 0, width = 0;
  bool is_model2vec() const { return tensor == kModel2Vec; }
};

StaticTable read_static_table(const fs::path& weights) {
  const auto tensors = Safetensors::open(weights);
  const std::string tensor = tensors.find(kModel2Vec) != nullptr ? kModel2Vec : "embedding.weight";
  const Tensor* table = tensors.find(tensor);
  if (table == nullptr) {
    throw input_error("has no tensor 'embeddings' or 'embedding.weight'", {weights.string()},
                      "is it a model of static vectors?");
  }
  if (table->shape.size() != 2 || table->shape[0] == 0 || table->shape[1] == 0) {
    throw input_error("tensor '" + tensor + "' is not a matrix", {weights.string()});
  }
  return {tensor, table->shape[0], table->shape[1]};
}

StaticFolder read_static(const fs::path& location, const fs::path& tokenizer,
                         const IgnoredKeys& ignored) {
  FolderReading reading{{}, ignored};
  const auto places = find_static_places(location, tokenizer, reading);
  if (!fs::is_regular_file(places.tokenizer)) {
    throw input_error("is missing", {places.tokenizer.string()},
                      "vectors of tokens need their tokenizer.json: name it with tokenizer=FILE");
  }
  reading.files.keep(places.tokenizer);
  const auto table = read_static_table(reading.files.keep(places.weights));
  auto settings = table.is_model2vec() ? read_model2vec(places, reading) : other_settings(places);
  read_sentence_settings(places, table.width, reading, settings);
  return {settings.form,       places.root,
          places.weights,      places.tokenizer,
          table.tensor,        table.tokens,
          table.width,         settings.head,
          settings.max_tokens, settings.drops_unknown,
          settings.assumed,    reading.files.read_so_far()};
}

}  // namespace

StaticFolder read_static_folder(const fs::path& location, const fs::path& tokenizer,
                                const IgnoredKeys& ignored) {
  return readable([&] { return read_static(location, tokenizer, ignored); });
}

}  // namespace sonde

#include "engine/folders/model_folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "engine/config/json_fields.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "engine/folders/pooling_modes.h"
#include "engine/tokens/tokenizer_config.h"
#include "formats/foreign_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConvert =
    "convert it once in Python: transformers.AutoModel.from_pretrained(FOLDER)"
    ".save_pretrained(FOLDER, safe_serialization=True)";
constexpr const char* kMergeAdapter =
    "merge it into its model once in Python: peft's merge_and_unload()";
// Whether padding is computed changes no vector.
const std::set<std::string_view> kOtherTasks{"unpad_inputs"};
// The same, for a model whose states go to no module.
const std::set<std::string_view> kOtherTasksAlone{
    "unpad_inputs",    "transformer_task", "module_output_name", "modality_config",
    "document_length", "query_expansion",  "query_length"};

// sentence-transformers' names of the file with the length limit. The first existing one counts.
constexpr std::array<const char*, 7> kLimitFiles{
    "sentence_bert_config.json",       "sentence_roberta_config.json",
    "sentence_distilbert_config.json", "sentence_camembert_config.json",
    "sentence_albert_config.json",     "sentence_xlm-roberta_config.json",
    "sentence_xlnet_config.json"};

// Reads the files of one folder and records their names.
class FolderReader {
 public:
  // An adapter without modules has those of its model.
  FolderReader(fs::path root, fs::path base, IgnoredKeys ignored)
      : ignored_(std::move(ignored)),
        adapter_(base.empty() ? fs::path() : root),
        base_(std::move(base)),
        root_(adapter_.empty() || fs::exists(root / "modules.json") ? std::move(root) : base_) {}
  FolderReader(fs::path root, OnnxFacts onnx) : root_(std::move(root)), onnx_(std::move(onnx)) {}

  ModelFolder read() {
    model_.root = adapter_.empty() ? root_ : adapter_;
    model_.base = base_;
    if (!onnx_) check_folder_kind(root_, "hf");
    const auto modules = read_modules();
    const fs::path home = modules.empty() ? root_ : modules.front().folder;
    if (!adapter_.empty()) read_adapter();
    if (onnx_) {
      read_onnx(home);
    } else {
      read_transformer(adapter_.empty() || root_ == base_ ? home : base_);
    }
    if (modules.empty()) {
      assume_mean();
    } else {
      read_pooling_and_head(modules);
    }
    read_limits(home);
    read_sentence_transformer();
    assume_class();
    return std::move(model_);
  }

  ModelFolder read_alone() {
    alone_ = true;
    model_.root = root_;
    read_transformer(root_);
    read_limits(root_);
    assume_class();
    return std::move(model_);
  }

 private:
  fs::path keep(const fs::path& file) {
    model_.files.push_back({file, file_stamp(file)});
    return file;
  }

  std::optional<JsonFields> read_optional(const fs::path& file) {
    if (!fs::exists(file)) return std::nullopt;
    return JsonFields::read(keep(file));
  }

  std::vector<ModuleEntry> read_modules() {
    constexpr std::array<std::string_view, 1> kPackages{"sentence_transformers."};
    const fs::path file = root_ / "modules.json";
    if (!fs::exists(file)) return {};
    keep(file);
    auto modules = read_module_list(root_, kPackages, ignored_);
    check_order(modules, file);
    return modules;
  }

  static void check_order(const std::vector<ModuleEntry>& modules, const fs::path& file) {
    for (const auto& [type, folder] : modules) {
      if (type != "Transformer" && type != "Pooling" && type != "Dense" && type != "Normalize") {
        throw input_error("unknown module '" + type + "'", {file.string()},
                          "sonde runs Transformer, Pooling, Dense and Normalize");
      }
    }
    const auto count = [&](std::string_view type) {
      return std::ranges::count(modules, type, &ModuleEntry::type);
    };
    if (modules.size() < 2 || modules[0].type != "Transformer" || modules[1].type != "Pooling" ||
        count("Transformer") != 1 || count("Pooling") != 1) {
      throw input_error("is not a list of Transformer, Pooling and what follows them",
                        {file.string()},
                        "save the model with sentence-transformers; it writes Transformer first, "
                        "then Pooling");
    }
  }

  // A pooling that nothing refers to may be intended: it is reported, not used, as in
  // sentence-transformers.
  void assume_mean() {
    model_.poolings = {Pooling::kMean};
    std::string note = "mean: no modules.json";
    const fs::path stray = root_ / "1_Pooling" / "config.json";
    if (fs::exists(stray)) {
      const auto modes = pooling_modes(JsonFields::read(stray));
      for (const auto& mode : modes) {
        if (mode != "mean") note += "; 1_Pooling, which nothing refers to, says " + mode;
      }
    }
    model_.assumed.push_back({"pooling", note});
  }

  void assume_similarity(const JsonFields& fields) {
    const std::string name = fields.text("similarity_fn_name", "cosine");
    if (name == "cosine" || (name == "dot" && ends_normalized())) return;
    model_.assumed.push_back({"similarity", "cosine, though the folder says " + name +
                                                (name == "dot" ? " (sts?similarity=dot)" : "")});
  }

  void assume_class() {
    for (const auto& note : model_.transformer.notes) model_.assumed.push_back({"class", note});
  }

  bool ends_normalized() const {
    return !model_.head.empty() && std::holds_alternative<NormalizeFacts>(model_.head.back());
  }

  void read_adapter() {
    if (is_adapter(base_)) {
      throw input_error("is an adapter, and the base of another", {base_.string()}, kMergeAdapter);
    }
    model_.lora = read_lora(adapter_);
    keep(model_.lora->config);
  }

  [[noreturn]] void refuse_what_is_not_a_folder() const {
    if (fs::is_regular_file(root_)) {
      refuse_foreign_format(root_);
      throw input_error(
          "is a file, not a folder", {root_.string()},
          "name the model's folder: hf:" + fs::absolute(root_).parent_path().string());
    }
    throw input_error("is not a folder", {root_.string()},
                      "name a folder of a Hugging Face model, or hf:ORG/NAME");
  }

  void read_transformer(const fs::path& base) {
    if (!fs::is_directory(root_)) refuse_what_is_not_a_folder();
    if (is_adapter(base)) {
      throw input_error("is an adapter where a model should be", {base.string()},
                        alone_ ? kMergeAdapter : "name the adapter's own folder: hf:FOLDER");
    }
    if (!fs::exists(base / "config.json")) {
      for (const auto& file : fs::directory_iterator(base)) {
        if (file.path().extension() == ".gguf") refuse_foreign_format(file.path());
      }
      throw input_error("has no config.json", {base.string()},
                        "name a folder of a Hugging Face model");
    }
    model_.transformer = read_transformer_config(keep(base / "config.json"), ignored_);
    if (const auto states = model_.transformer.family->states_assumed; !states.empty()) {
      model_.assumed.push_back({"states", std::string(states)});
    }
    model_.weights = find_weights(base, kConvert);
    const bool own = !adapter_.empty() && fs::exists(adapter_ / "tokenizer.json");
    tokenizer_home_ = own ? adapter_ : base;
    model_.tokenizer = tokenizer_home_ / "tokenizer.json";
    if (fs::exists(model_.tokenizer)) keep(model_.tokenizer);
  }

  JsonFields read_or_empty(const fs::path& file) {
    return read_optional(file).value_or(JsonFields(nlohmann::json::object(), file.string()));
  }

  void read_old_tokenizer(const JsonFields& config) {
    const auto map = read_or_empty(tokenizer_home_ / "special_tokens_map.json");
    const auto added = read_or_empty(tokenizer_home_ / "added_tokens.json");
    const auto& files = model_.old_tokenizer.emplace(
        find_tokenizer_files(tokenizer_home_, config, map, added, model_.transformer.tokenizer));
    model_.tokenizer = keep(files.vocabulary);
    if (!files.merges.empty()) keep(files.merges);
  }

  // From config.json, reads only how many tokens a text may have.
  void read_onnx(const fs::path& base) {
    constexpr std::size_t kUsual = 512;
    model_.transformer.hidden = onnx_->size;
    model_.transformer.positions = kUsual;
    const auto config = read_optional(base / "config.json");
    if (config && config->has("max_position_embeddings")) {
      const auto rows = config->integer("max_position_embeddings", 1, kLargestSize);
      const auto family =
          std::ranges::find(families(), config->text("model_type", ""), &Family::model_type);
      const bool after_padding =
          family != families().end() && family->first_position != FirstPosition::kZero;
      model_.transformer.positions = after_padding && rows > 2 ? rows - 2 : rows;
    }
    tokenizer_home_ = base;
    model_.tokenizer = keep(onnx_->tokenizer);
  }

  void read_pooling_and_head(const std::vector<ModuleEntry>& modules) {
    std::size_t size = read_pooling(modules[1].folder);
    for (std::size_t i = 2; i < modules.size(); ++i) {
      if (modules[i].type == "Normalize") {
        const auto fields = read_optional(modules[i].folder / "config.json");
        if (fields) check_place(*fields), check_other_keys(*fields, {}, ignored_);
        model_.head.emplace_back(NormalizeFacts{});
      } else {
        const DenseFacts dense = read_dense(modules[i].folder, size);
        size = dense.out;
        model_.head.emplace_back(dense);
      }
    }
  }

  // Returns the numbers of what it gives.
  std::size_t read_pooling(const fs::path& folder) {
    const auto fields = JsonFields::read(keep(folder / "config.json"));
    const auto modes = pooling_modes(fields);
    for (const auto& row : pooling_names()) {
      const bool chosen = std::ranges::count(modes, row.mode) > 0;
      if (chosen && !row.mode.empty()) model_.poolings.push_back(row.pooling);
    }
    if (model_.poolings.empty()) {
      throw input_error("names no pooling that sonde supports", {fields.file()},
                        "known: cls, max, mean, mean_sqrt_len_tokens, weightedmean, lasttoken");
    }
    model_.include_prompt = fields.flag("include_prompt", true);
    check_other_keys(fields, {"word_embedding_dimension", "embedding_dimension"}, ignored_);
    return model_.poolings.size() * model_.transformer.hidden;
  }

  DenseFacts read_dense(const fs::path& folder, std::size_t in) {
    const auto fields = JsonFields::read(keep(folder / "config.json"));
    check_place(fields);
    return read_dense_module(fields, in, ignored_);
  }

  static void check_place(const JsonFields& fields) {
    check_module_place(fields, "sentence_embedding", "sentence_embedding");
  }

  void read_mask(const JsonFields& tokenizer) {
    model_.mask_token = read_mask_token(tokenizer);
    if (!model_.mask_token.empty()) return;
    const auto map = read_optional(tokenizer_home_ / "special_tokens_map.json");
    if (map) model_.mask_token = read_mask_token(*map);
  }

  // Its fields, or none if the file is missing.
  JsonFields read_tokenizer_config() {
    auto fields = read_or_empty(tokenizer_home_ / "tokenizer_config.json");
    if (!fs::exists(model_.tokenizer)) read_old_tokenizer(fields);
    model_.tokenizer_settings = read_tokenizer_settings(fields, model_.transformer.tokenizer);
    model_.cuts_left = read_cuts_left(fields);
    return fields;
  }

  // sentence-transformers' limit, else the tokenizer's, else the model's.
  void read_limits(const fs::path& home) {
    const std::size_t positions = model_.transformer.positions;
    model_.max_tokens = positions;
    const auto limit = [&](const JsonFields& fields, const std::string& key) {
      model_.max_tokens = std::min(positions, fields.integer(key, 1, SIZE_MAX));
    };
    const auto tokenizer = read_tokenizer_config();
    if (tokenizer.has("model_max_length") &&
        tokenizer.at("model_max_length").is_number_unsigned()) {
      limit(tokenizer, "model_max_length");  // a float such as 1e30 means none
    }
    read_mask(tokenizer);
    for (const char* name : kLimitFiles) {
      const auto sentence = read_optional(home / name);
      if (!sentence) continue;
      if (sentence->has("max_seq_length")) limit(*sentence, "max_seq_length");
      model_.tokenizer_settings.lower_case = sentence->flag("do_lower_case", false);
      if (!alone_) check_states(*sentence, kStates, kStates.task);
      check_other_keys(*sentence, alone_ ? kOtherTasksAlone : kOtherTasks, ignored_);
      return;
    }
  }

  void read_sentence_transformer() {
    const auto fields = read_optional(root_ / "config_sentence_transformers.json");
    if (!fields) return;
    expect(*fields, "model_type", "SentenceTransformer");
    if (fields->has("truncate_dim")) {
      model_.head.emplace_back(TruncateFacts{fields->integer("truncate_dim", 1, kLargestSize)});
    }
    read_prompts(*fields, model_);
    assume_similarity(*fields);
    assume_no_prompt(model_);
    check_other_keys(*fields, {"__version__"}, ignored_);
  }

  IgnoredKeys ignored_;
  fs::path adapter_;  // empty: the folder is a model
  fs::path base_;     // the adapter's
  fs::path root_;     // the modules'
  std::optional<OnnxFacts> onnx_;
  fs::path tokenizer_home_;
  bool alone_ = false;  // no modules
  ModelFolder model_;
};

}  // namespace

ModelFolder read_model_folder(const fs::path& folder, const fs::path& base,
                              const IgnoredKeys& ignored) {
  return readable([&] { return FolderReader(folder, base, ignored).read(); });
}

ModelFolder read_onnx_folder(const fs::path& folder, const OnnxFacts& facts) {
  return readable([&] { return FolderReader(folder, facts).read(); });
}

ModelFolder read_transformer_folder(const fs::path& folder, const IgnoredKeys& ignored) {
  return readable([&] { return FolderReader(folder, fs::path(), ignored).read_alone(); });
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

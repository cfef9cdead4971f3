#include "engine/folders/model_folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "engine/config/json_fields.h"
#include "engine/folders/pooling_modes.h"
#include "engine/tokens/tokenizer_config.h"
#include "formats/foreign_file.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = std::size_t{1} << 20;

constexpr std::string_view kConvert =
    "convert it once in Python: transformers.AutoModel.from_pretrained(FOLDER)"
    ".save_pretrained(FOLDER, safe_serialization=True)";
constexpr std::string_view kConvertModule =
    "convert the whole model once in Python: sentence_transformers.SentenceTransformer(MODEL)"
    ".save(MODEL)";

// One file of weights, one of them pickled, or none. `convert` is advice for a pickled one.
fs::path find_weights(const fs::path& folder, std::string_view convert) {
  for (const char* name : {"model.safetensors", "model.safetensors.index.json"}) {
    if (fs::exists(folder / name)) return folder / name;
  }
  for (const char* name : {"pytorch_model.bin", "pytorch_model.bin.index.json"}) {
    if (fs::exists(folder / name)) {
      throw input_error("holds only pickled weights, which can run code when read",
                        {(folder / name).string()}, std::string(convert));
    }
  }
  throw input_error("has no model.safetensors", {folder.string()},
                    "name a folder of a Hugging Face model with its weights");
}

// Whether padding is computed changes no vector.
const std::set<std::string_view> kOtherTasks{"unpad_inputs"};
// The same, for a model whose states go to no module.
const std::set<std::string_view> kOtherTasksAlone{"unpad_inputs", "transformer_task",
                                                  "module_output_name", "modality_config"};

// sentence-transformers' names of the file with the length limit. The first existing one counts.
constexpr std::array<const char*, 7> kLimitFiles{
    "sentence_bert_config.json",       "sentence_roberta_config.json",
    "sentence_distilbert_config.json", "sentence_camembert_config.json",
    "sentence_albert_config.json",     "sentence_xlm-roberta_config.json",
    "sentence_xlnet_config.json"};

void expect(const JsonFields& fields, const std::string& key, const std::string& known) {
  if (fields.text(key, known) != known) fields.unsupported(key, known);
}

// That the states of the tokens come from the last layer, and go to the pooling.
void check_states(const JsonFields& fields) {
  expect(fields, "transformer_task", "feature-extraction");
  expect(fields, "module_output_name", "token_embeddings");
  if (!fields.has("modality_config")) return;
  const JsonFields modalities(fields.at("modality_config"), fields.file());
  const JsonFields text(modalities.at("text"), fields.file());
  expect(text, "method", "forward");
  expect(text, "method_output_name", "last_hidden_state");
}

// That a module reads and writes the sentence's vector.
void check_place(const JsonFields& fields) {
  expect(fields, "module_input_name", "sentence_embedding");
  expect(fields, "module_output_name", "sentence_embedding");
}

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
    const auto modules = read_modules();
    const fs::path home = modules.empty() ? root_ : inside(modules.front().path);
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
    for (const auto& note : model_.transformer.notes) model_.assumed.push_back({"class", note});
    return std::move(model_);
  }

  ModelFolder read_alone() {
    alone_ = true;
    model_.root = root_;
    read_transformer(root_);
    read_limits(root_);
    return std::move(model_);
  }

 private:
  struct Module {
    std::string type;  // its last part
    std::string path;
  };

  fs::path inside(const std::string& path) const {
    const fs::path relative(path);
    const bool leaves = std::ranges::find(relative, fs::path("..")) != relative.end();
    if (relative.is_absolute() || leaves) {
      throw input_error("the path '" + path + "' leaves the model's folder",
                        {(root_ / "modules.json").string()},
                        "a module's path is a folder in the model's; fetch the model again");
    }
    return path.empty() ? root_ : root_ / relative;
  }

  fs::path keep(const fs::path& file) {
    model_.files.push_back({file, file_stamp(file)});
    return file;
  }

  std::optional<JsonFields> read_optional(const fs::path& file) {
    if (!fs::exists(file)) return std::nullopt;
    return JsonFields::read(keep(file));
  }

  std::vector<Module> read_modules() {
    const fs::path file = root_ / "modules.json";
    if (!fs::exists(file)) return {};
    const auto json = read_json(keep(file));
    std::vector<Module> modules;
    if (json.is_array()) {
      for (const auto& entry : json) {
        const JsonFields fields(entry, file.string());
        const std::string type = fields.text("type");
        if (!type.starts_with("sentence_transformers.")) {
          fields.unsupported("type", "the modules of sentence-transformers alone");
        }
        modules.push_back({type.substr(type.rfind('.') + 1), fields.text("path", "")});
        check_other_keys(fields, {"idx", "name"}, ignored_);
      }
    }
    check_order(modules, file);
    return modules;
  }

  static void check_order(const std::vector<Module>& modules, const fs::path& file) {
    for (const auto& [type, path] : modules) {
      if (type != "Transformer" && type != "Pooling" && type != "Dense" && type != "Normalize") {
        throw input_error("unknown module '" + type + "'", {file.string()},
                          type == "StaticEmbedding"
                              ? "it has no transformer: write static:FOLDER"
                              : "sonde runs Transformer, Pooling, Dense and Normalize");
      }
    }
    const auto count = [&](std::string_view type) {
      return std::ranges::count(modules, type, &Module::type);
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

  bool ends_normalized() const {
    return !model_.head.empty() && std::holds_alternative<NormalizeFacts>(model_.head.back());
  }

  void assume_no_prompt() {
    std::string names;
    for (const auto& [name, text] : model_.prompts) {
      if (!text.empty()) names += (names.empty() ? "" : ", ") + name;
    }
    if (names.empty() || !model_.default_prompt.empty()) return;
    model_.assumed.push_back(
        {"prompt", "none: the folder has " + names +
                       " and no default (prompt=NAME, or query=NAME and document=NAME)"});
  }

  void read_adapter() {
    if (is_adapter(base_)) {
      throw input_error("is an adapter, and the base of another", {base_.string()},
                        "merge it into its model once in Python: peft's merge_and_unload()");
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
                        "name the adapter's own folder: hf:FOLDER");
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
      const auto rows = config->integer("max_position_embeddings", 1, kLargest);
      const auto family =
          std::ranges::find(families(), config->text("model_type", ""), &Family::model_type);
      const bool after_padding =
          family != families().end() && family->first_position != FirstPosition::kZero;
      model_.transformer.positions = after_padding && rows > 2 ? rows - 2 : rows;
    }
    tokenizer_home_ = base;
    model_.tokenizer = keep(onnx_->tokenizer);
  }

  void read_pooling_and_head(const std::vector<Module>& modules) {
    std::size_t size = read_pooling(inside(modules[1].path));
    for (std::size_t i = 2; i < modules.size(); ++i) {
      if (modules[i].type == "Normalize") {
        const auto fields = read_optional(inside(modules[i].path) / "config.json");
        if (fields) check_place(*fields), check_other_keys(*fields, {}, ignored_);
        model_.head.emplace_back(NormalizeFacts{});
      } else {
        const DenseFacts dense = read_dense(inside(modules[i].path), size);
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
    DenseFacts dense;
    dense.in = fields.integer("in_features", 1, kLargest);
    dense.out = fields.integer("out_features", 1, kLargest);
    if (dense.in != in) fields.refuse("in_features", std::to_string(in) + ", what comes before");
    dense.bias = fields.flag("bias", true);
    dense.tanh = read_tanh(fields);
    if (fields.flag("use_residual", false)) fields.unsupported("use_residual", "false");
    check_place(fields);
    check_other_keys(fields, {}, ignored_);
    dense.weights = find_weights(folder, kConvertModule);
    return dense;
  }

  static bool read_tanh(const JsonFields& fields) {
    const std::string full = fields.text("activation_function", "Tanh");
    const std::string name = full.substr(full.rfind('.') + 1);
    const bool known = name == "Tanh" || name == "Identity";
    if (!known || (name != full && !full.starts_with("torch."))) {
      fields.unsupported("activation_function", "torch's Tanh and Identity");
    }
    return name == "Tanh";
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
      if (!alone_) check_states(*sentence);
      check_other_keys(*sentence, alone_ ? kOtherTasksAlone : kOtherTasks, ignored_);
      return;
    }
  }

  void read_sentence_transformer() {
    const auto fields = read_optional(root_ / "config_sentence_transformers.json");
    if (!fields) return;
    expect(*fields, "model_type", "SentenceTransformer");
    if (fields->has("truncate_dim")) {
      model_.head.emplace_back(TruncateFacts{fields->integer("truncate_dim", 1, kLargest)});
    }
    if (fields->has("prompts")) {
      const JsonFields prompts(fields->at("prompts"), fields->file());
      for (const auto& [name, text] : fields->at("prompts").items()) {
        model_.prompts[name] = prompts.text(name, "");
      }
    }
    assume_similarity(*fields);
    model_.default_prompt = fields->text("default_prompt_name", "");
    if (!model_.default_prompt.empty() && !model_.prompts.contains(model_.default_prompt)) {
      fields->refuse("default_prompt_name", "one of its prompts");
    }
    assume_no_prompt();
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

template <class Read>
ModelFolder readable(const Read& read) {
  try {
    return read();
  } catch (const fs::filesystem_error& error) {  // a name in modules.json may be no path at all
    throw input_error("cannot be read: " + error.code().message(), {error.path1().string()},
                      "check the path and its permissions");
  }
}

}  // namespace

ModelFolder read_model_folder(const fs::path& folder, const fs::path& base,
                              const IgnoredKeys& ignored) {
  return readable([&] { return FolderReader(folder, base, ignored).read(); });
}

ModelFolder read_onnx_folder(const fs::path& folder, const OnnxFacts& facts) {
  return readable([&] { return FolderReader(folder, facts).read(); });
}

ModelFolder read_transformer_folder(const fs::path& folder) {
  return readable([&] { return FolderReader(folder, fs::path(), {}).read_alone(); });
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

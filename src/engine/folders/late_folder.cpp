#include "engine/folders/late_folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/folders/folder_files.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "engine/weights/weights.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestText = std::size_t{1} << 20;
constexpr std::size_t kUsualQuery = 32;  // Khattab & Zaharia (2020)
constexpr const char* kTokens = "token_embeddings";

// Settings that several files of a folder can have. The first file read decides.
struct LateSettings {
  std::optional<std::size_t> query_length, document_length;
  std::optional<QueryExpansion> expansion;
  bool is_expansion_known = false;
};

std::vector<std::string> read_words(const JsonFields& fields, const std::string& key) {
  if (!fields.has(key)) return {};
  const auto& list = fields.at(key);
  const auto is_text = [](const auto& entry) { return entry.is_string(); };
  if (!list.is_array() || !std::ranges::all_of(list, is_text))
    fields.refuse(key, "a list of texts");
  return list.get<std::vector<std::string>>();
}

std::vector<std::string> punctuation() {
  std::vector<std::string> marks;
  for (const char mark : std::string_view("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")) {
    marks.emplace_back(1, mark);
  }
  return marks;
}

void read_length(const JsonFields& fields, const std::string& key,
                 std::optional<std::size_t>& length) {
  if (fields.has(key) && !length) length = fields.integer(key, 1, kLongestText);
}

class LateReader {
 public:
  LateReader(fs::path root, const IgnoredKeys& ignored)
      : root_(std::move(root)), ignored_(ignored) {}

  LateFolder read() {
    check_folder_kind(root_, "colbert");
    const auto settings = files_.read_if_there(root_ / "config_sentence_transformers.json");
    if (fs::exists(root_ / "modules.json")) {
      read_modules(settings);
    } else {
      read_stanford();
    }
    settle_lengths();
    settle_expansion_token();
    folder_.model.root = root_;
    for (const auto& read : files_.read_so_far()) folder_.model.files.push_back(read);
    return std::move(folder_);
  }

 private:
  void read_transformer(const fs::path& home) {
    folder_.model = read_transformer_folder(home, ignored_);
    folder_.width = folder_.model.transformer.hidden;
  }

  // Folders of sentence-transformers and PyLate.
  void read_modules(const std::optional<JsonFields>& settings) {
    constexpr std::array<std::string_view, 2> kPackages{"sentence_transformers.", "pylate.models."};
    const std::string type = settings ? settings->text("model_type", "") : "";
    if (type != "MultiVectorEncoder" && type != "ColBERT") {
      throw input_error("is not a model with a vector per token", {root_.string()},
                        "colbert: takes the folders of MultiVectorEncoder, PyLate and ColBERT");
    }
    const fs::path list = root_ / "modules.json";
    files_.keep(list);
    const auto modules = read_module_list(root_, kPackages, ignored_);
    if (modules.empty() || modules[0].type != "Transformer") {
      throw input_error("does not begin with a Transformer", {list.string()},
                        "save the model with sentence-transformers");
    }
    read_transformer(modules[0].folder);
    read_states(modules[0].folder);
    for (std::size_t i = 1; i < modules.size(); ++i) read_module(modules[i], list);
    read_settings(*settings, type);
    if (settings_.expansion && !is_masked_) {
      throw input_error("fills queries up, but lists no MultiVectorMask", {list.string()},
                        "save the model with sentence-transformers 6");
    }
  }

  void read_states(const fs::path& home) {
    const fs::path file = home / "sentence_bert_config.json";
    if (!fs::exists(file)) return;
    const auto fields = JsonFields::read(file);  // the model's files include it
    check_states(fields, kStates, kStates.task);
    read_length(fields, "query_length", settings_.query_length);
    read_length(fields, "document_length", settings_.document_length);
    if (fields.has("query_expansion")) read_expansion(fields);
  }

  void read_expansion(const JsonFields& all) {
    const JsonFields fields(all.at("query_expansion"), all.file());
    const std::string strategy = fields.text("strategy");
    if (strategy != "fixed" && strategy != "min") fields.unsupported("strategy", "fixed, min");
    settings_.expansion = {fields.integer("length", 1, kLongestText), strategy == "fixed",
                           fields.flag("attend", false), fields.text("token", "")};
    settings_.is_expansion_known = true;
    check_other_keys(fields, {}, ignored_);
  }

  void read_module(const ModuleEntry& module, const fs::path& list) {
    const auto fields = files_.read_or_empty(module.folder / "config.json");
    if (module.type == "Dense") {
      check_module_place(fields, kTokens, kTokens);
      const auto dense = read_dense_module(fields, folder_.width, ignored_);
      folder_.width = dense.out;
      folder_.model.head.emplace_back(dense);
    } else if (module.type == "Normalize") {
      check_module_place(fields, kTokens, "sentence_embedding");
      check_other_keys(fields, {}, ignored_);
      folder_.model.head.emplace_back(NormalizeFacts{});
    } else if (module.type == "MultiVectorMask" && !is_masked_) {
      read_mask(fields);
    } else {
      throw input_error("unknown module '" + module.type + "'", {list.string()},
                        "colbert: runs Transformer, Dense, Normalize and one MultiVectorMask");
    }
  }

  void read_mask(const JsonFields& fields) {
    is_masked_ = true;
    folder_.skipped = read_words(fields, "skiplist_words");
    std::vector<std::string> tasks{"document"};
    if (fields.has("skiplist_tasks")) {
      tasks = fields.at("skiplist_tasks").is_string() ? std::vector{fields.text("skiplist_tasks")}
                                                      : read_words(fields, "skiplist_tasks");
    }
    folder_.query.skips = std::ranges::count(tasks, "query") > 0;
    folder_.document.skips = std::ranges::count(tasks, "document") > 0;
    if (fields.has("keep_only_token_ids") && !fields.at("keep_only_token_ids").empty()) {
      fields.unsupported("keep_only_token_ids", "none: it is for images");
    }
    check_other_keys(fields, {}, ignored_);
  }

  void read_settings(const JsonFields& fields, const std::string& type) {
    read_prompts(fields, folder_.model);
    read_side(fields, "query", folder_.query);
    read_side(fields, "document", folder_.document);
    folder_.mean = fields.text("similarity_fn_name", "") == "meanmaxsim";
    if (fields.has("query_expansion") && !settings_.is_expansion_known) read_expansion(fields);
    read_pylate_expansion(fields);
    read_length(fields, "query_length", settings_.query_length);
    read_length(fields, "document_length", settings_.document_length);
    if (type == "ColBERT") finish_pylate(fields);
    check_other_keys(fields, {"__version__", "model_type"}, ignored_);
  }

  // PyLate stores the first token under another key than the prompt.
  void read_side(const JsonFields& fields, const std::string& role, LateSide& side) {
    const auto prompt = folder_.model.prompts.find(role);
    if (prompt != folder_.model.prompts.end()) side.prompt = prompt->second;
    side.marker = fields.text(role + "_prefix", "");
    if (!side.prompt.starts_with(side.marker)) side.prompt = side.marker + side.prompt;
  }

  // PyLate fills queries up by default, to `query_length`.
  void read_pylate_expansion(const JsonFields& fields) {
    constexpr std::array<const char*, 8> kOfPylate{"query_length",
                                                   "document_length",
                                                   "do_query_expansion",
                                                   "query_prefix",
                                                   "attend_to_expansion_tokens",
                                                   "attend_to_mask_tokens",
                                                   "document_prefix",
                                                   "skiplist_words"};
    const bool is_pylate =
        std::ranges::any_of(kOfPylate, [&](const char* key) { return fields.has(key); });
    const auto names = fields.names();
    const bool is_named = std::ranges::count(names, "query_expansion") > 0;  // null: none
    if (settings_.is_expansion_known || is_named || !is_pylate) return;
    const bool expands = fields.flag("do_query_expansion", true);
    const bool attends =
        fields.flag("attend_to_expansion_tokens", fields.flag("attend_to_mask_tokens", false));
    if (!expands) return;
    std::optional<std::size_t> length;
    read_length(fields, "query_length", length);
    settings_.expansion = {length.value_or(kUsualQuery), true, attends, ""};
  }

  void finish_pylate(const JsonFields& fields) {
    folder_.skipped =
        fields.has("skiplist_words") ? read_words(fields, "skiplist_words") : punctuation();
    folder_.document.skips = true;
    folder_.model.head.emplace_back(NormalizeFacts{});
    is_masked_ = true;
    const std::string similarity = fields.text("similarity_fn_name", "MaxSim");
    if (!folder_.mean && similarity != "MaxSim" && similarity != "maxsim") {
      folder_.model.assumed.push_back(
          {"similarity", "MaxSim, though the folder names " + similarity});
    }
  }

  // The projection is among the model's own weights.
  void read_stanford() {
    if (!fs::exists(root_ / "config.json")) {
      throw input_error("has no config.json", {root_.string()},
                        "name the folder of a model with a vector per token");
    }
    const auto config = JsonFields::read(root_ / "config.json");
    const auto classes = read_words(config, "architectures");
    if (std::ranges::count(classes, "HF_ColBERT") == 0) {
      throw input_error("has neither modules.json nor the class HF_ColBERT", {root_.string()},
                        "colbert: takes the folders of MultiVectorEncoder, PyLate and ColBERT");
    }
    read_transformer(root_);
    const std::size_t out = projected_width();
    folder_.model.head = {DenseFacts{folder_.model.weights, folder_.width, out, false, false},
                          NormalizeFacts{}};
    folder_.width = out;
    const auto found = files_.read_if_there(root_ / "artifact.metadata");
    const auto metadata = found.value_or(JsonFields(nlohmann::json::object(), root_.string()));
    folder_.query.marker = metadata.text("query_token_id", "[unused0]") + " ";
    folder_.document.marker = metadata.text("doc_token_id", "[unused1]") + " ";
    folder_.query.prompt = folder_.query.marker;
    folder_.document.prompt = folder_.document.marker;
    read_length(metadata, "doc_maxlen", settings_.document_length);
    std::optional<std::size_t> length;
    read_length(metadata, "query_maxlen", length);
    settings_.expansion = {length.value_or(kUsualQuery), true,
                           metadata.flag("attend_to_mask_tokens", false), ""};
    if (metadata.flag("mask_punctuation", true)) folder_.skipped = punctuation();
    folder_.document.skips = true;
  }

  std::size_t projected_width() const {
    const Weights weights(folder_.model.weights, "");
    const Tensor* linear = weights.find_any("linear.weight");
    if (linear != nullptr && linear->shape.size() == 2) return linear->shape[0];
    throw input_error("has no projection ('linear.weight')", {folder_.model.weights.string()},
                      "fetch the model again");
  }

  void settle_lengths() {
    const std::size_t positions = folder_.model.transformer.positions;
    const auto limit = [&](const std::optional<std::size_t>& length) {
      return length ? std::min(*length, positions) : folder_.model.max_tokens;
    };
    folder_.document.max_tokens = limit(settings_.document_length);
    folder_.query.max_tokens = limit(settings_.query_length);
    folder_.expansion = settings_.expansion;
    if (!folder_.expansion) return;
    const std::size_t length = folder_.expansion->length;
    if (length > positions) {
      throw input_error("fills queries up to " + std::to_string(length) + " tokens, but has only " +
                            std::to_string(positions) + " positions",
                        {root_.string()}, "fetch the model again");
    }
    folder_.query.max_tokens =
        folder_.expansion->cuts ? length : std::max(folder_.query.max_tokens, length);
  }

  // The mask, else the end of a text.
  void settle_expansion_token() {
    if (!folder_.expansion) return;
    const fs::path file = folder_.model.tokenizer.parent_path() / "tokenizer_config.json";
    const auto fields = fs::exists(file) ? JsonFields::read(file)
                                         : JsonFields(nlohmann::json::object(), file.string());
    if (fields.text("padding_side", "right") != "right") {
      fields.unsupported("padding_side", "right, if queries are filled up");
    }
    std::string& token = folder_.expansion->token;
    if (token.empty()) token = folder_.model.mask_token;
    if (token.empty() && fields.has("eos_token") && fields.at("eos_token").is_string()) {
      token = fields.text("eos_token");
    }
    if (token.empty()) {
      throw input_error("fills queries up, but names no token for that", {root_.string()},
                        "give its \"query_expansion\" a \"token\"");
    }
  }

  fs::path root_;
  const IgnoredKeys& ignored_;
  FolderFiles files_;
  LateSettings settings_;
  bool is_masked_ = false;
  LateFolder folder_;
};

}  // namespace

LateFolder read_late_folder(const fs::path& folder, const IgnoredKeys& ignored) {
  return readable([&] { return LateReader(folder, ignored).read(); });
}

}  // namespace sonde

#include "engine/folders/late_interaction_folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/counted.h"
#include "engine/folders/folder_files.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "engine/folders/transformer_part.h"
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

QueryExpansion read_expansion(const JsonFields& all, const IgnoredKeys& ignored) {
  const JsonFields fields(all.at("query_expansion"), all.file());
  const std::string strategy = fields.text("strategy");
  if (strategy != "fixed" && strategy != "min") fields.unsupported("strategy", "fixed, min");
  QueryExpansion expansion{fields.integer("length", 1, kLongestText), strategy == "fixed",
                           fields.flag("attend", false), fields.text("token", "")};
  check_other_keys(fields, {}, ignored);
  return expansion;
}

// The settings of the transformer's module.
LateSettings read_module_settings(const fs::path& home, const IgnoredKeys& ignored) {
  LateSettings settings;
  const fs::path file = home / "sentence_bert_config.json";
  if (!fs::exists(file)) return settings;
  const auto fields = JsonFields::read(file);  // the model's files include it
  check_states(fields, kStates, kStates.task);
  read_length(fields, "query_length", settings.query_length);
  read_length(fields, "document_length", settings.document_length);
  if (fields.has("query_expansion")) settings.expansion = read_expansion(fields, ignored);
  ignored.look_in(fields);
  return settings;
}

// `known`, else that of PyLate, which fills queries up by default, to `query_length`.
std::optional<QueryExpansion> or_pylate_expansion(std::optional<QueryExpansion> known,
                                                  const JsonFields& fields) {
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
  if (known || fields.names("query_expansion") || !is_pylate) return known;  // null: none
  const bool expands = fields.flag("do_query_expansion", true);
  const bool attends =
      fields.flag("attend_to_expansion_tokens", fields.flag("attend_to_mask_tokens", false));
  if (!expands) return std::nullopt;
  std::optional<std::size_t> length;
  read_length(fields, "query_length", length);
  return QueryExpansion{length.value_or(kUsualQuery), true, attends, ""};
}

// `settings` and what they leave open.
LateSettings completed(LateSettings settings, const JsonFields& fields,
                       const IgnoredKeys& ignored) {
  if (fields.has("query_expansion") && !settings.expansion) {
    settings.expansion = read_expansion(fields, ignored);
  }
  settings.expansion = or_pylate_expansion(std::move(settings.expansion), fields);
  read_length(fields, "query_length", settings.query_length);
  read_length(fields, "document_length", settings.document_length);
  return settings;
}

// The tokens that are left out, and on which side.
struct TokenMask {
  std::vector<std::string> skipped;
  bool of_queries = false, of_documents = true;
};

TokenMask read_mask(const JsonFields& fields, const IgnoredKeys& ignored) {
  TokenMask mask{read_words(fields, "skiplist_words")};
  std::vector<std::string> tasks{"document"};
  if (fields.has("skiplist_tasks")) {
    tasks = fields.at("skiplist_tasks").is_string() ? std::vector{fields.text("skiplist_tasks")}
                                                    : read_words(fields, "skiplist_tasks");
  }
  mask.of_queries = std::ranges::count(tasks, "query") > 0;
  mask.of_documents = std::ranges::count(tasks, "document") > 0;
  if (fields.has("keep_only_token_ids") && !fields.at("keep_only_token_ids").empty()) {
    fields.unsupported("keep_only_token_ids", "none: it is for images");
  }
  check_other_keys(fields, {}, ignored);
  return mask;
}

// The steps after the transformer.
struct TokenHead {
  std::vector<HeadStep> steps{};
  std::size_t width = 0;
  std::optional<TokenMask> mask{};
};

void add_module(const ModuleEntry& module, const fs::path& list, FolderReading& reading,
                TokenHead& head) {
  const auto fields = reading.files.read_or_empty(module.folder / "config.json");
  if (module.type == "Dense") {
    check_module_place(fields, kTokens, kTokens);
    const auto dense = read_dense_module(fields, head.width, reading.ignored);
    head.width = dense.out;
    head.steps.emplace_back(dense);
  } else if (module.type == "Normalize") {
    check_module_place(fields, kTokens, "sentence_embedding");
    check_other_keys(fields, {}, reading.ignored);
    head.steps.emplace_back(NormalizeFacts{});
  } else if (module.type == "MultiVectorMask" && !head.mask) {
    head.mask = read_mask(fields, reading.ignored);
  } else {
    throw input_error("unknown module '" + module.type + "'", {list.string()},
                      "colbert: runs Transformer, Dense, Normalize and one MultiVectorMask");
  }
}

// PyLate stores the first token under another key than the prompt.
LateSide read_side(const JsonFields& fields, const std::string& role, const ModelFolder& model) {
  LateSide side;
  const auto prompt = model.prompts.find(role);
  if (prompt != model.prompts.end()) side.prompt = prompt->second;
  side.marker = fields.text(role + "_prefix", "");
  if (!side.prompt.starts_with(side.marker)) side.prompt = side.marker + side.prompt;
  return side;
}

// PyLate has no modules for the mask and the normalisation.
TokenHead with_pylate_steps(TokenHead head, const JsonFields& fields) {
  head.mask =
      TokenMask{fields.has("skiplist_words") ? read_words(fields, "skiplist_words") : punctuation(),
                head.mask && head.mask->of_queries};
  head.steps.emplace_back(NormalizeFacts{});
  return head;
}

void assume_max_sim(const JsonFields& fields, LateFolder& folder) {
  const std::string similarity = fields.text("similarity_fn_name", "MaxSim");
  if (folder.mean || similarity == "MaxSim" || similarity == "maxsim") return;
  folder.model.assumed.push_back({"similarity", "MaxSim, though the folder names " + similarity});
}

void set_head(TokenHead head, LateFolder& folder) {
  folder.model.head = std::move(head.steps);
  folder.width = head.width;
  if (!head.mask) return;
  folder.skipped = std::move(head.mask->skipped);
  folder.query.skips = head.mask->of_queries;
  folder.document.skips = head.mask->of_documents;
}

// "MultiVectorEncoder" or "ColBERT".
std::string late_type(const std::optional<JsonFields>& settings, const fs::path& root) {
  const std::string type = settings ? settings->text("model_type", "") : "";
  if (type == "MultiVectorEncoder" || type == "ColBERT") return type;
  throw input_error("is not a model with a vector per token", {root.string()},
                    "colbert: takes the folders of MultiVectorEncoder, PyLate and ColBERT");
}

std::vector<ModuleEntry> late_modules(const fs::path& root, FolderReading& reading) {
  constexpr std::array<std::string_view, 2> kPackages{"sentence_transformers.", "pylate.models."};
  const fs::path list = root / "modules.json";
  reading.files.keep(list);
  auto modules = read_module_list(root, kPackages, reading.ignored);
  if (!modules.empty() && modules[0].type == "Transformer") return modules;
  throw input_error("does not begin with a Transformer", {list.string()},
                    "save the model with sentence-transformers");
}

// A folder and the settings that its lengths are settled by.
struct LateParts {
  LateFolder folder;
  LateSettings settings;
};

// Folders of sentence-transformers and PyLate.
LateParts read_late_modules(const fs::path& root, const std::optional<JsonFields>& settings,
                            FolderReading& reading) {
  const std::string type = late_type(settings, root);
  const fs::path list = root / "modules.json";
  const auto modules = late_modules(root, reading);
  LateFolder folder;
  folder.model = read_transformer_folder(modules[0].folder, reading.ignored);
  auto known = read_module_settings(modules[0].folder, reading.ignored);
  TokenHead head{{}, folder.model.transformer.hidden};
  for (std::size_t i = 1; i < modules.size(); ++i) add_module(modules[i], list, reading, head);
  read_prompts(*settings, folder.model);
  folder.query = read_side(*settings, "query", folder.model);
  folder.document = read_side(*settings, "document", folder.model);
  folder.mean = settings->text("similarity_fn_name", "") == "meanmaxsim";
  known = completed(std::move(known), *settings, reading.ignored);
  if (type == "ColBERT") {
    head = with_pylate_steps(std::move(head), *settings);
    assume_max_sim(*settings, folder);
  }
  check_other_keys(*settings, {"__version__", "model_type"}, reading.ignored);
  if (known.expansion && !head.mask) {
    throw input_error("fills queries up, but lists no MultiVectorMask", {list.string()},
                      "save the model with sentence-transformers 6");
  }
  set_head(std::move(head), folder);
  return {std::move(folder), std::move(known)};
}

void check_stanford(const fs::path& root) {
  if (!fs::exists(root / "config.json")) {
    throw input_error("has no config.json", {root.string()},
                      "name the folder of a model with a vector per token");
  }
  const auto classes = read_words(JsonFields::read(root / "config.json"), "architectures");
  if (std::ranges::count(classes, "HF_ColBERT") > 0) return;
  throw input_error("has neither modules.json nor the class HF_ColBERT", {root.string()},
                    "colbert: takes the folders of MultiVectorEncoder, PyLate and ColBERT");
}

std::size_t projected_width(const fs::path& file) {
  const Weights weights(file, "");
  const Tensor* linear = weights.find_any("linear.weight");
  if (linear != nullptr && linear->shape.size() == 2) return linear->shape[0];
  throw input_error("has no projection ('linear.weight')", {file.string()},
                    "fetch the model again");
}

// The projection is among the model's own weights.
LateParts read_stanford(const fs::path& root, FolderReading& reading) {
  check_stanford(root);
  LateParts parts;
  auto& [folder, settings] = parts;
  folder.model = read_transformer_folder(root, reading.ignored);
  const fs::path& weights = folder.model.weights;
  const std::size_t hidden = folder.model.transformer.hidden, out = projected_width(weights);
  const auto found = reading.files.read_if_there(root / "artifact.metadata");
  const auto metadata = found.value_or(JsonFields(nlohmann::json::object(), root.string()));
  folder.query.marker = metadata.text("query_token_id", "[unused0]") + " ";
  folder.document.marker = metadata.text("doc_token_id", "[unused1]") + " ";
  folder.query.prompt = folder.query.marker;
  folder.document.prompt = folder.document.marker;
  read_length(metadata, "doc_maxlen", settings.document_length);
  std::optional<std::size_t> length;
  read_length(metadata, "query_maxlen", length);
  settings.expansion = {length.value_or(kUsualQuery), true,
                        metadata.flag("attend_to_mask_tokens", false), ""};
  TokenMask mask;
  if (metadata.flag("mask_punctuation", true)) mask.skipped = punctuation();
  const std::string similarity = metadata.text("similarity", "cosine");
  if (similarity != "cosine") {
    folder.model.assumed.push_back({"similarity", "MaxSim, though the folder names " + similarity});
  }
  check_config_keys(metadata, "artifact.metadata", reading.ignored);
  set_head({{DenseFacts{weights, hidden, out, false, false}, NormalizeFacts{}}, out, mask}, folder);
  return parts;
}

void settle_lengths(const LateSettings& settings, const fs::path& root, LateFolder& folder) {
  const std::size_t positions = folder.model.transformer.positions;
  const auto limit = [&](const std::optional<std::size_t>& length) {
    return length ? std::min(*length, positions) : folder.model.max_tokens;
  };
  folder.document.max_tokens = limit(settings.document_length);
  folder.query.max_tokens = limit(settings.query_length);
  folder.expansion = settings.expansion;
  if (!folder.expansion) return;
  const std::size_t length = folder.expansion->length;
  if (length > positions) {
    throw input_error("fills queries up to " + counted(length, "token") + ", but has only " +
                          counted(positions, "position"),
                      {root.string()}, "fetch the model again");
  }
  folder.query.max_tokens =
      folder.expansion->cuts ? length : std::max(folder.query.max_tokens, length);
}

// The token that fills queries up: the mask, else the end of a text.
std::string expansion_token(const std::string& named, const ModelFolder& model,
                            const fs::path& root) {
  const fs::path file = model.tokenizer.parent_path() / "tokenizer_config.json";
  const auto fields = fs::exists(file) ? JsonFields::read(file)
                                       : JsonFields(nlohmann::json::object(), file.string());
  if (fields.text("padding_side", "right") != "right") {
    fields.unsupported("padding_side", "right, if queries are filled up");
  }
  if (!named.empty()) return named;
  if (!model.mask_token.empty()) return model.mask_token;
  const bool ends = fields.has("eos_token") && fields.at("eos_token").is_string();
  if (std::string token = ends ? fields.text("eos_token") : ""; !token.empty()) return token;
  throw input_error("fills queries up, but names no token for that", {root.string()},
                    "give its \"query_expansion\" a \"token\"");
}

LateFolder read_late(const fs::path& root, const IgnoredKeys& ignored) {
  check_folder_kind(root, "colbert");
  FolderReading reading{{}, ignored};
  const auto named = reading.files.read_if_there(root / "config_sentence_transformers.json");
  auto [folder, settings] = fs::exists(root / "modules.json")
                                ? read_late_modules(root, named, reading)
                                : read_stanford(root, reading);
  settle_lengths(settings, root, folder);
  if (folder.expansion) {
    folder.expansion->token = expansion_token(folder.expansion->token, folder.model, root);
  }
  folder.model.root = root;
  for (const auto& read : reading.files.read_so_far()) folder.model.files.push_back(read);
  return std::move(folder);
}

}  // namespace

LateFolder read_late_folder(const fs::path& folder, const IgnoredKeys& ignored) {
  return readable([&] { return read_late(folder, ignored); });
}

}  // namespace sonde

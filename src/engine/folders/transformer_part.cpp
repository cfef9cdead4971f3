#include "engine/folders/transformer_part.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "engine/families/families.h"
#include "engine/folders/module_files.h"
#include "engine/tokens/tokenizer_class.h"
#include "engine/tokens/tokenizer_config.h"
#include "formats/foreign_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConvert =
    "convert it once in Python: transformers.AutoModel.from_pretrained(FOLDER)"
    ".save_pretrained(FOLDER, safe_serialization=True)";
constexpr std::size_t kUsualOnnxTokens = 512;

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

void check_is_model(const fs::path& folder, const std::string& advice) {
  if (is_adapter(folder)) {
    throw input_error("is an adapter where a model should be", {folder.string()}, advice);
  }
  if (fs::exists(folder / "config.json")) return;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() == ".gguf") refuse_foreign_format(file.path());
  }
  throw input_error("has no config.json", {folder.string()},
                    "name a folder of a Hugging Face model");
}

const Family* family_named(const std::string& model_type) {
  const auto family = std::ranges::find(families(), model_type, &Family::model_type);
  return family == families().end() ? nullptr : &*family;
}

TokenizerFiles read_old_tokenizer(const fs::path& folder, const TokenizerFacts& facts,
                                  FolderFiles& files) {
  const auto& names = facts.names;
  auto old = find_tokenizer_files(folder, facts.config, facts.map, facts.added,
                                  names.named.empty() ? names.registered : names.named);
  files.keep(old.vocabulary);
  if (!old.merges.empty()) files.keep(old.merges);
  return old;
}

// The folder's own code may tokenize in another way.
void check_own_tokenizer(const JsonFields& config, const IgnoredKeys& ignored) {
  constexpr const char* kCode = "auto_map";
  if (!config.has(kCode) || ignored.pass_over(kCode)) return;
  throw input_error("'auto_map' names the folder's own tokenizer, which sonde never runs",
                    {config.file()},
                    "if tokenizer.json does the same, add the option ignore=auto_map");
}

// transformers prefers tokenizer.VERSION.json, up to its own version.
void check_versions(const JsonFields& config, const IgnoredKeys& ignored) {
  constexpr const char* kFiles = "fast_tokenizer_files";
  if (!config.has(kFiles)) return;
  if (!config.at(kFiles).is_array()) config.refuse(kFiles, "a list of files");
  for (const auto& entry : config.at(kFiles)) {
    const std::string file = entry.is_string() ? entry.get<std::string>() : "";
    if (file.empty() || file == "tokenizer.json" || ignored.pass_over(kFiles)) continue;
    throw input_error(
        "'" + std::string(kFiles) + "' names " + file +
            ", which transformers may read instead of tokenizer.json",
        {config.file()},
        "put the right one in the place of tokenizer.json and add the option ignore=" +
            std::string(kFiles));
  }
}

// transformers' limit, under its older name if that is alone. A number such as 1e30 means none.
std::optional<std::size_t> tokenizer_limit(const JsonFields& config) {
  constexpr const char *kLimit = "model_max_length", *kOlder = "max_len";
  constexpr double kUnlimited = 1e15;  // whole numbers are exact
  const std::string key = config.names(kOlder) && !config.names(kLimit) ? kOlder : kLimit;
  const double limit = config.number(key, kUnlimited);
  if (limit >= kUnlimited) return std::nullopt;
  if (limit < 1 || limit != std::floor(limit)) config.refuse(key, "a whole number from 1");
  return static_cast<std::size_t>(limit);
}

}  // namespace

TransformerPart read_transformer_part(const fs::path& folder, const std::string& advice,
                                      FolderReading& reading) {
  check_is_model(folder, advice);
  TransformerPart part;
  part.config = read_transformer_config(reading.files.keep(folder / "config.json"), reading.ignored,
                                        reading.states);
  if (part.config.family->decoder != nullptr) {
    part.assumed.push_back(
        {"states",
         "the encoder's; sentence-transformers pools the decoder's (hf: states=decoder)"});
  }
  part.weights = find_weights(folder, kConvert);
  return part;
}

TransformerConfig read_onnx_part(const fs::path& folder, const OnnxFacts& facts,
                                 FolderReading& reading) {
  TransformerConfig transformer;
  transformer.hidden = facts.size;
  transformer.positions = kUsualOnnxTokens;
  const auto config = reading.files.read_if_there(folder / "config.json");
  if (!config) return transformer;
  const auto model_type = config->text("model_type", "");
  const Family* family = family_named(model_type);
  transformer.tokenizer = {model_type, config->text("tokenizer_class", ""),
                           std::string(family == nullptr ? "" : family->tokenizer)};
  const bool has_positions = config->has("max_position_embeddings");
  reading.ignored.look_in(*config);
  if (!has_positions) return transformer;
  const auto rows = config->integer("max_position_embeddings", 1, kLargestSize);
  const bool after_padding = family != nullptr && family->first_position != FirstPosition::kZero;
  transformer.positions = after_padding && rows > 2 ? rows - 2 : rows;
  return transformer;
}

TokenizerPart read_tokenizer_part(const TokenizerPlace& place, const TokenizerNames& names,
                                  FolderReading& reading) {
  FolderFiles& files = reading.files;
  TokenizerPart part;
  part.file = place.json;
  const auto config = files.read_or_empty(place.folder / "tokenizer_config.json");
  const auto map = files.read_or_empty(place.folder / "special_tokens_map.json");
  const auto added = files.read_or_empty(place.folder / "added_tokens.json");
  const TokenizerFacts facts{config, map, added, names, fs::exists(place.json)};
  if (!facts.has_file) {
    part.old = read_old_tokenizer(place.folder, facts, files);
    part.file = part.old->vocabulary;
  }
  check_own_tokenizer(config, reading.ignored);
  check_versions(config, reading.ignored);
  part.settings.rules = tokenizer_rules(facts);
  part.cuts_left = read_cuts_left(config);
  part.max_tokens = tokenizer_limit(config);
  part.mask_token = read_mask_token(config);
  if (part.mask_token.empty()) part.mask_token = read_mask_token(map);
  for (const JsonFields* fields : {&config, &map}) {
    for (auto& note : check_tokenizer_keys(*fields, reading.ignored)) {
      part.assumed.push_back({"tokenizer", std::move(note)});
    }
  }
  reading.ignored.look_in(added);
  return part;
}

std::optional<SentencePart> read_sentence_part(const fs::path& folder, Following following,
                                               FolderReading& reading) {
  for (const char* name : kLimitFiles) {
    const auto fields = reading.files.read_if_there(folder / name);
    if (!fields) continue;
    SentencePart part;
    if (fields->has("max_seq_length")) {
      part.max_tokens = fields->integer("max_seq_length", 1, SIZE_MAX);
    }
    part.lower_case = fields->flag("do_lower_case", false);
    const bool has_modules = following == Following::kModules;
    if (has_modules) check_states(*fields, kStates, kStates.task);
    check_other_keys(*fields, has_modules ? kOtherTasks : kOtherTasksAlone, reading.ignored);
    return part;
  }
  return std::nullopt;
}

void set_tokenizer(const TokenizerPart& tokenizer, const std::optional<SentencePart>& sentence,
                   ModelFolder& model) {
  model.tokenizer = tokenizer.file;
  model.old_tokenizer = tokenizer.old;
  model.tokenizer_settings = tokenizer.settings;
  model.cuts_left = tokenizer.cuts_left;
  model.mask_token = tokenizer.mask_token;
  model.assumed.insert(model.assumed.end(), tokenizer.assumed.begin(), tokenizer.assumed.end());
  auto limit = tokenizer.max_tokens;
  if (sentence) {
    model.tokenizer_settings.lower_case = sentence->lower_case;
    if (sentence->max_tokens) limit = sentence->max_tokens;
  }
  model.max_tokens = std::min(model.transformer.positions, limit.value_or(SIZE_MAX));
}

}  // namespace sonde

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "engine/config/config_keys.h"
#include "engine/weights/lora.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestRank = std::size_t{1} << 16;
constexpr std::string_view kMerge =
    "merge it into its model once in Python: peft's merge_and_unload(), then save_pretrained()";

// Keys of training and of programs, and choices of modules, which the names of the weights show.
const std::set<std::string_view> kOfTraining{
    "auto_mapping",   "corda_config", "eva_config",        "exclude_modules",     "inference_mode",
    "layers_pattern", "loftq_config", "lora_dropout",      "layers_to_transform", "lora_ga_config",
    "megatron_core",  "peft_version", "qalora_group_size", "runtime_config",      "task_type"};

[[noreturn]] void refuse_kind(const JsonFields& fields, const std::string& what) {
  throw input_error(what + ", which sonde does not support", {fields.file()}, std::string(kMerge));
}

void check_kind(const JsonFields& fields) {
  const std::string type = fields.text("peft_type");
  if (type != "LORA") refuse_kind(fields, "is an adapter of the type " + type);
  if (fields.flag("use_dora", false)) refuse_kind(fields, "is a DoRA adapter ('use_dora')");
  if (fields.text("bias", "none") != "none") {
    refuse_kind(fields, "adapts biases ('bias' is '" + fields.text("bias") + "')");
  }
}

// Whether a field does more than turn something off.
bool is_set(const nlohmann::json& value) {
  if (value.is_boolean()) return value.get<bool>();
  return !value.is_null() && !value.empty();
}

// Variants of LoRA that compute something else than a sum with B * A.
void check_variants(const JsonFields& fields) {
  for (const char* key : {"use_qalora", "use_bdlora", "lora_bias", "layer_replication",
                          "trainable_token_indices", "target_parameters", "alora_invocation_tokens",
                          "arrow_config", "kasa_config", "monteclora_config", "velora_config"}) {
    if (fields.has(key) && is_set(fields.at(key))) {
      refuse_kind(fields, "uses '" + std::string(key) + "'");
    }
  }
}

// Some ways to begin take the adapter's first product away from the model's weights.
void check_beginning(const JsonFields& fields) {
  if (!fields.has("init_lora_weights") || fields.at("init_lora_weights").is_boolean()) return;
  const std::string way = fields.text("init_lora_weights");
  if (way == "gaussian" || way == "eva" || way == "orthogonal") return;
  refuse_kind(fields, "changes the model's own weights ('init_lora_weights' is '" + way + "')");
}

bool may_be_in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

// Whether a character of a pattern is "$" at its end, or the backslash of "\\.".
bool is_syntax(const std::string& pattern, std::size_t i) {
  if (pattern[i] == '$') return i + 1 == pattern.size();
  return pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] == '.';
}

// A pattern of PEFT's is a regular expression. Those that are in use are names.
LoraException read_exception(const JsonFields& fields, const std::string& key,
                             const std::string& pattern, double value) {
  LoraException exception{{}, pattern.starts_with('^'), value};
  for (std::size_t i = exception.from_the_start ? 1 : 0; i < pattern.size(); ++i) {
    if (is_syntax(pattern, i)) continue;
    if (!may_be_in_name(pattern[i])) {
      refuse_kind(fields, "has the pattern '" + pattern + "' in '" + key +
                              "', which is more than the name of a module");
    }
    exception.module += pattern[i];
  }
  return exception;
}

std::vector<LoraException> read_exceptions(const JsonFields& fields, const std::string& key) {
  if (!fields.has(key)) return {};
  const JsonFields patterns(fields.at(key), fields.file());
  std::vector<LoraException> exceptions;
  for (const auto& pattern : patterns.names()) {
    exceptions.push_back(read_exception(fields, key, pattern, patterns.number(pattern, 0)));
  }
  return exceptions;
}

// A list of names, or none if the field is absent or a pattern.
std::vector<std::string> read_names(const JsonFields& fields, const std::string& key) {
  std::vector<std::string> names;
  if (!fields.has(key) || fields.at(key).is_string()) return names;
  if (!fields.at(key).is_array()) fields.refuse(key, "a list of modules");
  for (const auto& name : fields.at(key)) {
    if (!name.is_string()) fields.refuse(key, "a list of modules");
    names.push_back(name.get<std::string>());
  }
  return names;
}

fs::path find_lora_weights(const fs::path& folder) {
  const fs::path weights = folder / "adapter_model.safetensors";
  if (fs::exists(weights)) return weights;
  if (fs::exists(folder / "adapter_model.bin")) {
    throw input_error("holds only pickled weights, which can run code when read",
                      {(folder / "adapter_model.bin").string()},
                      "convert them once in Python: safetensors.torch.save_file(torch.load("
                      "'adapter_model.bin', weights_only=True), 'adapter_model.safetensors')");
  }
  throw input_error("is an adapter without weights: has no adapter_model.safetensors",
                    {folder.string()}, "fetch the adapter again");
}

}  // namespace

bool is_adapter(const fs::path& folder) { return fs::exists(folder / "adapter_config.json"); }

LoraBase read_lora_base(const fs::path& folder) {
  const auto fields = JsonFields::read(folder / "adapter_config.json");
  return {fields.text("base_model_name_or_path", ""), fields.text("revision", "")};
}

LoraFacts read_lora(const fs::path& folder, const IgnoredKeys& ignored) {
  LoraFacts lora;
  lora.config = folder / "adapter_config.json";
  const auto fields = JsonFields::read(lora.config);
  check_kind(fields);
  check_variants(fields);
  check_beginning(fields);
  fields.skip({"base_model_name_or_path", "revision"});  // its model is found already
  lora.rank = fields.integer("r", 1, kLargestRank);
  lora.alpha = fields.number("lora_alpha", 8);
  lora.ranks = read_exceptions(fields, "rank_pattern");
  lora.alphas = read_exceptions(fields, "alpha_pattern");
  lora.rank_stabilised = fields.flag("use_rslora", false);
  lora.transposed = fields.flag("fan_in_fan_out", false);
  lora.targets = read_names(fields, "target_modules");
  lora.whole = read_names(fields, "modules_to_save");
  check_other_keys(fields, kOfTraining, ignored);
  lora.weights = find_lora_weights(folder);
  return lora;
}

}  // namespace sonde

#include "engine/folders/module_files.h"

#include <algorithm>
#include <set>

#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConvertModule =
    "convert the whole model once in Python: sentence_transformers.SentenceTransformer(MODEL)"
    ".save(MODEL)";

// In sentence-transformers a module takes the place of an earlier one of its name.
void check_name(const JsonFields& module, std::set<std::string>& names) {
  if (!module.has("name") || names.insert(module.text("name")).second) return;
  module.refuse("name", "another name than those before it");
}

bool read_tanh(const JsonFields& fields) {
  const std::string full = fields.text("activation_function", "Tanh");
  const std::string name = full.substr(full.rfind('.') + 1);
  const bool known = name == "Tanh" || name == "Identity";
  if (!known || (name != full && !full.starts_with("torch."))) {
    fields.unsupported("activation_function", "torch's Tanh and Identity");
  }
  return name == "Tanh";
}

}  // namespace

fs::path folder_within(const fs::path& root, const std::string& path) {
  const fs::path relative(path);
  const bool leaves = std::ranges::find(relative, fs::path("..")) != relative.end();
  if (relative.is_absolute() || leaves) {
    throw input_error("the path '" + path + "' leaves the model's folder",
                      {(root / "modules.json").string()},
                      "a module's path is a folder in the model's; fetch the model again");
  }
  return path.empty() ? root : root / relative;
}

std::vector<ModuleEntry> read_module_list(const fs::path& root,
                                          std::span<const std::string_view> packages,
                                          const IgnoredKeys& ignored) {
  const fs::path file = root / "modules.json";
  const auto json = read_json(file);
  std::vector<ModuleEntry> modules;
  std::set<std::string> names;
  if (!json.is_array()) return modules;
  for (const auto& entry : json) {
    const JsonFields fields(entry, file.string());
    const std::string type = fields.text("type");
    const auto is_of = [&](std::string_view package) { return type.starts_with(package); };
    if (!std::ranges::any_of(packages, is_of)) {
      fields.unsupported("type", "the modules of sentence-transformers alone");
    }
    modules.push_back(
        {type.substr(type.rfind('.') + 1), folder_within(root, fields.text("path", ""))});
    check_name(fields, names);
    check_other_keys(fields, {"idx", "name"}, ignored);
  }
  return modules;
}

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

void expect(const JsonFields& fields, const std::string& key, const std::string& known) {
  if (fields.text(key, known) != known) fields.unsupported(key, known);
}

void check_states(const JsonFields& fields, const StatesFacts& wanted, const std::string& usual) {
  const std::string task = fields.text("transformer_task", usual);
  if (task != wanted.task) {
    if (fields.has("transformer_task")) fields.unsupported("transformer_task", wanted.task);
    throw input_error("'transformer_task' is " + task + ", which sonde does not support here",
                      {fields.file()}, "it supports " + wanted.task);
  }
  expect(fields, "module_output_name", "token_embeddings");
  if (!fields.has("modality_config")) return;
  const JsonFields modalities(fields.at("modality_config"), fields.file());
  const JsonFields text(modalities.at("text"), fields.file());
  expect(text, "method", "forward");
  expect(text, "method_output_name", wanted.output);
}

void check_module_place(const JsonFields& fields, const std::string& place,
                        const std::string& usual) {
  const std::string in = fields.text("module_input_name", usual);
  const std::string out = fields.text("module_output_name", in);
  if (in == place && out == place) return;
  for (const char* key : {"module_input_name", "module_output_name"}) {
    if (fields.has(key) && fields.text(key) != place) fields.unsupported(key, place);
  }
  throw input_error("takes '" + in + "' and gives '" + out + "', which sonde does not support",
                    {fields.file()}, "it supports '" + place + "' for both");
}

DenseFacts read_dense_module(const JsonFields& fields, std::size_t in, const IgnoredKeys& ignored) {
  DenseFacts dense;
  dense.in = fields.integer("in_features", 1, kLargestSize);
  dense.out = fields.integer("out_features", 1, kLargestSize);
  if (dense.in != in) fields.refuse("in_features", std::to_string(in) + ", what comes before");
  dense.bias = fields.flag("bias", true);
  dense.tanh = read_tanh(fields);
  if (fields.flag("use_residual", false)) fields.unsupported("use_residual", "false");
  check_other_keys(fields, {}, ignored);
  dense.weights = find_weights(fs::path(fields.file()).parent_path(), kConvertModule);
  return dense;
}

void read_prompts(const JsonFields& fields, ModelFolder& model) {
  if (fields.has("prompts")) {
    const JsonFields prompts(fields.at("prompts"), fields.file());
    for (const auto& [name, text] : fields.at("prompts").items()) {
      model.prompts[name] = prompts.text(name, "");
    }
  }
  model.default_prompt = fields.text("default_prompt_name", "");
  if (!model.default_prompt.empty() && !model.prompts.contains(model.default_prompt)) {
    fields.refuse("default_prompt_name", "one of its prompts");
  }
}

void assume_no_prompt(ModelFolder& model) {
  std::string names;
  for (const auto& [name, text] : model.prompts) {
    if (!text.empty()) names += (names.empty() ? "" : ", ") + name;
  }
  if (names.empty() || !model.default_prompt.empty()) return;
  model.assumed.push_back(
      {"prompt", "none: the folder has " + names +
                     " and no default (prompt=NAME, or query=NAME and document=NAME)"});
}

}  // namespace sonde

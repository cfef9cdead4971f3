#include "engine/folders/sparse_folder.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/folders/folder_files.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "engine/folders/transformer_part.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// A masked language model and its pooling, or nothing without modules.json.
std::vector<ModuleEntry> sparse_modules(const fs::path& root, const IgnoredKeys& ignored) {
  constexpr std::array<std::string_view, 1> kPackages{"sentence_transformers."};
  const fs::path file = root / "modules.json";
  if (!fs::exists(file)) return {};
  auto modules = read_module_list(root, kPackages, ignored);
  const bool is_masked_model =
      !modules.empty() && (modules[0].type == "Transformer" || modules[0].type == "MLMTransformer");
  if (modules.size() == 2 && is_masked_model && modules[1].type == "SpladePooling") return modules;
  std::string found;
  for (const auto& module : modules) found += (found.empty() ? "" : ", ") + module.type;
  throw input_error("lists the modules " + (found.empty() ? "none" : found), {file.string()},
                    "splade: runs a masked language model and SpladePooling");
}

void check_word_logits(const ModuleEntry& model, const IgnoredKeys& ignored) {
  const fs::path states = model.folder / "sentence_bert_config.json";
  if (!fs::exists(states)) return;
  const auto& usual = model.type == "MLMTransformer" ? kWordLogits : kStates;
  const auto fields = JsonFields::read(states);
  check_states(fields, kWordLogits, usual.task);
  ignored.look_in(fields);
}

SparsePooling sparse_pooling(const fs::path& folder, FolderReading& reading) {
  const auto fields = reading.files.read(folder / "config.json");
  const std::string strategy = fields.text("pooling_strategy", "max");
  const std::string activation = fields.text("activation_function", "relu");
  if (strategy != "max" && strategy != "sum") fields.unsupported("pooling_strategy", "max, sum");
  if (activation != "relu" && activation != "log1p_relu") {
    fields.unsupported("activation_function", "relu, log1p_relu");
  }
  check_other_keys(fields, {"embedding_dimension", "word_embedding_dimension", "chunk_size"},
                   reading.ignored);
  return {.sum = strategy == "sum", .twice = activation == "log1p_relu"};
}

void set_sparse_settings(const JsonFields& fields, SparseFolder& folder,
                         const IgnoredKeys& ignored) {
  expect(fields, "model_type", "SparseEncoder");
  read_prompts(fields, folder.model);
  if (fields.has("max_active_dims")) {
    folder.pooling.most = fields.integer("max_active_dims", 1, kLargestSize);
  }
  const std::string similarity = fields.text("similarity_fn_name", "dot");
  if (similarity != "cosine") {
    folder.model.assumed.push_back({"similarity", "cosine, though the folder names " + similarity +
                                                      similarity_advice(similarity)});
  }
  assume_no_prompt(folder.model);
  check_other_keys(fields, {"__version__"}, ignored);
}

SparseFolder read_sparse(const fs::path& root, const IgnoredKeys& ignored) {
  check_folder_kind(root, "splade");
  FolderReading reading{{}, ignored};
  const auto modules = sparse_modules(root, ignored);
  SparseFolder folder;
  folder.model = read_transformer_folder(modules.empty() ? root : modules[0].folder, ignored);
  folder.model.root = root;
  if (modules.empty()) {
    folder.model.assumed.push_back({"pooling", "max: no modules.json"});
  } else {
    reading.files.keep(root / "modules.json");
    check_word_logits(modules[0], ignored);
    folder.pooling = sparse_pooling(modules[1].folder, reading);
  }
  const auto settings = reading.files.read_if_there(root / "config_sentence_transformers.json");
  if (settings) set_sparse_settings(*settings, folder, ignored);
  for (const auto& read : reading.files.read_so_far()) folder.model.files.push_back(read);
  return folder;
}

}  // namespace

SparseFolder read_sparse_folder(const fs::path& folder, const IgnoredKeys& ignored) {
  return readable([&] { return read_sparse(folder, ignored); });
}

}  // namespace sonde

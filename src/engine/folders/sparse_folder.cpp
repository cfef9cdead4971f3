#include "engine/folders/sparse_folder.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/folders/folder_files.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

class SparseReader {
 public:
  SparseReader(fs::path root, const IgnoredKeys& ignored)
      : root_(std::move(root)), ignored_(ignored) {}

  SparseFolder read() {
    check_folder_kind(root_, "splade");
    const auto modules = read_modules();
    const fs::path home = modules.empty() ? root_ : modules[0].folder;
    folder_.model = read_transformer_folder(home, ignored_);
    folder_.model.root = root_;
    if (modules.empty()) {
      folder_.model.assumed.push_back({"pooling", "max: no modules.json"});
    } else {
      files_.keep(root_ / "modules.json");
      const auto& usual = modules[0].type == "MLMTransformer" ? kWordLogits : kStates;
      const fs::path states = home / "sentence_bert_config.json";
      if (fs::exists(states)) check_states(JsonFields::read(states), kWordLogits, usual.task);
      read_pooling(modules[1].folder);
    }
    const fs::path file = root_ / "config_sentence_transformers.json";
    if (const auto settings = files_.read_if_there(file)) read_settings(*settings);
    for (const auto& read : files_.read_so_far()) folder_.model.files.push_back(read);
    return std::move(folder_);
  }

 private:
  std::vector<ModuleEntry> read_modules() const {
    constexpr std::array<std::string_view, 1> kPackages{"sentence_transformers."};
    const fs::path file = root_ / "modules.json";
    if (!fs::exists(file)) return {};
    auto modules = read_module_list(root_, kPackages, ignored_);
    const bool is_masked_model = !modules.empty() && (modules[0].type == "Transformer" ||
                                                      modules[0].type == "MLMTransformer");
    if (modules.size() == 2 && is_masked_model && modules[1].type == "SpladePooling")
      return modules;
    std::string found;
    for (const auto& module : modules) found += (found.empty() ? "" : ", ") + module.type;
    throw input_error("lists the modules " + (found.empty() ? "none" : found), {file.string()},
                      "splade: runs a masked language model and SpladePooling");
  }

  void read_pooling(const fs::path& folder) {
    const auto fields = files_.read(folder / "config.json");
    const std::string strategy = fields.text("pooling_strategy", "max");
    const std::string activation = fields.text("activation_function", "relu");
    if (strategy != "max" && strategy != "sum") fields.unsupported("pooling_strategy", "max, sum");
    if (activation != "relu" && activation != "log1p_relu") {
      fields.unsupported("activation_function", "relu, log1p_relu");
    }
    folder_.pooling.sum = strategy == "sum";
    folder_.pooling.twice = activation == "log1p_relu";
    check_other_keys(fields, {"embedding_dimension", "word_embedding_dimension", "chunk_size"},
                     ignored_);
  }

  void read_settings(const JsonFields& fields) {
    expect(fields, "model_type", "SparseEncoder");
    read_prompts(fields, folder_.model);
    if (fields.has("max_active_dims")) {
      folder_.pooling.most = fields.integer("max_active_dims", 1, kLargestSize);
    }
    const std::string similarity = fields.text("similarity_fn_name", "dot");
    if (similarity != "cosine") {
      folder_.model.assumed.push_back(
          {"similarity", "cosine, though the folder names " + similarity +
                             (similarity == "dot" ? " (sts?similarity=dot)" : "")});
    }
    assume_no_prompt(folder_.model);
    check_other_keys(fields, {"__version__"}, ignored_);
  }

  fs::path root_;
  const IgnoredKeys& ignored_;
  FolderFiles files_;
  SparseFolder folder_;
};

}  // namespace

SparseFolder read_sparse_folder(const fs::path& folder, const IgnoredKeys& ignored) {
  return readable([&] { return SparseReader(folder, ignored).read(); });
}

}  // namespace sonde

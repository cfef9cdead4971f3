#include "engine/models/static_folder.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "engine/config/config_keys.h"
#include "engine/folders/folder_files.h"
#include "engine/folders/folder_kind.h"
#include "engine/folders/module_files.h"
#include "formats/arrays/safetensors.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNoLimit = std::size_t{1} << 24;
constexpr std::size_t kUsualLimit = 512;  // Model2Vec's, in tokens

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

class StaticReader {
 public:
  explicit StaticReader(fs::path tokenizer) { folder_.tokenizer = std::move(tokenizer); }

  StaticFolder read(const fs::path& location) {
    if (!fs::exists(location)) {
      throw input_error("no such file or folder", {location.string()}, "check the path");
    }
    if (fs::is_directory(location)) {
      read_folder(location);
    } else {
      read_file(location);
    }
    if (!fs::is_regular_file(folder_.tokenizer)) {
      throw input_error("is missing", {folder_.tokenizer.string()},
                        "vectors of tokens need their tokenizer.json: name it with tokenizer=FILE");
    }
    files_.keep(folder_.tokenizer);
    read_tensor();
    folder_.files = files_.read_so_far();
    return std::move(folder_);
  }

 private:
  void choose_tokenizer(const fs::path& usual) {
    if (folder_.tokenizer.empty()) folder_.tokenizer = usual;
  }

  void read_file(const fs::path& file) {
    folder_.root = file.parent_path();
    folder_.weights = file;
    choose_tokenizer(folder_.root / "tokenizer.json");
  }

  void read_folder(const fs::path& root) {
    check_folder_kind(root, "static");
    folder_.root = root;
    fs::path home = root;
    if (fs::exists(root / "modules.json")) home = read_modules(root / "modules.json");
    if (fs::exists(home / "model.safetensors")) {
      folder_.weights = home / "model.safetensors";
      choose_tokenizer(home / "tokenizer.json");
    } else {
      find_word_llama(root);
    }
  }

  // Finds the files in its package's layout, or in one folder.
  void find_word_llama(const fs::path& root) {
    const bool parted = fs::is_directory(root / "weights");
    const auto weights = only_file(parted ? root / "weights" : root, ".safetensors");
    if (!weights) {
      throw input_error("has no model.safetensors", {root.string()},
                        "name a folder that Model2Vec, WordLlama or sentence-transformers wrote");
    }
    folder_.weights = *weights;
    if (!folder_.tokenizer.empty()) return;
    const fs::path beside = parted ? root / "tokenizers" : root;
    choose_tokenizer(only_file(beside, "_tokenizer_config.json").value_or(root / "tokenizer.json"));
  }

  // Finds the vectors.
  fs::path read_modules(const fs::path& file) {
    const auto modules = read_json(files_.keep(file));
    std::string home;
    std::size_t place = 0;
    if (!modules.is_array() || modules.empty())
      throw input_error("is not a list of modules", {file});
    for (const auto& entry : modules) {
      const JsonFields fields(entry, file.string());
      check_type(fields, place == 0 ? "StaticEmbedding" : "Normalize");
      if (place++ == 0) home = fields.text("path", "");
    }
    if (place > 1) folder_.head.emplace_back(NormalizeFacts{});
    return folder_within(folder_.root, home);
  }

  // The name of the vectors shows which program wrote the file.
  void read_tensor() {
    const auto tensors = Safetensors::open(files_.keep(folder_.weights));
    const bool model2vec = tensors.find("embeddings") != nullptr;
    folder_.tensor = model2vec ? "embeddings" : "embedding.weight";
    const Tensor* table = tensors.find(folder_.tensor);
    if (table == nullptr) {
      throw input_error("has no tensor 'embeddings' or 'embedding.weight'",
                        {folder_.weights.string()}, "is it a model of static vectors?");
    }
    if (table->shape.size() != 2 || table->shape[0] == 0 || table->shape[1] == 0) {
      throw input_error("tensor '" + folder_.tensor + "' is not a matrix",
                        {folder_.weights.string()});
    }
    folder_.tokens = table->shape[0];
    folder_.width = table->shape[1];
    if (model2vec) {
      read_model2vec();
    } else {
      read_sentence_transformers();
    }
  }

  void read_model2vec() {
    folder_.form = "Model2Vec";
    folder_.drops_unknown = true;
    const auto fields = files_.read(folder_.weights.parent_path() / "config.json");
    folder_.head.clear();  // modules.json repeats it, if it exists
    if (fields.flag("normalize", false)) folder_.head.emplace_back(NormalizeFacts{});
    const auto names = fields.names();
    const bool unlimited =
        !fields.has("max_length") && std::ranges::count(names, "max_length") > 0;  // null
    folder_.max_tokens = unlimited                  ? kNoLimit
                         : fields.has("max_length") ? fields.integer("max_length", 1, kNoLimit)
                                                    : kUsualLimit;
  }

  void read_sentence_transformers() {
    folder_.max_tokens = kNoLimit;
    const fs::path file = folder_.root / "config_sentence_transformers.json";
    folder_.form =
        fs::exists(folder_.root / "modules.json") ? "sentence-transformers" : "WordLlama";
    if (!fs::exists(file)) return;
    const auto fields = files_.read(file);
    if (fields.has("default_prompt_name")) fields.unsupported("default_prompt_name", "null");
    if (fields.has("truncate_dim")) {
      folder_.head.emplace_back(TruncateFacts{fields.integer("truncate_dim", 1, folder_.width)});
    }
    check_other_keys(fields, {"__version__", "model_type", "prompts", "similarity_fn_name"}, {});
  }

  StaticFolder folder_;
  FolderFiles files_;
};

}  // namespace

StaticFolder read_static_folder(const fs::path& location, const fs::path& tokenizer) {
  return readable([&] { return StaticReader(tokenizer).read(location); });
}

}  // namespace sonde

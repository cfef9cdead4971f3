#include "engine/folders/folder_kind.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

struct FolderKind {
  std::string_view name, option, meaning;
};

constexpr FolderKind kSparseFolder{"splade", "--encoder", "a sparse encoder"};
constexpr FolderKind kLateFolder{"colbert", "--scorer", "a model of late interaction"};
constexpr FolderKind kCrossFolder{"cross", "--scorer", "a cross-encoder"};
constexpr FolderKind kStaticFolder{"static", "--encoder", "a table of static vectors"};
constexpr FolderKind kDenseFolder{"hf", "--encoder", "an encoder with one dense vector per text"};

constexpr std::string_view kTransformer = "Transformer";  // a cross-encoder's module too

// Names in a folder's files that show its kind: a model_type of sentence-transformers, a module, a
// model's class. The first one found counts.
constexpr std::array<std::pair<std::string_view, const FolderKind*>, 11> kSigns{{
    {"SparseEncoder", &kSparseFolder},
    {"SpladePooling", &kSparseFolder},
    {"MultiVectorEncoder", &kLateFolder},
    {"MultiVectorMask", &kLateFolder},
    {"ColBERT", &kLateFolder},
    {"HF_ColBERT", &kLateFolder},
    {"CrossEncoder", &kCrossFolder},
    {"StaticEmbedding", &kStaticFolder},
    {"SentenceTransformer", &kDenseFolder},
    {"Pooling", &kDenseFolder},
    {kTransformer, &kDenseFolder},
}};

using KindNames = std::set<std::string, std::less<>>;

void add_name(const nlohmann::json& value, KindNames& names) {
  if (!value.is_string()) return;
  const auto name = value.get<std::string>();
  names.insert(name.substr(name.rfind('.') + 1));
}

nlohmann::json read_if_there(const fs::path& file) {
  return fs::exists(file) ? read_json(file) : nlohmann::json();
}

nlohmann::json value_of(const nlohmann::json& json, const char* key) {
  return json.is_object() && json.contains(key) ? json.at(key) : nlohmann::json();
}

KindNames names_in(const fs::path& root) {
  KindNames names;
  add_name(value_of(read_if_there(root / "config_sentence_transformers.json"), "model_type"),
           names);
  for (const auto& module : read_if_there(root / "modules.json")) {
    add_name(value_of(module, "type"), names);
  }
  for (const auto& name : value_of(read_if_there(root / "config.json"), "architectures")) {
    add_name(name, names);
  }
  return names;
}

}  // namespace

void check_folder_kind(const fs::path& root, std::string_view kind) {
  const KindNames names = names_in(root);
  const auto sign =
      std::ranges::find_if(kSigns, [&](const auto& row) { return names.contains(row.first); });
  if (sign == kSigns.end() || sign->second->name == kind) return;
  if (sign->first == kTransformer && kind == kCrossFolder.name) return;
  const auto& [name, option, meaning] = *sign->second;
  throw input_error("is " + std::string(meaning), {root.string()},
                    "write " + std::string(option) + " " + std::string(name) + ":" + root.string());
}

}  // namespace sonde

#include "engine/folders/folder_kind.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>

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

// A name in a folder's files that shows its kind: a model_type of sentence-transformers, a module,
// a model's class. The first one found counts.
struct KindSign {
  std::string_view name;
  const FolderKind* kind;
  const FolderKind* also = nullptr;  // another kind whose folders have it
};

constexpr std::array kSigns{
    KindSign{"SparseEncoder", &kSparseFolder},
    KindSign{"SpladePooling", &kSparseFolder},
    KindSign{"MultiVectorEncoder", &kLateFolder},
    KindSign{"MultiVectorMask", &kLateFolder},
    KindSign{"ColBERT", &kLateFolder},
    KindSign{"HF_ColBERT", &kLateFolder},
    KindSign{"CrossEncoder", &kCrossFolder},
    KindSign{"StaticEmbedding", &kStaticFolder},
    KindSign{"SentenceTransformer", &kDenseFolder},
    KindSign{"Pooling", &kDenseFolder},
    KindSign{"Transformer", &kDenseFolder, &kCrossFolder},
};

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
      std::ranges::find_if(kSigns, [&](const KindSign& one) { return names.contains(one.name); });
  if (sign == kSigns.end() || sign->kind->name == kind) return;
  if (sign->also != nullptr && sign->also->name == kind) return;
  const auto& [name, option, meaning] = *sign->kind;
  throw input_error("is " + std::string(meaning), {root.string()},
                    "write " + std::string(option) + " " + std::string(name) + ":" + root.string());
}

}  // namespace sonde

#include "engine/folders/late_interaction_folder.h"
#include "engine/folders/model_folder.h"
#include "engine/folders/sparse_folder.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "sonde/error.h"

namespace {

namespace fs = std::filesystem;

constexpr std::array kFiles{"config.json",
                            "modules.json",
                            "1_Pooling/config.json",
                            "2_Dense/config.json",
                            "sentence_bert_config.json",
                            "config_sentence_transformers.json",
                            "tokenizer_config.json",
                            "adapter/adapter_config.json"};

// A model folder, with a folder of an adapter in it, whose weights and tokenizer are there, but not
// read.
fs::path make_folder() {
  std::string name = (fs::temp_directory_path() / "sonde-fuzz-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  for (const char* part : {"1_Pooling", "2_Dense", "adapter"}) {
    fs::create_directory(fs::path(name) / part);
  }
  for (const char* file : {"model.safetensors", "tokenizer.json", "2_Dense/model.safetensors",
                           "adapter/adapter_model.safetensors"}) {
    std::ofstream(fs::path(name) / file) << "{}";
  }
  return name;
}

class Folder {
 public:
  Folder() : path_(make_folder()) {}
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

template <class Read>
void attempt(const Read& read) {
  try {
    read();
  } catch (const sonde::Error&) {
  }
}

}  // namespace

// The folders' configuration files, separated by 0xff. An empty one is absent.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const char* file : kFiles) {
    const auto end = std::min(rest.find('\xff'), rest.size());
    fs::remove(folder.path() / file);
    if (end > 0) std::ofstream(folder.path() / file, std::ios::binary) << rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  attempt([] { sonde::read_model_folder(folder.path()); });
  attempt([] { sonde::read_sparse_folder(folder.path(), {}); });
  attempt([] { sonde::read_late_folder(folder.path(), {}); });
  if (fs::exists(folder.path() / kFiles.back())) {
    attempt([] { sonde::read_model_folder(folder.path() / "adapter", folder.path()); });
  }
  return 0;
}

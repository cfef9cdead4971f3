#include "engine/models/static_folder.h"

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

constexpr std::array kStaticFiles{"modules.json", "config.json",
                                  "config_sentence_transformers.json", "model.safetensors"};
constexpr std::string_view kTokenizer = R"({"version": "1.0", "added_tokens": [],
  "pre_tokenizer": {"type": "Whitespace"},
  "model": {"type": "WordLevel", "vocab": {"?": 0, "a": 1, "b": 2}, "unk_token": "?"}})";

fs::path make_static_folder() {
  std::string name = (fs::temp_directory_path() / "sonde-fuzz-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  std::ofstream(fs::path(name) / "tokenizer.json") << kTokenizer;
  return name;
}

class StaticFolder {
 public:
  StaticFolder() : path_(make_static_folder()) {}
  ~StaticFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void encode(const fs::path& root) {
  try {
    const auto folder = sonde::read_static_folder(root, {});
    if (folder.width > 1 << 16) return;
    sonde::MatrixOf<float> vectors(1, folder.width);
    const auto out = vectors.view();
    sonde::SentenceCount count;
    const sonde::SidedSentence text{"a b c a"};
    sonde::load_static_model(folder, 1)->encode({&text, 1}, {&out, 1}, {&count, 1}, [](auto) {});
    if (count.kept > count.tokens) std::abort();
  } catch (const sonde::Error&) {
  }
}

}  // namespace

// The folder's files, separated by 0xff. An empty one is absent, the last one has the rest.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const StaticFolder folder;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const char* file : kStaticFiles) {
    const bool last = file == kStaticFiles.back();
    const auto end = last ? rest.size() : std::min(rest.find('\xff'), rest.size());
    fs::remove(folder.path() / file);
    if (end > 0) std::ofstream(folder.path() / file, std::ios::binary) << rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  encode(folder.path());
  return 0;
}

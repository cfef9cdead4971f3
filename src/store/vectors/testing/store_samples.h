// Folders and vectors for the tests of this room.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "store/vectors/vector_store.h"

namespace sonde::samples {

// In memory if possible: these tests sync files by the thousand.
class Folder {
 public:
  Folder() {
    const std::filesystem::path memory = "/dev/shm";
    const bool use_memory = ::access(memory.c_str(), W_OK) == 0;
    std::string name =
        ((use_memory ? memory : std::filesystem::temp_directory_path()) / "sonde-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline Identity identity(const std::string& what, const std::string& numerics = "f32") {
  Identity view;
  view.what = digest_of("what", what);
  view.numerics = numerics;
  view.facts = {{"model", what}};
  return view;
}

// `count` vectors that depend on `seed` and their number alone, and their keys and remarks.
struct Batch {
  std::vector<Digest> texts;
  MatrixOf<float> vectors;
  std::vector<Remark> remarks;
};

inline Batch batch(std::size_t count, std::size_t columns, std::uint64_t seed = 1,
                   std::size_t first = 0) {
  Batch made{{}, MatrixOf<float>(count, columns), {}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t number = first + i;
    made.texts.push_back(text_key({"text " + std::to_string(number), Side::kFirst}, false));
    made.remarks.push_back({static_cast<std::uint32_t>(number + 7),
                            static_cast<std::uint32_t>(number + 5),
                            static_cast<std::uint32_t>(seed), number % 3 == 0});
    for (std::size_t c = 0; c < columns; ++c) {
      made.vectors.view()(i, c) = static_cast<float>(unit_interval(random_bits(seed, number, c)));
    }
  }
  return made;
}

inline bool same_remark(const Remark& a, const Remark& b) {
  return a.tokens == b.tokens && a.kept == b.kept && a.unknown == b.unknown &&
         a.undefined == b.undefined;
}

// A store's output.
struct Served {
  MatrixOf<float> vectors;
  std::vector<Remark> remarks;
  std::vector<std::uint8_t> found;
  std::size_t count() const {
    std::size_t sum = 0;
    for (const auto one : found) sum += one;
    return sum;
  }
};

inline Served serve(VectorStore& store, const Identity& view, const Batch& of) {
  const std::size_t count = of.texts.size();
  Served served{MatrixOf<float>(count, of.vectors.columns()), std::vector<Remark>(count),
                std::vector<std::uint8_t>(count, 2)};
  store.read(view, of.texts, served.vectors.view(), served.remarks, served.found);
  return served;
}

inline void keep(VectorStore& store, const Identity& view, const Batch& of) {
  store.write(view, of.texts, of.vectors.view(), of.remarks);
}

// Whether everything that was found equals what was written.
inline bool right(const Served& served, const Batch& written) {
  for (std::size_t i = 0; i < written.texts.size(); ++i) {
    if (served.found[i] == 0) continue;
    if (served.found[i] != 1 || !same_remark(served.remarks[i], written.remarks[i])) return false;
    if (std::memcmp(served.vectors[i].data(), written.vectors[i].data(),
                    written.vectors[i].size_bytes()) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace sonde::samples

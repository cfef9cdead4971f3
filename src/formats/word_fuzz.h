// What the fuzz targets of word vectors share.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "formats/word_vectors.h"
#include "sonde/error.h"

namespace sonde {

// A file in memory, with a path.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : handle_(::memfd_create("fuzz", 0)) {
    if (handle_ < 0 || ::write(handle_, data, size) != static_cast<::ssize_t>(size)) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(handle_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(handle_); }

 private:
  int handle_;
};

// Every word that a file has is found at its place, and its numbers are finite or an error.
inline void read_all_words(const std::string& path, const std::string& form) {
  try {
    const WordVectors vectors(path, {.form = form, .threads = 1});
    std::vector<float> numbers(vectors.dimension());
    for (std::uint32_t i = 0; i < vectors.counts().words; ++i) {
      if (vectors.find(vectors.word(i)) != i) std::abort();
      try {
        vectors.read(i, numbers);
      } catch (const Error&) {
        continue;
      }
      for (const float number : numbers) {
        if (!std::isfinite(number)) std::abort();
      }
    }
  } catch (const Error&) {
  }
}

}  // namespace sonde

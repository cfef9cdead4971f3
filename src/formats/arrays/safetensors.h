#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_stamp.h"
#include "formats/arrays/stored_matrix.h"

namespace sonde {

// A tensor in a mapped file. The bytes (row-major, little-endian) live as long as the Safetensors
// it came from. They may be unaligned for their type.
struct Tensor {
  ElementType type;
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;
};

using Tensors = std::map<std::string, Tensor, std::less<>>;

// The tensors of a safetensors file's bytes, checked: header length and JSON,
// types, shapes, offsets in the file, without holes or overlap, no overflow.
// Errors: kInput, naming the file and the tensor.
Tensors parse_safetensors(std::span<const std::byte> bytes, const std::string& file);

// The tensors of a safetensors file, memory-mapped and checked. Safe to read
// from several threads. The file must not be cut short meanwhile.
class Safetensors {
 public:
  // `file`: a .safetensors file, or the .safetensors.index.json of a sharded one, whose shards are
  // next to it. Errors: kInput, naming the tensor.
  static Safetensors open(const std::filesystem::path& file);

  Safetensors(Safetensors&&) noexcept;
  Safetensors& operator=(Safetensors&&) noexcept;
  ~Safetensors();

  const Tensor* find(std::string_view name) const;  // null if it is missing
  std::vector<std::string> names() const;           // in order
  std::vector<StampedFile> files() const;           // the files read

 private:
  struct State;
  explicit Safetensors(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sonde

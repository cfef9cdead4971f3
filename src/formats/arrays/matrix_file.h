#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/arrays/safetensors.h"
#include "formats/arrays/stored_matrix.h"
#include "formats/file_bytes.h"

namespace sonde {

// A matrix of numbers in a memory-mapped .npy or .safetensors file. Only the rows that are needed
// are read. Safe to use from several threads. The file must not be cut short meanwhile.
class MatrixFile {
 public:
  // Files not named .safetensors (or .safetensors.index.json) are read as .npy. `tensor` is a name
  // in a .safetensors file. Empty: its only matrix. Errors: kInput, see parse_npy() and
  // Safetensors, also for an unknown tensor, several matrices, none, or one without rows or
  // columns. Bytes (int8, uint8) are refused unless `kind` allows them alone.
  enum class Numbers { kFloating, kBytes };
  explicit MatrixFile(const std::filesystem::path& file, std::string tensor = {},
                      Numbers kind = Numbers::kFloating);

  std::size_t rows() const { return matrix_.rows; }
  std::size_t columns() const { return matrix_.columns; }
  ElementType type() const { return matrix_.type; }
  const std::string& tensor() const { return tensor_; }             // its name (empty for .npy)
  const std::vector<StampedFile>& files() const { return files_; }  // that were read
  // Row `row` < rows(), rounded to float. `out` has columns() places.
  void read(std::size_t row, std::span<float> out) const { matrix_.read(row, out); }

 private:
  void open_tensor(const std::filesystem::path& file, Numbers kind);

  std::string tensor_;
  std::vector<StampedFile> files_;
  std::optional<MappedFile> npy_;
  std::optional<Safetensors> tensors_;
  StoredMatrix matrix_;
};

}  // namespace sonde

#pragma once

#include <cstddef>
#include <filesystem>
#include <ostream>
#include <span>
#include <string>

#include "formats/file_bytes.h"
#include "sonde/matrix.h"

namespace sonde {

// Writes a float32 matrix in NumPy's format (version 1.0), block by block.
class NpyWriter {
 public:
  // Writes the header. `out` must outlive the writer.
  NpyWriter(std::ostream& out, std::size_t rows, std::size_t columns);

  // Errors: kUsage for rows of another length or more than announced, kOutside
  // where `out` fails.
  void append(Matrix<const float> rows);
  // To be called after the last row. Errors: kUsage where rows are missing,
  // kOutside where `out` fails.
  void finish();

 private:
  void check() const;

  std::ostream& out_;
  std::size_t missing_;  // rows to come
  std::size_t columns_;
};

// A matrix in the bytes of a .npy file.
struct NpyMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t number_size = 0;         // 4: float32, 8: float64
  std::span<const std::byte> bytes{};  // little-endian, row by row; maybe unaligned
};

// Versions 1.0, 2.0 and 3.0. Errors: kInput for anything else than a
// two-dimensional little-endian float32 or float64 matrix in C order, whose size is
// the file's.
NpyMatrix parse_npy(std::span<const std::byte> bytes, const std::string& file);

// A memory-mapped .npy file; see parse_npy. Safe to read from several threads.
class NpyFile {
 public:
  explicit NpyFile(const std::filesystem::path& file);

  std::size_t rows() const { return matrix_.rows; }
  std::size_t columns() const { return matrix_.columns; }
  // Row `row` < rows(), rounded to float; `out` has columns() places.
  void read(std::size_t row, std::span<float> out) const;

 private:
  MappedFile mapped_;
  NpyMatrix matrix_;
};

}  // namespace sonde

#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>

#include "formats/arrays/stored_matrix.h"
#include "sonde/matrix.h"

namespace sonde {

// Writes a float32 matrix in NumPy's format (version 1.0), block by block.
class NpyWriter {
 public:
  // Writes the header. `out` must outlive the writer.
  NpyWriter(std::ostream& out, std::size_t rows, std::size_t columns);

  // Errors: kUsage for rows of another length or more than announced, kOutside if `out` fails.
  void append(Matrix<const float> rows);
  // Call it after the last row. Errors: kUsage if rows are missing, kOutside if `out` fails.
  void finish();

 private:
  void check() const;

  std::ostream& out_;
  std::size_t missing_;  // rows to come
  std::size_t columns_;
};

// The matrix in the bytes of a .npy file, versions 1.0, 2.0 and 3.0. Errors: kInput for anything
// else than a two-dimensional little-endian matrix of float16, float32, float64, int8 or uint8 in C
// order, whose size is the file's.
StoredMatrix parse_npy(std::span<const std::byte> bytes, const std::string& file);

}  // namespace sonde

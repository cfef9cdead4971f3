// Room: base.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace sonde {

// A non-owning view of a row-major matrix. A row is `columns` adjacent numbers. Rows are `stride`
// numbers apart. Copying a view copies no number. The memory must outlive the view.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(T* data, std::size_t rows, std::size_t columns) : Matrix(data, rows, columns, columns) {}
  Matrix(T* data, std::size_t rows, std::size_t columns, std::size_t stride)
      : data_(data), rows_(rows), columns_(columns), stride_(stride) {}

  // A view for writing is a view for reading too.
  operator Matrix<const T>() const requires(!std::is_const_v<T>) {
    return {data_, rows_, columns_, stride_};
  }

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t stride() const { return stride_; }
  T* data() const { return data_; }

  std::span<T> operator[](std::size_t row) const { return {data_ + row * stride_, columns_}; }
  T& operator()(std::size_t row, std::size_t column) const { return data_[row * stride_ + column]; }
  // Rows first .. first + count - 1.
  Matrix block(std::size_t first, std::size_t count) const {
    return {data_ + first * stride_, count, columns_, stride_};
  }

 private:
  T* data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::size_t stride_ = 0;
};

// The owner of a matrix, all zero at first.
template <class T>
class MatrixOf {
 public:
  MatrixOf() = default;
  MatrixOf(std::size_t rows, std::size_t columns)
      : values_(rows * columns), rows_(rows), columns_(columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  Matrix<T> view() { return {values_.data(), rows_, columns_}; }
  Matrix<const T> view() const { return {values_.data(), rows_, columns_}; }
  std::span<T> operator[](std::size_t row) { return view()[row]; }
  std::span<const T> operator[](std::size_t row) const { return view()[row]; }

 private:
  std::vector<T> values_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace sonde

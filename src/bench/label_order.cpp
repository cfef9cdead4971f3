#include "bench/label_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sonde {
namespace {

// The rows in an order that is changed in place.
class Rows {
 public:
  Rows(Frame& frame, std::vector<std::vector<double>*> columns)
      : frame_(frame), columns_(std::move(columns)) {}

  std::size_t size() const { return frame_.rows(); }

  // Puts the rows of [first, last) whose label's code is at most `code` before the others, both in
  // their order; returns where the others begin.
  std::size_t partition(std::size_t first, std::size_t last, std::uint32_t code) {
    if (last - first == 0) return first;
    if (last - first == 1) return frame_.row_labels.code(first) <= code ? last : first;
    const std::size_t middle = first + (last - first) / 2;
    const std::size_t left = partition(first, middle, code);
    const std::size_t right = partition(middle, last, code);
    rotate(left, middle, right);
    return left + (right - middle);
  }

 private:
  template <class List>
  static void rotate(List& list, std::size_t width, std::size_t first, std::size_t middle,
                     std::size_t last) {
    const auto at = [&](std::size_t row) {
      return list.begin() + static_cast<std::ptrdiff_t>(row * width);
    };
    std::rotate(at(first), at(middle), at(last));
  }

  void rotate(std::size_t first, std::size_t middle, std::size_t last) {
    if (first == middle || middle == last) return;
    rotate(frame_.item_of_row, 1, first, middle, last);
    frame_.row_labels.rotate(first, middle, last);
    frame_.gold.rotate(first, middle, last);
    for (auto* column : columns_) rotate(*column, column->size() / size(), first, middle, last);
  }

  Frame& frame_;
  std::vector<std::vector<double>*> columns_;
};

}  // namespace

void sort_rows_by_label(Frame& frame, std::vector<std::vector<double>*> columns) {
  Rows rows(frame, std::move(columns));
  std::size_t begin = 0;
  const auto labels = static_cast<std::uint32_t>(frame.row_labels.distinct().size());
  for (std::uint32_t code = 0; code + 1 < labels; ++code) {
    begin = rows.partition(begin, rows.size(), code);
  }
}

}  // namespace sonde

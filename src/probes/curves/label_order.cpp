#include "probes/curves/label_order.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sonde {
namespace {

// The rows in an order that is changed in place.
class Rows {
 public:
  Rows(Frame& frame, std::span<std::vector<double>* const> columns)
      : frame_(frame), columns_(columns) {}

  std::size_t size() const { return frame_.rows(); }

  // Puts the rows of [first, last) that are `early` before the others, both in their order. Returns
  // the start of the others.
  template <class IsEarly>
  std::size_t partition(std::size_t first, std::size_t last, const IsEarly& early) {
    if (last - first == 0) return first;
    if (last - first == 1) return early(first) ? last : first;
    const std::size_t middle = first + (last - first) / 2;
    const std::size_t left = partition(first, middle, early);
    const std::size_t right = partition(middle, last, early);
    rotate(left, middle, right);
    return left + (right - middle);
  }

  bool is_measured(std::size_t row) const {
    return std::ranges::any_of(columns_, [&](const auto* column) {
      const std::size_t width = column->size() / size();
      const auto begin = column->begin() + static_cast<std::ptrdiff_t>(row * width);
      return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(width),
                         [](double value) { return !std::isnan(value); });
    });
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
  std::span<std::vector<double>* const> columns_;
};

}  // namespace

void sort_rows_by_label(Frame& frame, std::span<std::vector<double>* const> columns) {
  Rows rows(frame, columns);
  const std::size_t measured =
      rows.partition(0, rows.size(), [&](std::size_t row) { return rows.is_measured(row); });
  std::size_t begin = 0;
  const auto labels = static_cast<std::uint32_t>(frame.row_labels.distinct().size());
  for (std::uint32_t code = 0; code + 1 < labels; ++code) {
    begin = rows.partition(begin, measured,
                           [&](std::size_t row) { return frame.row_labels.code(row) <= code; });
  }
}

}  // namespace sonde

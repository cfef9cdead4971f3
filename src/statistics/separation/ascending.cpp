#include "statistics/separation/ascending.h"

#include <algorithm>
#include <vector>

namespace sonde {
namespace {

using Values = std::span<const double>;

// Cells of equal width, in order, from the least value to the greatest.
class Cells {
 public:
  static constexpr std::size_t kCount = 1U << 14U;

  Cells(Values a, Values b) {
    low_ = a.empty() ? b.front() : a.front();
    double high = low_;
    for (const Values values : {a, b}) {
      for (const double value : values) {
        low_ = std::min(low_, value);
        high = std::max(high, value);
      }
    }
    a_width_ = high > low_ ? static_cast<double>(kCount) / (high - low_) : 0;
  }

  std::size_t of(double value) const {
    if (!(a_width_ > 0)) return 0;  // all the same, or so far apart that it overflows
    return std::min(kCount - 1, static_cast<std::size_t>((value - low_) * a_width_));
  }

 private:
  double low_ = 0, a_width_ = 0;
};

// The first cell of each part: parts have at most `at_once` values, or a single cell.
std::vector<std::size_t> parts_of(Values a, Values b, const Cells& cells, std::size_t at_once) {
  std::vector<std::size_t> counts(Cells::kCount);
  for (const Values values : {a, b}) {
    for (const double value : values) ++counts[cells.of(value)];
  }
  std::vector<std::size_t> firsts{0};
  std::size_t held = 0;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    if (held > 0 && held + counts[cell] > at_once) {
      firsts.push_back(cell);
      held = 0;
    }
    held += counts[cell];
  }
  firsts.push_back(Cells::kCount);
  return firsts;
}

void gather(Values values, const Cells& cells, std::size_t first, std::size_t end,
            std::vector<double>& sorted) {
  sorted.clear();
  for (const double value : values) {
    const std::size_t cell = cells.of(value);
    if (cell >= first && cell < end) sorted.push_back(value);
  }
  std::ranges::sort(sorted);
}

// How many of the sorted values from `at` on are equal to `value`. `at` moves past them.
std::uint64_t pass(const std::vector<double>& sorted, std::size_t& at, double value) {
  const std::size_t begin = at;
  while (at < sorted.size() && sorted[at] == value) ++at;
  return at - begin;
}

}  // namespace

void visit_ascending(Values a, Values b,
                     const std::function<void(double, std::uint64_t, std::uint64_t)>& visit,
                     std::size_t at_once) {
  if (a.empty() && b.empty()) return;
  const Cells cells(a, b);
  const auto parts = parts_of(a, b, cells, at_once);
  std::vector<double> from_a, from_b;
  from_a.reserve(std::min(a.size(), at_once));  // growing would take twice as much
  from_b.reserve(std::min(b.size(), at_once));
  for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
    gather(a, cells, parts[part], parts[part + 1], from_a);
    gather(b, cells, parts[part], parts[part + 1], from_b);
    std::size_t i = 0, j = 0;
    while (i < from_a.size() || j < from_b.size()) {
      const bool next_is_a = j == from_b.size() || (i < from_a.size() && from_a[i] <= from_b[j]);
      const double value = next_is_a ? from_a[i] : from_b[j];
      const std::uint64_t in_a = pass(from_a, i, value);
      visit(value, in_a, pass(from_b, j, value));
    }
  }
}

}  // namespace sonde

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sonde/matrix.h"
#include "sonde/probe.h"

namespace sonde {

// The items of a task that reports show one by one: all of them, or a random sample if there are
// very many. Results are about all items.
class ItemSample {
 public:
  static constexpr std::size_t kMost = 10'000;

  explicit ItemSample(const Frame& frame, std::size_t most = kMost);

  bool are_all() const { return places_.size() == frame_.items(); }
  std::vector<std::uint64_t> keys() const;
  // Their rows of a table.
  MatrixOf<double> rows(const Matrix<const double>& table) const;
  // Their values of a list with one per item, or nothing of an empty list.
  template <class Value>
  std::vector<Value> values(std::vector<Value> all) const {
    if (are_all() || all.empty()) return all;
    std::vector<Value> shown;
    for (const auto place : places_) shown.push_back(std::move(all[place]));
    return shown;
  }

 private:
  const Frame& frame_;
  std::vector<std::uint32_t> places_;  // in the frame, ascending
};

}  // namespace sonde

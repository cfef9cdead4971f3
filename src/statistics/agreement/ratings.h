#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sonde {

struct Rating {
  std::uint32_t item;
  std::uint32_t annotator;
  double value;
};

// Human ratings, item by item: any annotator's rating of any item may be missing.
class Ratings {
 public:
  // Items and annotators are numbered from 0. Errors: kUsage for a number beyond the counts, a
  // value that isn't finite, and two ratings of an item by one annotator.
  Ratings(std::size_t items, std::size_t annotators, std::vector<Rating> ratings);

  std::size_t items() const { return first_.size() - 1; }
  std::size_t annotators() const { return annotators_; }
  std::size_t size() const { return ratings_.size(); }
  // In order of annotators.
  std::span<const Rating> of(std::size_t item) const {
    return std::span(ratings_).subspan(first_[item], first_[item + 1] - first_[item]);
  }
  std::span<const Rating> all() const { return ratings_; }

 private:
  std::size_t annotators_;
  std::vector<Rating> ratings_;
  std::vector<std::size_t> first_;
};

// Each rating's place among the distinct values.
struct Categories {
  std::vector<double> values;        // ascending
  std::vector<std::uint32_t> codes;  // for Ratings::all()
};
Categories categories(const Ratings& ratings);

}  // namespace sonde

#include "probes/sts/sts_reference.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/nan.h"

namespace sonde {
namespace {

// A mean over a slice, and in each replicate.
struct SliceMean {
  double value = kNaN;
  std::vector<double> replicates;
  std::size_t items = 0;
};

SliceMean slice_mean(const std::vector<double>& values, const Counted& counted,
                     const Resampler& resampler) {
  SliceMean mean{kNaN, resampler.means(values, counted.keys), counted.distinct_items()};
  double sum = 0;
  for (const double value : values) sum += value;
  if (!values.empty()) mean.value = sum / static_cast<double>(values.size());
  return mean;
}

double quotient(double value, double unit) { return unit == 0 ? kNaN : value / unit; }

SliceMean in_units_of(const SliceMean& mean, const SliceMean& unit) {
  SliceMean relative{quotient(mean.value, unit.value), mean.replicates,
                     std::min(mean.items, unit.items)};
  std::ranges::transform(mean.replicates, unit.replicates, relative.replicates.begin(), quotient);
  return relative;
}

// How far two series of means are apart: the mean of their absolute differences.
SliceMean deviation(std::span<const SliceMean> ones, std::span<const SliceMean> others) {
  SliceMean mean{0, std::vector<double>(ones.front().replicates.size()), 0};
  const auto add = [&](double& sum, double one, double other) {
    sum += std::abs(one - other) / static_cast<double>(ones.size());
  };
  for (std::size_t i = 0; i < ones.size(); ++i) {
    add(mean.value, ones[i].value, others[i].value);
    for (std::size_t r = 0; r < mean.replicates.size(); ++r) {
      add(mean.replicates[r], ones[i].replicates[r], others[i].replicates[r]);
    }
    mean.items += ones[i].items;
  }
  return mean;
}

// Whether a slice is of the reference's label.
bool has_label_of(const std::string& slice, const std::string& reference) {
  const auto equals = reference.find('=');
  return equals != reference.npos && slice.starts_with(reference.substr(0, equals + 1));
}

template <class Slices>
std::size_t place_of(const Slices& slices, const std::string& name) {
  const auto is_it = [&](const auto& slice) { return slice.name == name; };
  return static_cast<std::size_t>(std::ranges::find_if(slices, is_it) - slices.begin());
}

// Adds the results of one subject, or of the data.
class SliceResults {
 public:
  SliceResults(std::vector<Result>& results, const Frame& frame, const Table& table,
               const Resampler& resampler)
      : results_(results), frame_(frame), table_(table), resampler_(resampler) {}

  void add(std::string name, const std::string& slice, const Counted& counted,
           const SliceMean& mean, Better better = Better::kNeither) const {
    Result result = blank(std::move(name), slice, counted);
    result.better = better;
    add_statistic(result, mean.value, mean.replicates, mean.items, resampler_);
    results_.push_back(std::move(result));
  }

  void add_mean_of(std::string name, const std::string& slice, Counted counted,
                   const std::vector<double>& values) const {
    Result result = blank(std::move(name), slice, counted);
    counted.x = values;
    add_mean(result, counted, resampler_);
    results_.push_back(std::move(result));
  }

 private:
  Result blank(std::string name, const std::string& slice, const Counted& counted) const {
    return blank_result(frame_, table_, {slice, {}}, std::move(name), counted);
  }

  std::vector<Result>& results_;
  const Frame& frame_;
  const Table& table_;
  const Resampler& resampler_;
};

// A slice's similarities or ratings of pairs.
using Numbers = std::vector<double> Counted::*;

std::vector<SliceMean> relative_means(std::span<const MeasuredSlice> slices, std::size_t reference,
                                      Numbers numbers, const Resampler& resampler) {
  const auto mean = [&](const MeasuredSlice& slice) {
    return slice_mean(slice.pairs.*numbers, slice.pairs, resampler);
  };
  const SliceMean unit = mean(slices[reference]);
  std::vector<SliceMean> means;
  for (const auto& slice : slices) means.push_back(in_units_of(mean(slice), unit));
  return means;
}

SliceMean spearman_difference(const MeasuredSlice& slice, const MeasuredSlice& reference) {
  SliceMean difference{slice.spearman - reference.spearman, slice.spearman_replicates,
                       std::min(slice.pairs.distinct_items(), reference.pairs.distinct_items())};
  std::ranges::transform(slice.spearman_replicates, reference.spearman_replicates,
                         difference.replicates.begin(), std::minus{});
  return difference;
}

Counted rated_pairs(const Frame& frame, const Slice& slice) {
  Counted counted;
  for (const auto pair : slice.items) {
    if (std::isnan(frame.gold[pair])) {
      ++counted.left_out["no rating"];
    } else {
      counted.y.push_back(frame.gold[pair]);
      counted.keys.push_back(frame.keys[pair]);
    }
  }
  return counted;
}

// A deviation is of the slices that have pairs.
void add_deviation(const SliceResults& adding, const std::string& reference,
                   std::span<const MeasuredSlice> slices, std::span<const SliceMean> similarities,
                   std::span<const SliceMean> ratings) {
  std::vector<SliceMean> ones, others;
  Counted all;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (!has_label_of(slices[i].name, reference) || slices[i].pairs.keys.empty()) continue;
    ones.push_back(similarities[i]);
    others.push_back(ratings[i]);
    const auto& keys = slices[i].pairs.keys;
    all.keys.insert(all.keys.end(), keys.begin(), keys.end());
  }
  if (ones.empty()) return;
  adding.add("relative_deviation", "all", all, deviation(ones, others), Better::kLower);
}

}  // namespace

void compare_with_reference(std::vector<Result>& results, const std::string& reference,
                            const Frame& frame, const Table& table,
                            std::span<const MeasuredSlice> slices, const Resampler& resampler) {
  const SliceResults adding(results, frame, table, resampler);
  for (const auto& slice : slices) {
    adding.add_mean_of("mean_similarity", slice.name, slice.pairs, slice.pairs.x);
  }
  const std::size_t at = place_of(slices, reference);
  if (at == slices.size()) return;  // none of its pairs is in the sample
  const auto similarities = relative_means(slices, at, &Counted::x, resampler);
  const auto ratings = relative_means(slices, at, &Counted::y, resampler);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (i == at) continue;
    adding.add("relative_similarity", slices[i].name, slices[i].pairs, similarities[i]);
    adding.add("spearman_difference", slices[i].name, slices[i].pairs,
               spearman_difference(slices[i], slices[at]));
  }
  add_deviation(adding, reference, slices, similarities, ratings);
}

void rate_with_reference(std::vector<Result>& results, const std::string& reference,
                         const Frame& frame, std::span<const Slice> slices,
                         const Resampler& resampler) {
  const Table data{"data", true, {}};
  const SliceResults adding(results, frame, data, resampler);
  std::vector<MeasuredSlice> rated;
  for (const auto& slice : slices) {
    rated.push_back({slice.name, rated_pairs(frame, slice), kNaN, {}});
    adding.add_mean_of("mean_rating", slice.name, rated.back().pairs, rated.back().pairs.y);
  }
  const std::size_t at = place_of(rated, reference);
  if (at == rated.size()) return;
  const auto ratings = relative_means(rated, at, &Counted::y, resampler);
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (i != at) adding.add("relative_rating", rated[i].name, rated[i].pairs, ratings[i]);
  }
}

}  // namespace sonde

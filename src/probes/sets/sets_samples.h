#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "probes/sets/sets_layout.h"
#include "probes/shared/results.h"

namespace sonde {

// The samples of a data set: which rows belong to an operator and to a kind of it.
class SetSamples {
 public:
  // Errors: kInput if a row's label is not a sample's.
  explicit SetSamples(const Frame& frame);

  const Frame& frame() const { return frame_; }
  bool has(SetOperator op) const;
  bool is(std::size_t row, SetOperator op) const { return of(row).op == op; }
  std::vector<std::string> kinds(SetOperator op) const;  // in order of the rows
  std::string_view kind(std::size_t row) const { return of(row).kind; }
  // Whether samples of an operator could be expected of an item that has none.
  bool lacks(std::uint32_t item) const { return several_[item] != 0; }

 private:
  const SampleLabel& of(std::size_t row) const { return labels_[frame_.row_labels.code(row)]; }

  const Frame& frame_;
  std::vector<SampleLabel> labels_;    // per code
  std::vector<std::uint8_t> several_;  // an item: whether it has samples of several kinds
};

// Some samples of a slice's items.
struct ChosenSamples {
  std::vector<std::size_t> rows;
  std::vector<std::uint32_t> items;  // items of the slice that should have samples
};
ChosenSamples choose_samples(const SetSamples& samples, const Slice& slice, SetOperator op,
                             std::string_view kind = {});

// Means of numbers over samples, in the sample and in each replicate over items: those of one
// item come and go together.
struct SampleMeans {
  Counted counted;              // items (x is empty)
  std::vector<double> values;   // per number, NaN if no sample counts
  MatrixOf<double> sums;        // an item that counts x (a number, then how many samples)
  MatrixOf<double> replicates;  // (a number, then samples an item) x replicates

  std::vector<double> replicated(std::size_t number) const;
  bool one_each() const;  // whether every item has one sample
  double count() const;   // sample count
};
// `numbers` fills in a row's numbers, and returns false if they are undefined. Items without a row
// or without a defined one are left out. Undefined rows of others are counted separately.
SampleMeans sample_means(const SetSamples& samples, const ChosenSamples& chosen, std::size_t count,
                         const std::string& undefined,
                         const std::function<bool(std::size_t row, std::span<double>)>& numbers,
                         const Resampler& resampler);

}  // namespace sonde

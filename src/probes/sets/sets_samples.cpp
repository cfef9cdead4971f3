#include "probes/sets/sets_samples.h"

#include <algorithm>

#include "probes/shared/table_shape.h"

namespace sonde {
namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

std::vector<SampleLabel> parse_labels(const Frame& frame) {
  std::vector<SampleLabel> labels;
  for (const auto& text : frame.row_labels.distinct()) {
    const auto label = parse_sample_label(text);
    if (!label) throw_bad_shape(frame);
    labels.push_back(*label);
  }
  return labels;
}

// The sums of the items that have samples, in order.
class ItemSums {
 public:
  ItemSums(std::size_t items, std::size_t count) : count_(count), place_(items, kNowhere) {}

  void add(std::uint32_t item, std::span<const double> numbers) {
    if (place_[item] == kNowhere) {
      place_[item] = static_cast<std::uint32_t>(items_.size());
      items_.push_back(item);
      sums_.resize(items_.size() * (count_ + 1));
    }
    double* sums = sums_.data() + place_[item] * (count_ + 1);
    for (std::size_t i = 0; i < count_; ++i) sums[i] += numbers[i];
    ++sums[count_];
  }

  bool has(std::uint32_t item) const { return place_[item] != kNowhere; }
  const std::vector<std::uint32_t>& items() const { return items_; }

  MatrixOf<double> matrix() const {
    MatrixOf<double> matrix(items_.size(), count_ + 1);
    std::ranges::copy(sums_, matrix.view().data());
    return matrix;
  }

 private:
  std::size_t count_;
  std::vector<std::uint32_t> place_, items_;
  std::vector<double> sums_;
};

std::vector<double> means_of(Matrix<const double> sums) {
  const std::size_t count = sums.columns() - 1;
  std::vector<double> totals(count + 1);
  for (std::size_t item = 0; item < sums.rows(); ++item) {
    for (std::size_t i = 0; i <= count; ++i) totals[i] += sums(item, i);
  }
  for (std::size_t i = 0; i < count; ++i) totals[i] /= totals[count];  // 0 / 0 is NaN
  totals.pop_back();
  return totals;
}

}  // namespace

SetSamples::SetSamples(const Frame& frame)
    : frame_(frame), labels_(parse_labels(frame)), several_(frame.items()) {
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.item_of_row[row] >= frame.items()) throw_bad_shape(frame);
    if (!kind(row).empty()) several_[frame.item_of_row[row]] = 1;
  }
}

bool SetSamples::has(SetOperator op) const {
  return std::ranges::any_of(labels_, [&](const auto& label) { return label.op == op; });
}

std::vector<std::string> SetSamples::kinds(SetOperator op) const {
  std::vector<std::string> kinds;
  for (const auto& label : labels_) {
    if (label.op == op && !label.kind.empty()) kinds.emplace_back(label.kind);
  }
  return kinds;
}

ChosenSamples choose_samples(const SetSamples& samples, const Slice& slice, SetOperator op,
                             std::string_view kind) {
  const Frame& frame = samples.frame();
  std::vector<std::uint8_t> in_slice(frame.items()), expected(frame.items());
  for (const auto item : slice.items) {
    in_slice[item] = 1;
    expected[item] = samples.lacks(item);
  }
  ChosenSamples chosen;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const auto item = frame.item_of_row[row];
    if (!in_slice[item] || !samples.is(row, op)) continue;
    if (!kind.empty() && samples.kind(row) != kind) continue;
    chosen.rows.push_back(row);
    expected[item] = 1;
  }
  for (const auto item : slice.items) {
    if (expected[item]) chosen.items.push_back(item);
  }
  return chosen;
}

std::vector<double> SampleMeans::replicated(std::size_t number) const {
  const auto totals = replicates[number], samples = replicates[values.size()];
  std::vector<double> means(totals.size());
  std::ranges::transform(totals, samples, means.begin(), std::divides<>());
  return means;
}

bool SampleMeans::one_each() const {
  for (std::size_t item = 0; item < sums.rows(); ++item) {
    if (sums[item][values.size()] != 1) return false;
  }
  return true;
}

double SampleMeans::count() const {
  double samples = 0;
  for (std::size_t item = 0; item < sums.rows(); ++item) samples += sums[item][values.size()];
  return samples;
}

SampleMeans sample_means(const SetSamples& samples, const ChosenSamples& chosen, std::size_t count,
                         const std::string& undefined,
                         const std::function<bool(std::size_t row, std::span<double>)>& numbers,
                         const Resampler& resampler) {
  const Frame& frame = samples.frame();
  ItemSums sums(frame.items(), count);
  std::vector<std::size_t> rows(frame.items()), undefined_rows(frame.items());
  std::vector<double> of_row(count);
  for (const auto row : chosen.rows) {
    const auto item = frame.item_of_row[row];
    ++rows[item];
    if (numbers(row, of_row)) {
      sums.add(item, of_row);
    } else {
      ++undefined_rows[item];
    }
  }
  SampleMeans means;
  auto& left_out = means.counted.left_out;
  for (const auto item : chosen.items) {
    if (rows[item] == 0) {
      ++left_out[std::string(kNotKept)];
    } else if (!sums.has(item)) {
      ++left_out[undefined];
    } else if (undefined_rows[item] > 0) {
      left_out[undefined + ", of a sample of a row that counts"] += undefined_rows[item];
    }
  }
  for (const auto item : sums.items()) means.counted.keys.push_back(frame.keys[item]);
  means.sums = sums.matrix();
  means.values = means_of(means.sums.view());
  means.replicates = resampler.means_of_columns(means.sums.view(), means.counted.keys);
  return means;
}

}  // namespace sonde

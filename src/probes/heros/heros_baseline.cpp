#include "probes/heros/heros_baseline.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/nan.h"

namespace sonde {
namespace {

double length(std::span<const float> vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  const double length = std::sqrt(squares);
  return length > 0 && std::isfinite(length) ? length : kNaN;
}

// The sum of the unit vectors of a half.
class Half {
 public:
  void add(const Block& block, std::size_t text) {
    const auto vector = block.vectors[text];
    const double norm = length(vector);
    if (std::isnan(norm)) return;
    sum_.resize(block.dimension());
    for (std::size_t i = 0; i < vector.size(); ++i) {
      sum_[block.place(i)] += static_cast<double>(vector[i]) / norm;
    }
    ++count_;
  }

  void append_mean(std::size_t dimension, Fitted& fitted) const {
    for (std::size_t i = 0; i < dimension; ++i) {
      fitted.push_back(count_ == 0 ? kNaN : sum_[i] / static_cast<double>(count_));
    }
  }

 private:
  std::size_t count_ = 0;
  std::vector<double> sum_;
};

// Leaves the place of the last half's first row, and the mean unit vectors of both halves.
class BaselineFitter : public Fitter {
 public:
  explicit BaselineFitter(std::uint64_t items) : first_half_(items / 2) {}

  void add(const Block& block) override {
    if (block.vectors.rows() == 0) return;  // a scorer
    dimension_ = block.dimension();
    std::size_t text = 0;
    for (const auto& item : block.items) {
      if (seen_ == first_half_) border_ = static_cast<double>(item.first_row);
      halves_[seen_ < first_half_ ? 0 : 1].add(block, text);
      text += item.texts.size();
      ++seen_;
    }
  }

  Fitted finish() override {
    if (dimension_ == 0) return {};
    Fitted fitted{border_};
    for (const auto& half : halves_) half.append_mean(dimension_, fitted);
    return fitted;
  }

 private:
  std::uint64_t first_half_;
  std::uint64_t seen_ = 0;
  double border_ = 0;
  std::size_t dimension_ = 0;
  std::array<Half, 2> halves_;
};

struct HalfValues {
  std::vector<double> values;
  std::vector<std::uint64_t> keys;

  double mean() const {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
};

}  // namespace

std::unique_ptr<Fitter> baseline_fitter(std::uint64_t items) {
  return std::make_unique<BaselineFitter>(items);
}

double baseline_of(const Item& item, const Block& block, std::size_t text, const Fitted& fitted) {
  if (fitted.empty() || block.vectors.rows() == 0) return kNaN;
  const auto original = block.vectors[text];
  const bool is_first = static_cast<double>(item.first_row) < fitted[0];
  const double* other = fitted.data() + 1 + (is_first ? block.dimension() : 0);
  double sum = 0;
  for (std::size_t i = 0; i < original.size(); ++i) {
    sum += static_cast<double>(original[i]) * other[block.place(i)];
  }
  return sum / length(original);
}

Baseline resampled_baseline(std::span<const double> values, std::span<const std::uint64_t> keys,
                            const Resampler& resampler) {
  std::array<HalfValues, 2> halves;
  HalfValues all;
  for (std::size_t item = 0; item < values.size(); ++item) {
    if (std::isnan(values[item])) continue;
    for (HalfValues* part : {&halves[item < values.size() / 2 ? 0 : 1], &all}) {
      part->values.push_back(values[item]);
      part->keys.push_back(keys[item]);
    }
  }
  const double overall = all.mean();
  Baseline baseline{halves[0].mean() + halves[1].mean() - overall,
                    resampler.means(halves[0].values, halves[0].keys)};
  const auto last = resampler.means(halves[1].values, halves[1].keys);
  for (std::size_t i = 0; i < last.size(); ++i) baseline.replicates[i] += last[i] - overall;
  return baseline;
}

}  // namespace sonde

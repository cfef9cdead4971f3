#include "probes/shared/standardize.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sonde {
namespace {

constexpr double kFloor = 0.001;

std::size_t groups(Standardize how) { return how == Standardize::kSeparate ? 2 : 1; }

std::size_t group_of(Standardize how, Side side) {
  return how == Standardize::kSeparate && side == Side::kSecond ? 1 : 0;
}

// Running mean and squared deviations of each feature (Welford, 1962): the same for any blocks.
class Moments {
 public:
  void add(std::span<const float> vector) {
    mean_.resize(vector.size());
    squares_.resize(vector.size());
    const double share = 1.0 / static_cast<double>(++count_);
    for (std::size_t i = 0; i < vector.size(); ++i) {
      const double delta = static_cast<double>(vector[i]) - mean_[i];
      mean_[i] += delta * share;
      squares_[i] += delta * (static_cast<double>(vector[i]) - mean_[i]);
    }
  }

  // Appends the means, then the deviations.
  void finish(std::size_t dimension, Fitted& fitted) const {
    const double count = static_cast<double>(count_);
    for (std::size_t i = 0; i < dimension; ++i) fitted.push_back(count_ ? mean_[i] : NAN);
    for (std::size_t i = 0; i < dimension; ++i) {
      fitted.push_back(count_ ? std::sqrt(squares_[i] / count) : NAN);
    }
  }

 private:
  std::size_t count_ = 0;
  std::vector<double> mean_;
  std::vector<double> squares_;
};

class StandardizeFitter : public Fitter {
 public:
  explicit StandardizeFitter(Standardize how) : how_(how) {}

  void add(const Block& block) override {
    if (block.vectors.rows() == 0) return;  // a scorer
    dimension_ = block.dimension();
    std::size_t at = 0;
    for (const auto& item : block.items) {
      for (const auto& text : item.texts) {
        const auto vector = whole_vector(block, at++);
        const bool defined = std::none_of(vector.begin(), vector.end(),
                                          [](float value) { return std::isnan(value); });
        if (defined) moments_[group_of(how_, text.side)].add(vector);
      }
    }
  }

  Fitted finish() override {
    Fitted fitted;
    for (std::size_t group = 0; group < groups(how_); ++group) {
      moments_[group].finish(dimension_, fitted);
    }
    return fitted;
  }

 private:
  Standardize how_;
  std::size_t dimension_ = 0;
  std::array<Moments, 2> moments_;
};

}  // namespace

std::vector<float> whole_vector(const Block& block, std::size_t text) {
  std::vector<float> whole(block.dimension());
  const auto given = block.vectors[text];
  for (std::size_t i = 0; i < given.size(); ++i) whole[block.place(i)] = given[i];
  return whole;
}

std::unique_ptr<Fitter> standardize_fitter(Standardize how) {
  return std::make_unique<StandardizeFitter>(how);
}

void standardize(Standardize how, const Fitted& fitted, Side side, std::span<float> vector) {
  const std::size_t dimension = vector.size();
  const double* mean = fitted.data() + group_of(how, side) * 2 * dimension;
  const double* deviation = mean + dimension;
  for (std::size_t i = 0; i < dimension; ++i) {
    const double centred = static_cast<double>(vector[i]) - mean[i];
    vector[i] = static_cast<float>(centred / (deviation[i] + kFloor));
  }
}

}  // namespace sonde

#include "statistics/agreement/fleiss.h"

#include <cmath>
#include <utility>

#include "base/nan.h"

namespace sonde {
namespace {

// The share of pairs of ratings that are equal.
double equal_pairs(std::span<const Rating> ratings) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) equal += ratings[i].value == ratings[j].value;
  }
  const double n = static_cast<double>(ratings.size());
  return static_cast<double>(equal) / (n * (n - 1) / 2);
}

class Fleiss {
 public:
  explicit Fleiss(const Ratings& ratings) : ratings_(ratings), categories_(categories(ratings)) {
    for (std::size_t item = 0; item < ratings.items(); ++item) {
      const auto of = ratings.of(item);
      agreement_.push_back(of.size() < 2 ? kNaN : equal_pairs(of));
      items_ += of.size() > 1;
    }
  }

  std::size_t items() const { return items_; }

  void at(Weights weights, std::span<double> out) const {
    double sum = 0, items = 0;
    for (std::size_t item = 0; item < agreement_.size(); ++item) {
      if (weights[item] == 0 || std::isnan(agreement_[item])) continue;
      sum += weights[item] * agreement_[item];
      items += weights[item];
    }
    const double chance = chance_agreement(weights);
    out[0] = items > 0 ? sum / items : kNaN;
    out[1] = chance < 1 ? (out[0] - chance) / (1 - chance) : kNaN;
  }

 private:
  // 1 exactly if there is one category only. NaN without ratings.
  double chance_agreement(Weights weights) const {
    std::vector<double> counts(categories_.values.size());
    double n = 0;
    for (std::size_t i = 0; i < ratings_.size(); ++i) {
      const auto item = ratings_.all()[i].item;
      if (std::isnan(agreement_[item])) continue;
      counts[categories_.codes[i]] += weights[item];
      n += weights[item];
    }
    double chance = 0;
    for (const double count : counts) chance += count * count;
    return chance / (n * n);
  }

  const Ratings& ratings_;
  Categories categories_;
  std::vector<double> agreement_;  // per item
  std::size_t items_ = 0;
};

}  // namespace

Measures fleiss(const Ratings& ratings) {
  const Fleiss fleiss(ratings);
  const auto at = [fleiss](Weights weights, std::span<double> out) { fleiss.at(weights, out); };
  return {{"percent_agreement", "fleiss_kappa"},
          fleiss.items(),
          "fewer than two ratings",
          "items with two ratings, and different ones",
          at};
}

}  // namespace sonde

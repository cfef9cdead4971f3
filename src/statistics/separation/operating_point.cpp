#include "statistics/separation/operating_point.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "sonde/error.h"
#include "statistics/resampling/each_block.h"
#include "statistics/resampling/poisson.h"

namespace sonde {
namespace {

constexpr std::size_t kFolds = 10;
constexpr std::size_t kAllItems = kFolds;  // the place after the folds
using OfFolds = std::array<double, kFolds + 1>;
using ItemWeights = std::vector<std::uint8_t>;

struct Placed {
  double similarity;
  std::uint32_t item;
};

std::vector<Placed> placed(const Variants& variants) {
  std::vector<Placed> all;
  for (std::size_t i = 0; i < variants.cosines.size(); ++i) {
    all.push_back({settled_similarity(variants.cosines[i]), variants.items[i]});
  }
  return all;
}

// Computes results under any weights of the items.
class Operating {
 public:
  explicit Operating(const OperatingQuestion& question)
      : rate_(question.rate), changed_(placed(question.changed)) {
    if (!(rate_ > 0 && rate_ < 1)) {
      throw usage_error("the rate of false matches is not between 0 and 1", "0.05 is 5%");
    }
    std::ranges::stable_sort(changed_, std::ranges::greater(), &Placed::similarity);
    for (const auto& list : question.judged) judged_.push_back(placed(list));
    for (const auto key : question.keys) {
      folds_.push_back(static_cast<std::uint8_t>(operating_fold(key)));
    }
  }

  std::size_t lists() const { return judged_.size(); }

  // For each fold the threshold from the other folds, followed by that of all items.
  OfFolds thresholds(const ItemWeights& weights) const {
    const OfFolds allowed = allowed_above(weights);
    OfFolds first, second, above{};
    first.fill(kNaN);
    second.fill(kNaN);
    for (std::size_t i = 0; i < changed_.size() && is_open(allowed, second);) {
      const double value = changed_[i].similarity;
      const OfFolds before = above;
      for (; i < changed_.size() && changed_[i].similarity == value; ++i) {
        add(changed_[i].item, weights, above);
      }
      for (std::size_t fold = 0; fold <= kFolds; ++fold) {
        const auto holds = [&](double place) {
          return without(before, fold) <= place && place < without(above, fold);
        };
        if (holds(std::floor(allowed[fold]))) first[fold] = value;
        if (holds(std::floor(allowed[fold]) + 1)) second[fold] = value;
      }
    }
    return between(first, second, allowed);
  }

  double matches(std::size_t list, const OfFolds& thresholds, const ItemWeights& weights) const {
    double matched = 0, all = 0;
    for (const auto& one : judged_[list]) {
      const double weight = weights[one.item];
      all += weight;
      if (one.similarity > thresholds[folds_[one.item]]) matched += weight;
    }
    return all > 0 && !std::isnan(thresholds[kAllItems]) ? matched / all : kNaN;
  }

 private:
  static double without(const OfFolds& sums, std::size_t fold) {
    return sums[kAllItems] - (fold == kAllItems ? 0 : sums[fold]);
  }

  static bool is_open(const OfFolds& allowed, const OfFolds& second) {
    for (std::size_t fold = 0; fold <= kFolds; ++fold) {
      if (allowed[fold] >= 0 && std::isnan(second[fold])) return true;
    }
    return false;
  }

  // Between two neighbours, so that the expected rate is the wanted one for any number of variants.
  static OfFolds between(const OfFolds& first, const OfFolds& second, const OfFolds& allowed) {
    OfFolds found;
    for (std::size_t fold = 0; fold <= kFolds; ++fold) {
      const double share = allowed[fold] - std::floor(allowed[fold]);
      const double next = std::isnan(second[fold]) ? first[fold] : second[fold];
      found[fold] = first[fold] + share * (next - first[fold]);
    }
    return found;
  }

  void add(std::uint32_t item, const ItemWeights& weights, OfFolds& sums) const {
    sums[folds_[item]] += weights[item];
    sums[kAllItems] += weights[item];
  }

  // How much weight may be above a threshold. Below 0 if there isn't any to judge by.
  OfFolds allowed_above(const ItemWeights& weights) const {
    OfFolds sums{}, allowed;
    for (const auto& one : changed_) add(one.item, weights, sums);
    for (std::size_t fold = 0; fold <= kFolds; ++fold) {
      const double weight = without(sums, fold);
      allowed[fold] = weight > 0 ? std::max(0.0, rate_ * (weight + 1) - 1) : -1;
    }
    return allowed;
  }

  double rate_;
  std::vector<Placed> changed_;  // the most similar first
  std::vector<std::vector<Placed>> judged_;
  std::vector<std::uint8_t> folds_;  // per item
};

}  // namespace

std::size_t operating_fold(std::uint64_t key) {
  return static_cast<std::size_t>(random_bits(1, key, 0) % kFolds);
}

double settled_similarity(double similarity) { return std::round(similarity * 1e6) / 1e6; }

std::size_t fewest_changed(double rate) {
  return static_cast<std::size_t>(std::ceil(1 / rate - 1e-9)) - 1;
}

OperatingPoint operating_point(const OperatingQuestion& question) {
  const Operating operating(question);
  const ItemWeights once(question.keys.size(), 1);
  const auto thresholds = operating.thresholds(once);
  OperatingPoint point{thresholds[kAllItems]};
  for (std::size_t list = 0; list < operating.lists(); ++list) {
    point.matches.push_back(operating.matches(list, thresholds, once));
  }
  return point;
}

OperatingReplicates operating_replicates(const Resampler& resampler,
                                         const OperatingQuestion& question) {
  const Operating operating(question);
  OperatingReplicates all{std::vector<double>(resampler.replicates()), {}};
  all.matches.assign(operating.lists(), std::vector<double>(resampler.replicates()));
  const auto make = [&] { return ItemWeights(question.keys.size()); };
  each_block(resampler, question.keys.size(), make,
             [&](ItemWeights& weights, const ReplicateBlock& block) {
               for (std::size_t lane = 0; lane < block.count; ++lane) {
                 draw_row(block.keys[lane], question.keys, weights);
                 const auto thresholds = operating.thresholds(weights);
                 all.threshold[block.first + lane] = thresholds[kAllItems];
                 for (std::size_t list = 0; list < operating.lists(); ++list) {
                   all.matches[list][block.first + lane] =
                       operating.matches(list, thresholds, weights);
                 }
               }
             });
  return all;
}

}  // namespace sonde

#include "statistics/agreement/kappa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/counted.h"
#include "base/nan.h"

namespace sonde {
namespace {

constexpr std::size_t kMostWork = 4'000'000;  // per replicate, in categories and judgements

// The pairs of annotators who share items.
class Pairs {
 public:
  Pairs(const Ratings& ratings, std::size_t fewest)
      : ratings_(&ratings),
        domain_(categories(ratings)),
        fewest_(fewest),
        by_annotator_(ratings.annotators()) {
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      by_annotator_[ratings.all()[i].annotator].push_back(i);
    }
  }

  std::span<const double> values() const { return domain_.values; }

  // Calls visit(what both judged) for each pair, in order.
  template <class Visit>
  void each(const Visit& visit) const {
    std::vector<std::vector<Judged>> with(ratings_->annotators());
    for (std::uint32_t annotator = 0; annotator < by_annotator_.size(); ++annotator) {
      for (const auto other : judged_with(annotator, with)) {
        if (with[other].size() >= fewest_) visit(std::span<const Judged>(with[other]));
        with[other].clear();
      }
    }
  }

 private:
  // Fills, by later annotator, what both judged. Returns those who are not empty, in order.
  std::vector<std::uint32_t> judged_with(std::uint32_t annotator,
                                         std::vector<std::vector<Judged>>& with) const {
    const auto all = ratings_->all();
    std::vector<std::uint32_t> others;
    for (const auto own : by_annotator_[annotator]) {
      for (auto i = own + 1; i < all.size() && all[i].item == all[own].item; ++i) {
        auto& both = with[all[i].annotator];
        if (both.empty()) others.push_back(all[i].annotator);
        both.push_back({all[i].item, domain_.codes[own], domain_.codes[i]});
      }
    }
    std::ranges::sort(others);
    return others;
  }

  const Ratings* ratings_;
  Categories domain_;
  std::size_t fewest_;
  std::vector<std::vector<std::size_t>> by_annotator_;  // places among all ratings
};

// Pairs found once, for all replicates.
struct KeptPairs {
  std::vector<Judged> judged;
  std::vector<std::size_t> ends;

  template <class Visit>
  void each(const Visit& visit) const {
    std::size_t first = 0;
    for (const auto end : ends) {
      visit(std::span(judged).subspan(first, end - first));
      first = end;
    }
  }
};

KeptPairs kept_pairs(const Pairs& pairs) {
  KeptPairs kept;
  pairs.each([&](std::span<const Judged> both) {
    kept.judged.insert(kept.judged.end(), both.begin(), both.end());
    kept.ends.push_back(kept.judged.size());
  });
  return kept;
}

template <class Source>
void mean_kappas(const Source& pairs, std::span<const double> values, Weights weights,
                 std::span<double> out) {
  CohenKappa kappa(values);
  MeanOfDefined plain, linear, quadratic;
  pairs.each([&](std::span<const Judged> both) {
    const auto kappas = kappa.of(both, weights);
    plain.add(kappas.plain);
    linear.add(kappas.linear);
    quadratic.add(kappas.quadratic);
  });
  out[0] = plain.value(), out[1] = linear.value(), out[2] = quadratic.value();
}

}  // namespace

CohenKappa::CohenKappa(std::span<const double> categories)
    : values_(categories), first_(categories.size()), second_(categories.size()) {}

Kappas CohenKappa::of(std::span<const Judged> judged, Weights weights) {
  std::ranges::fill(first_, 0);
  std::ranges::fill(second_, 0);
  double n = 0, differ = 0, apart = 0, squares = 0;
  for (const auto& one : judged) {
    const double weight = weights[one.item];
    const double distance = std::abs(values_[one.first] - values_[one.second]);
    first_[one.first] += weight;
    second_[one.second] += weight;
    n += weight;
    differ += one.first == one.second ? 0 : weight;
    apart += weight * distance;
    squares += weight * distance * distance;
  }
  const Kappas expected = chance(n);
  if (!(expected.plain > 0)) return {kNaN, kNaN, kNaN};
  return {1 - differ / expected.plain, 1 - apart / expected.linear,
          1 - squares / expected.quadratic};
}

// Sums of distances of all pairs of a first and a second judgement, over n. Differences of
// cumulated shares give the linear one without looking at pairs of categories.
Kappas CohenKappa::chance(double n) const {
  Kappas sums{0, 0, 0};
  double below_first = 0, below_second = 0, mean_first = 0, mean_second = 0;
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (c > 0) {
      const double apart = below_first * (n - below_second) + below_second * (n - below_first);
      sums.linear += apart * (values_[c] - values_[c - 1]) / n;
    }
    below_first += first_[c];
    below_second += second_[c];
    sums.plain += first_[c] * (n - second_[c]) / n;
    mean_first += first_[c] * (values_[c] - values_[0]) / n;
    mean_second += second_[c] * (values_[c] - values_[0]) / n;
  }
  for (std::size_t c = 0; c < values_.size(); ++c) {
    const double at = values_[c] - values_[0];
    sums.quadratic += first_[c] * (at - mean_first) * (at - mean_first) +
                      second_[c] * (at - mean_second) * (at - mean_second);
  }
  sums.quadratic += n * (mean_first - mean_second) * (mean_first - mean_second);
  return sums;
}

Measures pairwise_kappa(const Ratings& ratings, std::size_t fewest) {
  const Pairs pairs(ratings, std::max<std::size_t>(fewest, 1));
  std::vector<bool> judged(ratings.items());
  std::size_t work = 0;
  pairs.each([&](std::span<const Judged> both) {
    for (const auto& one : both) judged[one.item] = true;
    work += both.size() + pairs.values().size();
  });
  const bool few = work <= kMostWork;
  const auto kept = few ? kept_pairs(pairs) : KeptPairs();
  const auto at = [pairs, kept, few](Weights weights, std::span<double> out) {
    few ? mean_kappas(kept, pairs.values(), weights, out)
        : mean_kappas(pairs, pairs.values(), weights, out);
  };
  return {{"kappa_pairs", "kappa_pairs_linear", "kappa_pairs_quadratic"},
          static_cast<std::size_t>(std::ranges::count(judged, true)),
          "rated by no two annotators who share enough items",
          "two annotators who share " + counted(fewest, "item") + " and differ in ratings",
          at,
          few,
          true};
}

}  // namespace sonde

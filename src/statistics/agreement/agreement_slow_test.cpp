#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "statistics/agreement/fleiss.h"
#include "statistics/agreement/intraclass.h"
#include "statistics/agreement/kappa.h"
#include "statistics/agreement/krippendorff.h"
#include "statistics/agreement/leave_one_out.h"
#include "statistics/agreement/rating_levels.h"
#include "statistics/agreement/split_half.h"
#include "statistics/agreement/testing/rated.h"
#include "statistics/measures/testing/simulated.h"

namespace sonde {
namespace agreement_slow_test {

const std::size_t kSamples = samples_drawn(2000);
constexpr std::size_t kReplicates = 400;
constexpr std::size_t kAnnotators = 4;
constexpr std::size_t kLevels = 5;

using Values = std::map<std::string, double>;
using Shares = std::array<double, kLevels>;

// A standard normal number per item, plus a normal error per annotator, decides its ratings: whole
// numbers from 1 to 5, cut at these sums.
constexpr std::array<double, kLevels - 1> kCuts{-1.2, -.3, .5, 1.4};
constexpr double kError = .7;

double level_of(double latent) {
  return 1.0 + static_cast<double>(
                   std::ranges::count_if(kCuts, [&](double cut) { return cut < latent; }));
}

// Two annotators' ratings of one item, and the rounded-up means of two pairs of annotators.
struct Joint {
  std::array<Shares, kLevels> share{};

  Shares marginal() const {
    Shares all{};
    for (const auto& row : share) {
      for (std::size_t b = 0; b < kLevels; ++b) all.at(b) += row.at(b);
    }
    return all;
  }

  // The expectation of a function of two levels: of one item's, or of different items'.
  double together(const std::function<double(double, double)>& of) const {
    double sum = 0;
    for (std::size_t a = 0; a < kLevels; ++a) {
      for (std::size_t b = 0; b < kLevels; ++b) {
        sum += share.at(a).at(b) * of(static_cast<double>(a) + 1, static_cast<double>(b) + 1);
      }
    }
    return sum;
  }
  double apart(const std::function<double(double, double)>& of) const {
    Joint independent;
    const Shares all = marginal();
    for (std::size_t a = 0; a < kLevels; ++a) {
      for (std::size_t b = 0; b < kLevels; ++b)
        independent.share.at(a).at(b) = all.at(a) * all.at(b);
    }
    return independent.together(of);
  }
  // 1 less observed over expected disagreement: alpha, kappa.
  double agreement(const std::function<double(double, double)>& distance) const {
    return 1 - together(distance) / apart(distance);
  }
};

// One annotator's ratings of an item with this number.
Shares shares_at(double own) {
  Shares shares{};
  double below = 0;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const double to =
        level + 1 < kLevels ? .5 * std::erfc((own - kCuts.at(level)) / kError / std::sqrt(2.0)) : 1;
    shares.at(level) = to - below;
    below = to;
  }
  return shares;
}

Shares of_rounded_up_means(const Shares& one) {
  Shares shares{};
  for (std::size_t a = 0; a < kLevels; ++a) {
    for (std::size_t b = 0; b < kLevels; ++b) shares.at((a + b + 1) / 2) += one.at(a) * one.at(b);
  }
  return shares;
}

// The joint distribution of two that are independent given the item, by the trapezoidal rule.
Joint integrated(const std::function<Shares(const Shares&)>& of) {
  constexpr int kSteps = 4000;
  Joint joint;
  for (int step = 0; step <= kSteps; ++step) {
    const double own = -8 + 16.0 * step / kSteps;
    const double density =
        std::exp(-.5 * own * own) / std::sqrt(2 * std::numbers::pi) * 16 / kSteps;
    const Shares shares = of(shares_at(own));
    for (std::size_t a = 0; a < kLevels; ++a) {
      for (std::size_t b = 0; b < kLevels; ++b) {
        joint.share.at(a).at(b) += density * shares.at(a) * shares.at(b);
      }
    }
  }
  return joint;
}

double unequal(double a, double b) { return a == b ? 0 : 1; }
double linear(double a, double b) { return std::abs(a - b); }
double squared(double a, double b) { return (a - b) * (a - b); }
double ratio(double a, double b) { return squared(a, b) / (a + b) / (a + b); }

// The distance of alpha_ordinal: the shares between two levels, half of each included.
double ordinal(const Shares& all, double a, double b) {
  const auto low = static_cast<std::size_t>(std::min(a, b)) - 1;
  const auto high = static_cast<std::size_t>(std::max(a, b)) - 1;
  double between = -(all.at(low) + all.at(high)) / 2;
  for (std::size_t level = low; level <= high; ++level) between += all.at(level);
  return between * between;
}

// The limit for many items, all of them rated by the same four annotators, who are equivalent.
Values population() {
  const Joint one = integrated([](const Shares& shares) { return shares; });
  const Joint half = integrated(of_rounded_up_means);
  const Shares all = one.marginal();
  const double mean = one.together([](double a, double) { return a; });
  const double total = one.apart(squared) / 2, error = one.together(squared) / 2;
  const double own = total - error;  // variance of an item's expected rating
  const double k = kAnnotators;
  const double reliability = own / (own + error / k);
  const double half_linear = half.agreement(linear);
  return {{"mean", mean},
          {"percent_agreement", 1 - one.together(unequal)},
          {"fleiss_kappa", one.agreement(unequal)},
          {"alpha_nominal", one.agreement(unequal)},
          {"alpha_ordinal", one.agreement([&](double a, double b) { return ordinal(all, a, b); })},
          {"alpha_interval", one.agreement(squared)},
          {"alpha_ratio", one.agreement(ratio)},
          {"kappa_pairs", one.agreement(unequal)},
          {"kappa_pairs_linear", one.agreement(linear)},
          {"kappa_pairs_quadratic", one.agreement(squared)},
          {"icc_1", own / total},
          {"icc_2k", reliability},
          {"icc_3k", reliability},
          {"split_half", own / (own + error / (k / 2))},
          {"spearman_brown", reliability},
          {"noise_ceiling", std::sqrt(reliability)},
          {"kappa_halves", half.agreement(unequal)},
          {"kappa_halves_linear", half_linear},
          {"kappa_halves_quadratic", half.agreement(squared)},
          {"kappa_halves_published", 2 * half_linear / (1 + half_linear)},
          {"leave_one_out", own / std::sqrt(total * (own + error / (k - 1)))}};
}

RatingGrid sample_of(std::uint64_t number, std::size_t items) {
  RatingGrid table{kAnnotators, {}};
  for (std::size_t item = 0; item < items; ++item) {
    const double own = Normals(3 * number, item).first;
    for (const std::uint64_t stream : {1U, 2U}) {
      const Normals errors(3 * number + stream, item);
      for (const double error : {errors.first, errors.second}) {
        table.values.push_back(level_of(own + kError * error));
      }
    }
  }
  return table;
}

// Computes them like `sonde rate agreement`.
std::vector<Measures> asked(const Ratings& ratings) {
  const auto keys = some_keys(kAnnotators);
  const Splits splits{1, 3};  // four annotators have no more
  std::vector<Measures> all;
  all.push_back(rating_levels(ratings));
  all.push_back(fleiss(ratings));
  all.push_back(krippendorff(ratings));
  all.push_back(krippendorff_ratio(ratings));
  all.push_back(pairwise_kappa(ratings, 10));
  all.push_back(intraclass_one_way(ratings));
  all.push_back(intraclass_two_way(ratings));
  all.push_back(split_halves(ratings, keys, splits));
  all.push_back(half_kappas(ratings, keys, splits));
  all.push_back(leave_one_out(ratings));
  return all;
}

// How many intervals have the true value, are above and below it, and the sum of the estimates.
struct Told {
  double covered = 0, above = 0, below = 0, sum = 0;

  void add(double found, const Interval& interval, double truth) {
    sum += found;
    above += truth < interval.low;
    below += truth > interval.high;
    covered += interval.low <= truth && truth <= interval.high;
  }
};

void add_sample(std::uint64_t number, std::size_t items, const Values& truth,
                std::map<std::string, Told>& told) {
  const Ratings ratings = ratings_of(sample_of(number, items));
  const auto keys = some_keys(items, 1000 * number);
  const Resampler resampler(number, kReplicates, 1);
  for (const auto& measures : asked(ratings)) {
    const auto found = values(measures, items);
    const auto of = intervals(measures, found, keys, resampler);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto known = truth.find(measures.names[i]);
      if (known != truth.end()) told[known->first].add(found[i], of[i], known->second);
    }
  }
}

// Coverage of 95% intervals: docs/reference/agreement.md. Its standard error is 0.49 points, for
// all samples.
TEST(AgreementCoverage, IsNear95Percent) {
  const Values truth = population();
  for (const std::size_t items : {30U, 100U, 300U}) {
    if (items == 300 && !draws_all()) continue;
    std::map<std::string, Told> told;
    for (std::size_t number = 0; number < kSamples; ++number) {
      add_sample(number, items, truth, told);
    }
    EXPECT_EQ(told.size(), truth.size());
    const double n = static_cast<double>(kSamples);
    for (const auto& [name, one] : told) {
      const double covered = 100 * one.covered / n;
      std::printf("%3zu items: %-24s %.1f %% (%.1f above, %.1f below), mean %.4f for %.4f\n", items,
                  name.c_str(), covered, 100 * one.above / n, 100 * one.below / n, one.sum / n,
                  truth.at(name));
      EXPECT_NEAR(covered, 95, within(2.5)) << name;
    }
    std::fflush(stdout);
  }
}

}  // namespace agreement_slow_test
}  // namespace sonde

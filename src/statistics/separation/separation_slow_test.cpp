#include <gtest/gtest.h>

#include <array>

#include "statistics/resampling/paired_difference.h"
#include "statistics/separation/testing/corpus.h"

namespace sonde {
namespace separation_slow_test {

struct Number {
  const char* name;
  double (*value)(const Separation&);
  std::vector<double> SeparationReplicates::* replicates;
};
constexpr std::array kNumbers{
    Number{"overlap", [](const Separation& s) { return s.overlap; },
           &SeparationReplicates::overlap},
    Number{"AUC", [](const Separation& s) { return s.auc; }, &SeparationReplicates::auc},
    Number{"mean error", [](const Separation& s) { return s.best.balanced_error; },
           &SeparationReplicates::balanced_error},
    Number{"fuzzed below", [](const Separation& s) { return s.best.false_negative_rate; },
           &SeparationReplicates::false_negative_rate},
    Number{"negated above", [](const Separation& s) { return s.best.false_positive_rate; },
           &SeparationReplicates::false_positive_rate}};

constexpr std::size_t kSamples = 300;

// A sample's numbers and their replicates.
struct Sampled {
  Separation value;
  SeparationReplicates replicates;

  explicit Sampled(const Corpus& corpus)
      : value(corpus.value()), replicates(corpus.replicates(Resampler(5, 400))) {
    centre_overlaps(replicates.overlap, value.overlap);
  }
  bool holds(const Number& number, double truth) const {
    const Interval interval = Resampler::percentile(replicates.*number.replicates);
    return interval.low <= truth && truth <= interval.high;
  }
};

std::vector<std::size_t> originals() {
  return draws_all() ? std::vector<std::size_t>{30, 100, 300, 1000} : std::vector<std::size_t>{100};
}

using Counts = std::array<int, kNumbers.size()>;

std::array<double, kNumbers.size()> printed_shares(std::size_t originals, const Counts& counts) {
  std::array<double, kNumbers.size()> percent{};
  std::printf("%zu originals:", originals);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    percent[i] = 100.0 * counts[i] / static_cast<double>(samples_drawn(kSamples));
    std::printf(" %s %.1f %%%s", kNumbers[i].name, percent[i], i + 1 < counts.size() ? "," : "\n");
  }
  return percent;
}

TEST(SeparationCoverage, IsNearly95Percent) {
  const Separation truth = Corpus(100'000, 3).value();
  for (const std::size_t n : originals()) {
    Counts held{};
    for (std::uint64_t sample = 1; sample <= samples_drawn(kSamples); ++sample) {
      const Sampled sampled(Corpus(n, 3, 1, sample));
      for (std::size_t i = 0; i < held.size(); ++i) {
        held[i] += sampled.holds(kNumbers[i], kNumbers[i].value(truth));
      }
    }
    const auto percent = printed_shares(n, held);
    constexpr std::array kNominal{94, 94, 90, 98, 98};
    for (std::size_t i = 0; i < held.size(); ++i) {
      EXPECT_GE(percent[i], kNominal[i] - within(4)) << kNumbers[i].name;
    }
  }
}

// Two subjects whose cosines have the same distribution.
TEST(SeparationFalsePositives, AreAtMostFivePercent) {
  for (const std::size_t n : originals()) {
    Counts found{};
    for (std::uint64_t sample = 1; sample <= samples_drawn(kSamples); ++sample) {
      const Corpus first(n, 3, 1, sample);
      Corpus second(n, 3, 1, sample + kSamples);
      second.keys = first.keys;
      const Sampled a(first), b(second);
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& [name, value, replicates] = kNumbers[i];
        const Paired difference = paired(value(a.value), value(b.value), a.replicates.*replicates,
                                         b.replicates.*replicates, n);
        found[i] += two_sided_p(difference) < 0.05;
      }
    }
    const auto percent = printed_shares(n, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_LE(percent[i], 5 + within(3)) << kNumbers[i].name;
    }
  }
}

}  // namespace separation_slow_test
}  // namespace sonde

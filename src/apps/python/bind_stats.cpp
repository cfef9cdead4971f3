// sonde.stats: numerics on arrays. python/sonde/stats.py makes the arrays.
#include "sonde/stats.h"

#include <cmath>
#include <string>

#include "apps/python/binding.h"
#include "sonde/digest.h"
#include "sonde/resampling.h"
#include "statistics/resampling/holm_correction.h"
#include "statistics/resampling/paired_difference.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace {

std::span<const double> span_of(const Doubles& numbers) { return {numbers.data(), numbers.size()}; }

using Similarity = double (*)(std::span<const float>, std::span<const float>);

// Row by row.
Array<double> similarities(const FloatRows& a, const FloatRows& b, Similarity similarity) {
  std::vector<double> values(a.shape(0));
  {
    const nb::gil_scoped_release free;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = similarity({a.data() + i * a.shape(1), a.shape(1)},
                             {b.data() + i * b.shape(1), b.shape(1)});
    }
  }
  const std::size_t count = values.size();
  return array_of(std::move(values), {count});
}

template <Similarity similarity>
Array<double> bound(const FloatRows& a, const FloatRows& b) {
  return similarities(a, b, similarity);
}

double ned(std::span<const float> a, std::span<const float> b) { return negative_ned(a, b); }

// Each number is a separate item, identified by its place.
std::vector<std::uint64_t> keys_of(std::size_t count) {
  std::vector<std::uint64_t> keys(count);
  for (std::size_t i = 0; i < count; ++i) keys[i] = digest_of("item", std::uint64_t{i}).low64();
  return keys;
}

Correlation kind_named(const std::string& kind) {
  if (kind == "pearson") return Correlation::kPearson;
  return kind == "kendall" ? Correlation::kKendall : Correlation::kSpearman;
}

double correlation_of(const std::string& kind, std::span<const double> x,
                      std::span<const double> y) {
  if (kind == "pearson") return pearson(x, y);
  return kind == "kendall" ? kendall_tau_b(x, y) : spearman(x, y);
}

std::vector<double> correlation_interval(const std::string& kind, const Doubles& x,
                                         const Doubles& y, std::size_t replicates,
                                         std::uint64_t seed) {
  const nb::gil_scoped_release free;
  const Resampler resampler(seed, replicates);
  const auto keys = keys_of(x.size());
  const auto interval =
      Resampler::percentile(resampler.correlations(kind_named(kind), span_of(x), span_of(y), keys));
  const bool enough = x.size() >= kFewestItems;
  return {correlation_of(kind, span_of(x), span_of(y)), enough ? interval.low : NAN,
          enough ? interval.high : NAN};
}

std::vector<double> mean_interval(const Doubles& values, std::size_t replicates,
                                  std::uint64_t seed) {
  const nb::gil_scoped_release free;
  const Resampler resampler(seed, replicates);
  const auto interval = resampler.mean_interval(span_of(values), keys_of(values.size()));
  return {interval.low, interval.high};
}

nb::dict told(const Paired& difference) {
  const bool testable = difference.testable();
  const Interval interval = testable ? paired_interval(difference) : Interval{NAN, NAN};
  nb::dict all;
  all["difference"] = difference.value;
  all["low"] = interval.low;
  all["high"] = interval.high;
  all["error"] = difference.error;
  all["effect"] = testable ? effect_size(difference) : NAN;
  all["p"] = testable ? two_sided_p(difference) : NAN;
  all["n"] = difference.items;
  return all;
}

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

nb::dict paired_means(const Doubles& first, const Doubles& second, bool share,
                      std::size_t replicates, std::uint64_t seed) {
  Paired difference;
  {
    const nb::gil_scoped_release free;
    const Resampler resampler(seed, replicates);
    const auto keys = keys_of(first.size());
    difference = paired(
        mean_of(span_of(first)), mean_of(span_of(second)), resampler.means(span_of(first), keys),
        resampler.means(span_of(second), keys), first.size(), share ? Scale::kShare : Scale::kMean);
  }
  return told(difference);
}

nb::dict paired_correlations(const std::string& kind, const Doubles& first, const Doubles& second,
                             const Doubles& gold, std::size_t replicates, std::uint64_t seed) {
  Paired difference;
  {
    const nb::gil_scoped_release free;
    const Resampler resampler(seed, replicates);
    const auto keys = keys_of(gold.size());
    const auto replicated = [&](const Doubles& x) {
      return resampler.correlations(kind_named(kind), span_of(x), span_of(gold), keys);
    };
    difference = paired(correlation_of(kind, span_of(first), span_of(gold)),
                        correlation_of(kind, span_of(second), span_of(gold)), replicated(first),
                        replicated(second), gold.size(), Scale::kCorrelation);
  }
  return told(difference);
}

Array<double> corrected(const Doubles& p) {
  auto values = holm(span_of(p));
  const std::size_t count = values.size();
  return array_of(std::move(values), {count});
}

Array<double> density_of(const Doubles& values, double bandwidth) {
  auto shares = curve(span_of(values), {BandwidthRule::kFactor, bandwidth}).shares;
  const std::size_t count = shares.size();
  return array_of(std::move(shares), {count});
}

double overlap_of(const Doubles& a, const Doubles& b, double bandwidth) {
  const Bandwidth width{BandwidthRule::kFactor, bandwidth};
  return overlap(curve(span_of(a), width), curve(span_of(b), width));
}

std::vector<std::uint32_t> places(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  for (std::uint32_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

nb::dict separation_of(const Doubles& kept, const Doubles& changed) {
  const auto first = places(kept.size()), second = places(changed.size());
  const Separation found = separation({span_of(kept), first}, {span_of(changed), second});
  nb::dict all;
  all["overlap"] = found.overlap;
  all["auc"] = found.auc;
  all["threshold"] = found.best.cosine;
  all["false_negative_rate"] = found.best.false_negative_rate;
  all["false_positive_rate"] = found.best.false_positive_rate;
  all["balanced_error"] = found.best.balanced_error;
  return all;
}

std::vector<double> share_interval(std::size_t successes, std::size_t n) {
  const Interval interval = wilson(successes, n);
  return {interval.low, interval.high};
}

}  // namespace

void bind_stats(nb::module_& module) {
  module.def("cosine", bound<cosine>);
  module.def("dot", bound<dot>);
  module.def("negative_l1", bound<negative_l1>);
  module.def("negative_l2", bound<negative_l2>);
  module.def("negative_ned", bound<ned>);
  module.def("correlation", [](const std::string& kind, const Doubles& x, const Doubles& y) {
    return correlation_of(kind, span_of(x), span_of(y));
  });
  module.def("quantile",
             [](const Doubles& values, double share) { return quantile(span_of(values), share); });
  module.def("correlation_interval", correlation_interval);
  module.def("mean_interval", mean_interval);
  module.def("share_interval", share_interval);
  module.def("paired_means", paired_means);
  module.def("paired_correlations", paired_correlations);
  module.def("holm", corrected);
  module.def("density", density_of);
  module.def("overlap", overlap_of);
  module.def("separation", separation_of);
}

}  // namespace sonde

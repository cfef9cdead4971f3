#include "statistics/agreement/agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "sonde/error.h"
#include "statistics/agreement/fleiss.h"
#include "statistics/agreement/intraclass.h"
#include "statistics/agreement/kappa.h"
#include "statistics/agreement/krippendorff.h"
#include "statistics/agreement/leave_one_out.h"
#include "statistics/agreement/rated_slice.h"
#include "statistics/agreement/rating_levels.h"
#include "statistics/agreement/shuffled_means.h"
#include "statistics/agreement/split_half.h"

namespace sonde {
namespace {

// The inputs of a family of measures.
struct Asked {
  const RatedSlice& slice;
  const AgreementOptions& options;

  const Ratings& ratings() const { return slice.ratings; }
  Splits splits() const { return {options.seed, options.splits}; }
};

using Family = Measures (*)(const Asked&);

// In the order of the report.
constexpr std::array<Family, 12> kFamilies{
    [](const Asked& asked) { return rating_levels(asked.ratings()); },
    [](const Asked& asked) { return item_levels(asked.ratings()); },
    [](const Asked& asked) { return rating_deviations(asked.ratings()); },
    [](const Asked& asked) { return fleiss(asked.ratings()); },
    [](const Asked& asked) { return krippendorff(asked.ratings()); },
    [](const Asked& asked) { return krippendorff_ratio(asked.ratings()); },
    [](const Asked& asked) { return pairwise_kappa(asked.ratings(), asked.options.fewest_shared); },
    [](const Asked& asked) { return intraclass_one_way(asked.ratings()); },
    [](const Asked& asked) { return intraclass_two_way(asked.ratings()); },
    [](const Asked& asked) {
      return split_halves(asked.ratings(), asked.slice.annotator_keys, asked.splits());
    },
    [](const Asked& asked) {
      return half_kappas(asked.ratings(), asked.slice.annotator_keys, asked.splits());
    },
    [](const Asked& asked) { return leave_one_out(asked.ratings()); }};

// What can be said of words.
constexpr std::array<std::string_view, 4> kNominalMeasures{"percent_agreement", "fleiss_kappa",
                                                           "alpha_nominal", "kappa_pairs"};

bool is_asked(const RatedItems& rated, const std::string& measure) {
  return !rated.nominal || std::ranges::find(kNominalMeasures, measure) != kNominalMeasures.end();
}

// Words have no mean and no quartiles.
RatingSummary without_levels(RatingSummary of) {
  of.mean = NAN;
  of.box = of.box_of_means = {NAN, NAN, NAN, NAN, NAN};
  return of;
}

void check(const RatedItems& rated, const AgreementOptions& options) {
  if (options.replicates < kFewestReplicates || options.replicates > kMostReplicates) {
    throw usage_error("replicates must be between " + std::to_string(kFewestReplicates) + " and " +
                      std::to_string(kMostReplicates));
  }
  if (options.splits < 1 || options.splits > 10'000) {
    throw usage_error("splits must be between 1 and 10000");
  }
  if (rated.annotators.size() > 1) return;
  throw input_error("all ratings are from one annotator", {rated.file},
                    "agreement needs two or more; each line names its annotator");
}

class Measuring {
 public:
  Measuring(const RatedItems& rated, const AgreementOptions& options)
      : rated_(rated),
        options_(options),
        resampler_(options.seed, options.replicates, options.threads, options.stop) {}

  AgreementReport report() {
    report_.file = rated_.file;
    report_.nominal = rated_.nominal;
    report_.seed = options_.seed;
    report_.replicates = options_.replicates;
    report_.splits = options_.splits;
    note_counts();
    for (const auto& slice : rated_slices(rated_, report_.notes)) {
      report_.groups.push_back(rated_.nominal ? without_levels(summary(slice)) : summary(slice));
      if (slice.ratings.items() < kFewestItems) note(slice.name + ": " + kNoInterval);
      for (const auto& family : kFamilies) add(slice, family({slice, options_}));
      if (rated_.nominal) continue;
      if (slice.name == "all") describe(slice);
      const Splits shuffles{options_.seed, options_.splits};
      const auto [distance, test] =
          shuffled_means(slice.ratings, slice.item_keys, slice.annotator_keys, shuffles);
      add(slice, distance);
      add(slice, test);
    }
    return std::move(report_);
  }

 private:
  void note(const std::string& text) { report_.notes.push_back(text); }

  void note_counts() {
    if (rated_.dropped > 0) {
      note("ratings of items that were dropped: " + std::to_string(rated_.dropped));
    }
    if (rated_.nominal) note("the ratings are words: they have no order and no mean");
    if (rated_.missing > 0) note("lines without a rating: " + std::to_string(rated_.missing));
  }

  void describe(const RatedSlice& slice) {
    for (std::uint32_t item = 0; item < rated_.items.size(); ++item) {
      report_.items.push_back(item_summary(rated_, slice.ratings, item));
    }
    const auto agreements = against_others(slice.ratings, slice.item_keys, resampler_);
    report_.annotators = annotator_summaries(rated_, agreements);
    report_.series = mean_distributions(slice.ratings, slice.item_keys, slice.annotator_keys,
                                        {options_.seed, options_.splits});
  }

  void add(const RatedSlice& slice, const Measures& measures) {
    const auto found = values(measures, slice.ratings.items());
    const bool asked = measures.intervals && measures.items >= kFewestItems;
    const auto of =
        asked ? intervals(measures, found, slice.item_keys, resampler_) : std::vector<Interval>();
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!is_asked(rated_, measures.names[i])) continue;
      Result result = blank(slice, measures, measures.names[i]);
      result.value = found[i];
      if (asked && !std::isnan(found[i])) result.low = of[i].low, result.high = of[i].high;
      tell(result, measures, slice.ratings.items());
      report_.results.push_back(std::move(result));
    }
  }

  // Why a result is undefined, or its interval.
  void tell(const Result& result, const Measures& measures, std::size_t items) {
    const std::string name = result.slice + ": " + result.name;
    if (std::isnan(result.value)) {
      note(name + " is undefined: it needs " + measures.needs);
    } else if (!measures.intervals) {
      if (!measures.no_interval.empty()) note(name + " has no interval: " + measures.no_interval);
    } else if (items < kFewestItems) {
      return;  // noted for all
    } else if (measures.items < kFewestItems) {
      note(name + " has " + kNoInterval);
    } else if (std::isnan(result.low)) {
      note(name + " has no interval: it is undefined in most replicates");
    }
  }

  static Result blank(const RatedSlice& slice, const Measures& measures, const std::string& name) {
    Result result;
    result.subject = "data";
    result.slice = slice.name;
    result.name = name;
    result.n = measures.items;
    result.left_out = slice.ratings.items() - measures.items;
    if (result.left_out > 0) result.why[measures.left_out] = result.left_out;
    return result;
  }

  const RatedItems& rated_;
  const AgreementOptions& options_;
  Resampler resampler_;
  AgreementReport report_;
};

}  // namespace

AgreementReport agreement(const RatedItems& rated, const AgreementOptions& options) {
  check(rated, options);
  return Measuring(rated, options).report();
}

}  // namespace sonde

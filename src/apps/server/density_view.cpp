#include <span>

#include "apps/server/corpus_job.h"
#include "statistics/separation/separation.h"

namespace sonde {
namespace {

constexpr std::size_t kFewestPoints = 11, kMostPoints = 2001;
constexpr double kLeastFactor = .01, kMostFactor = 5;

struct AskedDensity {
  Bandwidth bandwidth;
  CurveGrid grid;

  // Whether it is the grid of runs.
  bool has_own_grid() const {
    return grid.low == -1 && grid.high == 1 && grid.points == kCurvePoints;
  }
};

Bandwidth asked_bandwidth(Asked& asked) {
  if (!asked.is_text("bandwidth")) {
    return {BandwidthRule::kFactor, asked.number("bandwidth", kLeastFactor, kMostFactor)};
  }
  const std::string rule = asked.text("bandwidth", kLongestName);
  if (rule == "scott") return {BandwidthRule::kScott};
  if (rule == "silverman") return {BandwidthRule::kSilverman};
  throw HttpError(400, "'bandwidth' must be a number, scott or silverman");
}

AskedDensity asked_density(Asked& asked) {
  AskedDensity density{asked_bandwidth(asked), {}};
  density.grid.points = asked.whole("resolution", kFewestPoints, kMostPoints);
  density.grid.low = asked.number("low", -1, 1);
  density.grid.high = asked.number("high", -1, 1);
  asked.done();
  if (density.grid.high - density.grid.low < .01) {
    throw HttpError(400, "'high' must be above 'low' by 0.01 or more");
  }
  return density;
}

ServedJson shares_json(const Curve& curve) {
  ServedJson shares = ServedJson::array();
  for (const double share : curve.shares) shares.push_back(number_or_null(share));
  return shares;
}

ServedJson density_of(const CosineList& same, const CosineList& changed,
                      std::span<const ViewGroup, 2> groups, const AskedDensity& asked) {
  Separation found =
      separation({same.values, same.items}, {changed.values, changed.items}, {asked.bandwidth});
  if (!asked.has_own_grid()) {
    found.fuzzed = curve_on(same.values, asked.grid, asked.bandwidth);
    found.negated = curve_on(changed.values, asked.grid, asked.bandwidth);
    found.overlap = overlap(found.fuzzed, found.negated);
  }
  const std::string first(groups[0].name), second(groups[1].name);
  return {
      {"x0", asked.grid.low},
      {"step", asked.grid.step()},
      {first, shares_json(found.fuzzed)},
      {second, shares_json(found.negated)},
      {"why", {{first, reason(found.fuzzed.undefined)}, {second, reason(found.negated.undefined)}}},
      {"overlap", number_or_null(found.overlap)},
      {"threshold", number_or_null(found.best.cosine)},
      {"balanced_error", number_or_null(found.best.balanced_error)},
      {"auc", number_or_null(found.auc)},
      {first + "_mean", number_or_null(found.fuzzed_mean)},
      {second + "_mean", number_or_null(found.negated_mean)}};
}

}  // namespace

ServedJson density_view(const CorpusFound& found, Asked& asked) {
  const auto density = asked_density(asked);
  ServedJson all = ServedJson::array();
  for (std::size_t subject = 0; subject < found.subjects.size(); ++subject) {
    ServedJson own{{"name", found.subjects[subject]}};
    own.update(density_of(found.groups[0][subject], found.groups[1][subject], found.view->groups,
                          density));
    all.push_back(std::move(own));
  }
  return {{"encoders", std::move(all)}};
}

}  // namespace sonde

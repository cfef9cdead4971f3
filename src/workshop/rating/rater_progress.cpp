#include "workshop/rating/rater_progress.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "sonde/digest.h"
#include "sonde/resampling.h"
#include "statistics/agreement/krippendorff.h"
#include "statistics/measures/quantile.h"

namespace sonde {
namespace {

constexpr std::uint64_t kLongestPause = 600;  // seconds
constexpr std::size_t kFewestPauses = 5;
constexpr std::size_t kReplicates = 500;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// The gaps between a person's answers.
std::vector<double> gaps_of(const PersonAnswers& answers) {
  std::vector<std::uint64_t> times;
  for (const auto& answer : answers) {
    if (answer) times.push_back(answer->at);
  }
  std::ranges::sort(times);
  std::vector<double> gaps;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const auto gap = times[i] - times[i - 1];
    if (gap <= kLongestPause) gaps.push_back(static_cast<double>(gap));
  }
  return gaps;
}

std::optional<double> median_gap(std::vector<double> gaps) {
  if (gaps.size() < kFewestPauses) return std::nullopt;
  return quantile(std::move(gaps), 0.5);
}

// Items in the order of their numbers, as Ratings wants them.
std::vector<std::uint64_t> item_keys(const RatingProject& project) {
  std::vector<std::uint64_t> keys;
  for (const auto& item : project.items) keys.push_back(digest_of(item.id).low64());
  return keys;
}

}  // namespace

std::optional<double> rating_pace(const PersonAnswers& answers) {
  return median_gap(gaps_of(answers));
}

std::optional<double> rating_pace(const RatingAnswers& answers) {
  std::vector<double> gaps;
  for (const auto& person : answers.by_rater) {
    std::ranges::copy(gaps_of(person), std::back_inserter(gaps));
  }
  return median_gap(std::move(gaps));
}

std::optional<double> seconds_left(const PersonAnswers& answers, std::optional<double> pace) {
  if (!pace) return std::nullopt;
  const auto is_open = [](const auto& answer) { return !answer; };
  return *pace * static_cast<double>(std::ranges::count_if(answers, is_open));
}

std::vector<RatingRemark> rating_remarks(const RatingProject& project,
                                         const RatingAnswers& answers) {
  std::vector<std::pair<std::uint64_t, RatingRemark>> dated;
  each_answer(project, answers, [&](std::size_t rater, std::uint32_t item, const auto& answer) {
    const auto& [value, remark] = answer.judgement;
    if (remark.empty()) return;
    dated.push_back(
        {answer.at, {project.raters[rater].name, project.items[item].id, remark, value}});
  });
  std::ranges::stable_sort(dated, std::greater<>(), [](const auto& one) { return one.first; });
  std::vector<RatingRemark> remarks;
  for (auto& [at, remark] : dated) remarks.push_back(std::move(remark));
  return remarks;
}

AgreementSoFar agreement_so_far(const RatingProject& project, const RatingAnswers& answers) {
  AgreementSoFar found{project.guideline.choices.size() > 2, 0, kUndefined, kUndefined, kUndefined};
  auto kept = kept_ratings(project, answers, summarise_raters(project, answers));
  if (kept.empty()) return found;
  const Ratings ratings(project.items.size(), project.raters.size(), std::move(kept));
  const Measures alphas = krippendorff(ratings);
  const auto name = found.has_distances ? "alpha_interval" : "alpha_nominal";
  const auto at =
      static_cast<std::size_t>(std::ranges::find(alphas.names, name) - alphas.names.begin());
  const auto all = values(alphas, ratings.items());
  found.items = alphas.items;
  if (found.items < kFewestItems) return found;
  found.value = all.at(at);
  const Resampler resampler(project.seed, kReplicates, 1);
  const Interval interval = intervals(alphas, all, item_keys(project), resampler).at(at);
  found.low = interval.low;
  found.high = interval.high;
  return found;
}

}  // namespace sonde

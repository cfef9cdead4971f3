#include <cmath>
#include <utility>

#include "probes/sets/sets_criteria.h"

namespace sonde {
namespace {

// The inputs to a criterion's results, sample by sample.
struct CaseSample {
  double first = 0, second = 0;  // shares of thresholds that the margins reach
  std::array<double, 2> margins{};
  double ab = 0, at = 0, bt = 0;
};

double reached(double margin) { return margin >= 0 ? 1 : 0; }
double at0(const CaseSample& s, std::size_t which) { return reached(s.margins[which]); }

struct CaseNumber {
  std::string_view name;
  bool main;       // the criterion is judged by it
  bool yes_or_no;  // per sample
  bool similar;    // a similarity, shown as a distance if the measure is one
  double (*of)(const CaseSample&);
};

constexpr std::array kOfTwoCases{
    CaseNumber{"tt", true, false, false, [](const CaseSample& s) { return s.first * s.second; }},
    CaseNumber{"tt_at0", true, true, false,
               [](const CaseSample& s) { return at0(s, 0) * at0(s, 1); }},
    CaseNumber{"tf", false, false, false,
               [](const CaseSample& s) { return s.first * (1 - s.second); }},
    CaseNumber{"ft", false, false, false,
               [](const CaseSample& s) { return (1 - s.first) * s.second; }},
    CaseNumber{"ff", false, false, false,
               [](const CaseSample& s) { return (1 - s.first) * (1 - s.second); }},
    CaseNumber{"tf_at0", false, true, false,
               [](const CaseSample& s) { return at0(s, 0) * (1 - at0(s, 1)); }},
    CaseNumber{"ft_at0", false, true, false,
               [](const CaseSample& s) { return (1 - at0(s, 0)) * at0(s, 1); }},
    CaseNumber{"ff_at0", false, true, false,
               [](const CaseSample& s) { return (1 - at0(s, 0)) * (1 - at0(s, 1)); }},
    CaseNumber{"mean_ab", false, false, true, [](const CaseSample& s) { return s.ab; }},
    CaseNumber{"mean_at", false, false, true, [](const CaseSample& s) { return s.at; }},
    CaseNumber{"mean_bt", false, false, true, [](const CaseSample& s) { return s.bt; }},
    CaseNumber{"margin1_mean", false, false, true,
               [](const CaseSample& s) { return s.margins[0]; }},
    CaseNumber{"margin2_mean", false, false, true,
               [](const CaseSample& s) { return s.margins[1]; }}};

constexpr std::array kOfOne{
    CaseNumber{"t", true, false, false, [](const CaseSample& s) { return s.first; }},
    CaseNumber{"t_at0", true, true, false, [](const CaseSample& s) { return at0(s, 0); }},
    CaseNumber{"margin1_mean", false, false, true,
               [](const CaseSample& s) { return s.margins[0]; }}};

struct Criterion {
  std::string_view name;
  SetOperator op;
  std::span<const Margin> margins;
  std::span<const CaseNumber> numbers;
};

constexpr std::array kC1{Margin::kC1First, Margin::kC1Second};
constexpr std::array kC3{Margin::kC3First, Margin::kC3Second};
constexpr std::array kC4{Margin::kC4};
constexpr std::array kCriteria{Criterion{"c1", SetOperator::kOverlap, kC1, kOfTwoCases},
                               Criterion{"c3", SetOperator::kDifference, kC3, kOfTwoCases},
                               Criterion{"c4", SetOperator::kDifference, kC4, kOfOne}};

// A criterion under a measure.
class Judged {
 public:
  Judged(const SetsPart& part, const Criterion& criterion, std::size_t measure,
         const SetsThresholds& thresholds, const ChosenSamples& chosen)
      : part_(part), criterion_(criterion), measure_(measure), thresholds_(thresholds) {
    for (const auto which : criterion.margins) {
      grids_.push_back(thresholds.grid(part.table, measure, which));
    }
    for (const auto& number : criterion.numbers) {
      if (part.whole() || number.main) numbers_.push_back(&number);
    }
    if (part.whole()) find_centres(chosen);
    const auto fill = [this](std::size_t row, std::span<double> out) { return numbers(row, out); };
    means_ = sample_means(part.samples, chosen, numbers_.size() + 2 * centres_.size(),
                          "undefined similarity", fill, part.resampler.drawing(any_is_wanted()));
  }

  void add(std::vector<Result>& results) const {
    for (std::size_t i = 0; i < numbers_.size(); ++i) results.push_back(mean(i));
    if (!part_.whole()) return;
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      results.push_back(deviation(i));
      add_ends(i, results);
    }
  }

 private:
  bool any_is_wanted() const {
    const auto wanted = [&](const std::string& name) {
      return part_.resampler.wants(part_.slice.name, name);
    };
    for (const auto* number : numbers_) {
      if (wanted(name_of(*number))) return true;
    }
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      if (wanted(prefix() + deviation_name(i))) return true;
    }
    return false;
  }

  // Returns false if a margin is undefined.
  bool sample(std::size_t row, CaseSample& sample) const {
    const auto values = part_.own().values[row];
    for (std::size_t i = 0; i < criterion_.margins.size(); ++i) {
      sample.margins.at(i) = margin(values, measure_, criterion_.margins[i]);
      if (std::isnan(sample.margins.at(i))) return false;
    }
    sample.first = reached_share(0, sample);
    if (grids_.size() > 1) sample.second = reached_share(1, sample);
    sample.ab = values[sets_column(measure_, kAB)];
    sample.at = values[sets_column(measure_, kAT)];
    sample.bt = values[sets_column(measure_, kBT)];
    return true;
  }

  double reached_share(std::size_t i, const CaseSample& sample) const {
    return grids_[i] ? grids_[i]->share(sample.margins.at(i)) : NAN;
  }

  // Deviations are taken about the means, so that little is cancelled.
  void find_centres(const ChosenSamples& chosen) {
    centres_.assign(criterion_.margins.size(), 0);
    double count = 0;
    CaseSample one;
    for (const auto row : chosen.rows) {
      if (!sample(row, one)) continue;
      for (std::size_t i = 0; i < centres_.size(); ++i) centres_[i] += one.margins.at(i);
      ++count;
    }
    for (double& centre : centres_) centre /= count;
  }

  bool numbers(std::size_t row, std::span<double> out) const {
    CaseSample one;
    if (!sample(row, one)) return false;
    std::size_t at = 0;
    for (const auto* number : numbers_) out[at++] = sign(*number) * number->of(one);
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      const double off = one.margins.at(i) - centres_[i];
      out[at++] = off;
      out[at++] = off * off;
    }
    return true;
  }

  double sign(const CaseNumber& number) const {
    return number.similar && kSetsMeasures[measure_].distance ? -1 : 1;
  }

  std::string prefix() const {
    return std::string(criterion_.name) + "." + std::string(kSetsMeasures[measure_].name) + ".";
  }

  bool is_headline(const CaseNumber& number) const {
    return number.main && measure_ == static_cast<std::size_t>(SetsMeasure::kCosine);
  }

  std::string name_of(const CaseNumber& number) const {
    if (!is_headline(number)) return prefix() + std::string(number.name);
    return std::string(criterion_.name) + "_" + std::string(number.name);
  }

  static std::string deviation_name(std::size_t which) {
    return "margin" + std::to_string(which + 1) + "_sd";
  }

  Result mean(std::size_t i) const {
    const CaseNumber& number = *numbers_[i];
    Result result = mean_result(part_, name_of(number), means_, i, number.yes_or_no);
    if (is_headline(number)) result.better = Better::kHigher;
    if (!number.similar && !number.yes_or_no) {
      result.scope = thresholds_.scope(measure_);
      if (!kSetsMeasures[measure_].bounded) result.replicates.scale = Scale::kOwn;
      if (std::isnan(result.value) && result.n > 0) {
        result.why["no range of thresholds: all margins are the same"];
      }
    }
    return result;
  }

  // Divided by n - 1, as in the paper's Table 12. Replicates have the sample's n, too.
  Result deviation(std::size_t which) const {
    const std::size_t at = numbers_.size() + 2 * which;
    const double n = means_.count();
    const auto of = [n](double mean, double square) {
      return std::sqrt((square - mean * mean) * n / (n - 1));  // 0 / 0 for one sample
    };
    const auto off = means_.replicated(at);
    auto squares = means_.replicated(at + 1);
    for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = of(off[i], squares[i]);
    Result result = blank(deviation_name(which));
    add_statistic(result, of(means_.values[at], means_.values[at + 1]), std::move(squares),
                  means_.counted.keys.size(), part_.resampler);
    if (n == 1) result.why["one sample has no deviation"];
    return result;
  }

  void add_ends(std::size_t which, std::vector<Result>& results) const {
    const Interval ends = thresholds_.ends(part_.table, measure_, criterion_.margins[which]);
    const std::string name = "e" + std::to_string(which + 1);
    for (const auto& [end, value] : {std::pair{"_low", ends.low}, std::pair{"_high", ends.high}}) {
      results.push_back(blank(name + end));
      results.back().value = value;
      results.back().scope = thresholds_.scope(measure_);
    }
  }

  Result blank(const std::string& name) const {
    return blank_result(part_.samples.frame(), part_.own(), part_.slice, prefix() + name,
                        means_.counted);
  }

  const SetsPart& part_;
  const Criterion& criterion_;
  std::size_t measure_;
  const SetsThresholds& thresholds_;
  std::vector<std::optional<ThresholdGrid>> grids_;
  std::vector<const CaseNumber*> numbers_;
  std::vector<double> centres_;  // one per margin, if all is given
  SampleMeans means_;
};

}  // namespace

Result mean_result(const SetsPart& part, std::string name, const SampleMeans& means,
                   std::size_t number, bool yes_or_no) {
  Result result =
      blank_result(part.samples.frame(), part.own(), part.slice, std::move(name), means.counted);
  if (means.counted.keys.empty()) return result;
  if (yes_or_no && means.one_each()) {
    Counted counted = means.counted;
    for (std::size_t item = 0; item < means.sums.rows(); ++item) {
      counted.x.push_back(means.sums[item][number]);
    }
    add_proportion(result, counted, part.resampler);
    return result;
  }
  add_statistic(result, means.values[number], means.replicated(number), means.counted.keys.size(),
                part.resampler, yes_or_no ? Scale::kBounded : Scale::kMean);
  return result;
}

void add_criteria(const SetsPart& part, SetOperator op, const SetsThresholds& thresholds,
                  std::vector<Result>& results) {
  const auto chosen = choose_samples(part.samples, part.slice, op, part.kind);
  for (const auto& criterion : kCriteria) {
    if (criterion.op != op) continue;
    for (std::size_t measure = 0; measure < kSetsMeasures.size(); ++measure) {
      part.resampler.check_stop();
      Judged(part, criterion, measure, thresholds, chosen).add(results);
    }
  }
}

}  // namespace sonde

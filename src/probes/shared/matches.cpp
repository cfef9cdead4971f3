#include "probes/shared/matches.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "probes/shared/other_texts.h"

namespace sonde {
namespace {

std::string in_percent(double rate) { return std::to_string(std::lround(100 * rate)); }

// The rows of each meaning that one subject was measured on.
struct MeantRows {
  SimilarRows same, changed;

  MeantRows(const Frame& frame, const Table& table, const RowMeanings& meanings) {
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      const auto meaning = meanings.meaning(frame.row_labels[row], frame.gold[row]);
      if (meaning == RowMeaning::kNeither) continue;
      const auto item = frame.item_of_row[row];
      (meaning == RowMeaning::kSame ? same : changed)
          .add(table.values(row, 0), item, frame.keys[item]);
    }
  }
};

class WithMatches : public Probe, public OtherTexts {
 public:
  WithMatches(std::unique_ptr<Probe> probe, double threshold)
      : probe_(std::move(probe)),
        meanings_(dynamic_cast<const RowMeanings&>(*probe_)),
        threshold_(threshold) {
    meanings_.meaning({}, 0);  // an option that is missing is reported before any work
  }

  std::span<const Field> fields() const override { return probe_->fields(); }
  std::span<const Measurement> measurements() const override { return probe_->measurements(); }
  Item item(Record&& record) const override { return probe_->item(std::move(record)); }
  const ItemFilter* filter() const override { return probe_->filter(); }
  std::unique_ptr<Fitter> fitter(std::uint64_t items) const override {
    return probe_->fitter(items);
  }
  void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const override {
    probe_->measure(block, fitted, out);
  }
  void arrange(Frame& frame, std::span<std::vector<double>* const> columns) const override {
    probe_->arrange(frame, columns);
  }
  std::vector<Series> series(const Frame& frame, std::span<const Table> tables) const override {
    return probe_->series(frame, tables);
  }
  Scores scores(const Frame& frame, const Table& table) const override {
    return probe_->scores(frame, table);
  }
  std::vector<ItemOutcome> outcomes(const Evidence& evidence, const Frame& frame,
                                    const Table& table) const override {
    return probe_->outcomes(evidence, frame, table);
  }
  std::vector<OtherText> closest_others(const Fitted& fitted, std::size_t items) const override {
    return sonde::closest_others(*probe_, fitted, items);
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    auto results = probe_->summarise(frame, tables, resampler);
    for (const auto& table : tables) add_matches(frame, table, resampler, results);
    return results;
  }

 private:
  void add_matches(const Frame& frame, const Table& table, const Resampler& resampler,
                   std::vector<Result>& results) const {
    const MeantRows rows(frame, table, meanings_);
    const std::array judged{JudgedRows{"all", "false_matches", &rows.changed, Better::kLower},
                            JudgedRows{"all", "kept", &rows.same, Better::kHigher}};
    MatchResults matches(frame, table, resampler, results);
    matches.add_given(threshold_, judged);
    matches.add_points({"all", "threshold", &rows.changed, Better::kNeither}, judged);
  }

  std::unique_ptr<Probe> probe_;
  const RowMeanings& meanings_;
  double threshold_;
};

}  // namespace

void SimilarRows::add(double similarity, std::uint32_t item, std::uint64_t key) {
  counted.add(similarity, key);
  if (!std::isnan(similarity)) items.push_back(item);
}

Result MatchResults::blank(const JudgedRows& of, const std::string& suffix,
                           const Counted& counted) const {
  Result result = blank_result(frame_, table_, {of.slice, {}}, of.name + suffix, counted);
  result.better = of.better;
  return result;
}

void MatchResults::add_share(const std::string& slice, const std::string& name,
                             const Counted& shares, Better better) {
  Result result = blank({slice, name, nullptr, better}, "", shares);
  if (!shares.x.empty()) {
    result.n = shares.distinct_items();
    add_statistic(result, mean(shares.x), resampler_.means(shares.x, shares.keys), result.n,
                  resampler_, Scale::kBounded);
  }
  results_.push_back(std::move(result));
}

void MatchResults::add_given(double threshold, std::span<const JudgedRows> judged) {
  if (std::isnan(threshold)) return;
  for (const auto& of : judged) {
    Counted shares = of.rows->counted;
    for (double& value : shares.x) value = settled_similarity(value) >= threshold ? 1 : 0;
    if (!shares.x.empty()) add_share(of.slice, of.name + "_given", shares, of.better);
  }
}

void MatchResults::add_points(const JudgedRows& threshold, std::span<const JudgedRows> judged,
                              const std::string& rows) {
  for (const double rate : kFalseMatchRates) {
    resampler_.check_stop();
    if (threshold.rows->items.size() >= fewest_changed(rate)) {
      add_points_at(rate, threshold, judged);
      continue;
    }
    add_too_few(threshold, rate, rows);
    for (const auto& of : judged) add_too_few(of, rate, rows);
  }
}

void MatchResults::add_points_at(double rate, const JudgedRows& threshold,
                                 std::span<const JudgedRows> judged) {
  std::vector<Variants> lists;
  for (const auto& of : judged) lists.push_back(of.rows->variants());
  const OperatingQuestion question{threshold.rows->variants(), lists, frame_.keys, rate};
  const OperatingPoint point = operating_point(question);
  const std::string suffix = "_" + in_percent(rate);
  OperatingReplicates replicates =
      operating_replicates(resampler_.drawing(is_wanted(threshold, judged, suffix)), question);
  add_statistic_of(threshold, suffix, point.threshold, std::move(replicates.threshold),
                   Scale::kMean);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    add_statistic_of(judged[i], suffix, point.matches[i], std::move(replicates.matches[i]),
                     Scale::kBounded);
  }
}

bool MatchResults::is_wanted(const JudgedRows& threshold, std::span<const JudgedRows> judged,
                             const std::string& suffix) const {
  const auto wanted = [&](const JudgedRows& of) {
    return resampler_.wants(of.slice, of.name + suffix);
  };
  return wanted(threshold) || std::ranges::any_of(judged, wanted);
}

void MatchResults::add_statistic_of(const JudgedRows& of, const std::string& suffix, double value,
                                    std::vector<double> replicates, Scale scale) {
  if (of.rows->items.empty()) return;
  Result result = blank(of, suffix, of.rows->counted);
  result.n = of.rows->counted.distinct_items();
  add_statistic(result, value, std::move(replicates), result.n, resampler_, scale);
  results_.push_back(std::move(result));
}

void MatchResults::add_too_few(const JudgedRows& of, double rate, const std::string& rows) {
  if (of.rows->items.empty()) return;
  Result result = blank(of, "_" + in_percent(rate), of.rows->counted);
  result.n = of.rows->counted.distinct_items();
  result.why["a rate of " + in_percent(rate) + "% needs " + std::to_string(fewest_changed(rate)) +
             " " + rows];
  results_.push_back(std::move(result));
}

bool tells_meanings(const Probe& probe) {
  const auto* const meanings = dynamic_cast<const RowMeanings*>(&probe);
  return meanings != nullptr && meanings->has_options();
}

std::unique_ptr<Probe> with_matches(std::unique_ptr<Probe> probe, double threshold) {
  return std::make_unique<WithMatches>(std::move(probe), threshold);
}

}  // namespace sonde

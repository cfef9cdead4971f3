#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/nan.h"
#include "probes/shared/results.h"
#include "statistics/separation/operating_point.h"

namespace sonde {

// Whether the texts of a row mean the same, for thresholds on their similarity.
enum class RowMeaning : std::uint8_t { kNeither, kSame, kChanged };

// A probe whose rows are texts of the same or of changed meaning.
class RowMeanings {
 public:
  virtual ~RowMeanings() = default;
  // Whether the options define which rows mean the same. Otherwise meaning() throws kUsage.
  virtual bool has_options() const { return true; }
  virtual RowMeaning meaning(std::string_view label, double gold) const = 0;
  // Whether the probe reads the option `threshold` itself.
  virtual bool has_own_threshold() const { return false; }
};

// The defined similarities of some rows, with their items.
struct SimilarRows {
  Counted counted;
  std::vector<std::uint32_t> items;  // per value of counted.x

  void add(double similarity, std::uint32_t item, std::uint64_t key);
  Variants variants() const { return {counted.x, items}; }
};

// Rows of one subject that a threshold lets pass or not: the share that passes is a result.
struct JudgedRows {
  std::string slice, name;
  const SimilarRows* rows;
  Better better;
};

// Results on thresholds of one subject.
class MatchResults {
 public:
  MatchResults(const Frame& frame, const Table& table, const Resampler& resampler,
               std::vector<Result>& results)
      : frame_(frame), table_(table), resampler_(resampler), results_(results) {}

  // For the rates 1% and 5% (suffixes _1 and _5): the threshold that this share of its rows
  // exceeds, and the cross-fitted shares of rows above it. `rows` is their name in messages. See
  // statistics/separation/operating_point.h.
  void add_points(const JudgedRows& threshold, std::span<const JudgedRows> judged,
                  const std::string& rows = "changed sentences");
  // The shares of rows at or above a threshold (suffix _given), unless it is NaN.
  void add_given(double threshold, std::span<const JudgedRows> judged);
  // The mean share of some items, as a result of a slice.
  void add_share(const std::string& slice, const std::string& name, const Counted& shares,
                 Better better);

 private:
  void add_points_at(double rate, const JudgedRows& threshold, std::span<const JudgedRows> judged);
  bool is_wanted(const JudgedRows& threshold, std::span<const JudgedRows> judged,
                 const std::string& suffix) const;
  void add_statistic_of(const JudgedRows& of, const std::string& suffix, double value,
                        std::vector<double> replicates, Scale scale);
  void add_too_few(const JudgedRows& of, double rate, const std::string& rows);
  Result blank(const JudgedRows& of, const std::string& suffix, const Counted& counted) const;

  const Frame& frame_;
  const Table& table_;
  const Resampler& resampler_;
  std::vector<Result>& results_;
};

// Whether the probe has RowMeanings and the options that they need.
bool tells_meanings(const Probe& probe);

// The probe, which is RowMeanings too, with two more shares for all items, of changed and of same
// rows, at the threshold and at the operating points.
std::unique_ptr<Probe> with_matches(std::unique_ptr<Probe> probe, double threshold);

}  // namespace sonde

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "probes/sets/sets_columns.h"
#include "probes/sets/sets_options.h"
#include "probes/sets/sets_samples.h"
#include "probes/sets/threshold_grid.h"

namespace sonde {

// The margins that thresholds are set against: two of C1 and of C3, one of C4.
enum class Margin : std::size_t { kC1First, kC1Second, kC3First, kC3Second, kC4 };
inline constexpr std::size_t kMargins = 5;

// Whose samples it is a margin of, and what its thresholds are called: "c1.cosine.e2".
SetOperator operator_of(Margin which);
std::string ends_name(std::size_t measure, Margin which);

// The margin in a row's measurements. NaN if it is undefined.
double margin(std::span<const double> row, std::size_t measure, Margin which);

// The thresholds of each margin under each measure: from its least to its greatest value, over all
// subjects (bounded measures) or each subject's own (appendix A.5).
class SetsThresholds {
 public:
  SetsThresholds(const SetSamples& samples, std::span<const Table> tables,
                 const SetsOptions& options);

  // NaN if the margin is defined for no sample.
  Interval ends(std::size_t table, std::size_t measure, Margin which) const;
  // Nothing there.
  std::optional<ThresholdGrid> grid(std::size_t table, std::size_t measure, Margin which) const;
  // The subjects that the ends of a measure were found over, if more than one.
  std::string scope(std::size_t measure) const {
    return kSetsMeasures[measure].bounded ? scope_ : "";
  }

 private:
  using Ends = std::array<std::array<Interval, kMargins>, kSetsMeasures.size()>;

  static Ends ends_of(const SetSamples& samples, const Table& table);
  void join_bounded();
  Interval given_ends(std::size_t measure, Margin which) const;

  SetsOptions options_;
  std::vector<Ends> ends_;  // per table
  std::string scope_;
};

}  // namespace sonde

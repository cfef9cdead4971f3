#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compare/levels.h"
#include "data/capabilities.h"
#include "sonde/comparison.h"

namespace sonde {

// The result by which an audit compares its subjects.
inline constexpr std::string_view kAuditResult = "harmless_closer";

enum class CellState : std::uint8_t { kValue, kUndefined, kUnsupported, kUnmeasured };

// A question on one data set in one language.
struct MatrixRow {
  std::size_t task = 0, question = 0;
  const Capability* capability = nullptr;
  bool names_dataset = false;  // another data set of the language has the same question
  bool beats_counting = true;  // whether any subject does
};

struct MatrixCell {
  CellState state = CellState::kUnmeasured;
  std::string why{};  // the reason for a missing value
  Level level = Level::kUndecided;
  double position = 0;   // 0 at chance, 1 at the best possible value
  double needed = 0;     // kCannotTell: about how many items would tell; NaN: too many
  bool is_best = false;  // in its row, or not distinguishable from the best
};

// One pair of subjects on one row. Positive: `first` is better.
struct MatrixDifference {
  std::size_t row = 0, first = 0, second = 0;
  bool with_baseline = false;
  double value = 0, low = 0, high = 0;
  double p_holm = 1;  // over all pairs and rows, those with a baseline by themselves
};

// The matrix of an overview. It depends on the runs alone, not on the order of files, subjects or
// data sets.
struct VerdictMatrix {
  std::string language;                        // its data sets' (empty: for all of them)
  std::vector<MatrixRow> rows;                 // in order of capabilities, questions and data sets
  std::vector<std::size_t> subjects;           // the overview's: best first, then baselines
  std::vector<bool> is_baseline;               // per subject of the overview
  std::vector<std::vector<MatrixCell>> cells;  // per row: per subject of the overview
  std::vector<MatrixDifference> differences;   // all pairs that can be tested
};
// One per language, in order of names. The corrections for the number of tests are over all of
// them.
std::vector<VerdictMatrix> verdict_matrices(const Overview& overview);

const OverviewQuestion& question_of(const Overview& overview, const MatrixRow& row);

// Whether a cell counts as passed: better than chance and than counting words.
bool passes(const MatrixCell& cell);

}  // namespace sonde

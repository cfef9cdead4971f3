#pragma once

#include <string>
#include <vector>

#include "sonde/comparison.h"

namespace sonde {

// A capability in a language: a column of the matrix.
struct MatrixColumn {
  const Capability* capability;
  std::string language;  // empty: the only one of the runs

  // Data in no language said are in every one.
  bool takes(const std::string& of) const {
    return language.empty() || of.empty() || of == language;
  }
};

// How a value stands to chance and to the best there is.
enum class Level : std::uint8_t { kGood, kPartly, kChance, kBelow, kNone };

// A result that a cell rests on.
struct CellEvidence {
  std::size_t task;
  const Evidence* of;
  const Result* result;
  Level level;
  double position;  // 0 at chance (or at 0), 1 at the best; NaN: undefined
};

enum class CellState : std::uint8_t { kValue, kUndefined, kUnsupported, kUnmeasured };

struct MatrixCell {
  std::size_t subject, column;
  CellState state = CellState::kUnmeasured;
  std::string why{};                     // where there is no value
  std::vector<CellEvidence> evidence{};  // the first stands for the cell
};

std::vector<MatrixColumn> matrix_columns(const Overview& overview);
// Subject by subject. They point into the overview.
std::vector<MatrixCell> matrix_cells(const Overview& overview,
                                     const std::vector<MatrixColumn>& columns);

// "96 of 100" of a share, ".442" of a coefficient.
std::string told(const CellEvidence& evidence);

struct VerdictExample {
  std::size_t task, item;
  bool right;
  std::string text;
};

// What is said of a subject in plain words, with items that show it.
struct SubjectVerdict {
  std::size_t subject;
  std::string text;
  std::vector<VerdictExample> examples{};
};
std::vector<SubjectVerdict> subject_verdicts(const Overview& overview,
                                             const std::vector<MatrixColumn>& columns,
                                             const std::vector<MatrixCell>& cells);

}  // namespace sonde

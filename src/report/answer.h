#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compare/verdicts.h"

namespace sonde {

// How a level is written: "no-better", "no better than counting words", "=".
struct LevelForm {
  std::string_view name, words, sign;
};
const LevelForm& form_of(Level level);

// "56%" for a share, "0.42" for a correlation, "-" if undefined.
std::string value_text(const Evidence& of, double value);

// "negation or rewording", with the data set if another one has the same question.
std::string row_name(const Overview& overview, const MatrixRow& row);

// A capability for one subject: its weakest row, and how many rows pass.
struct GroupVerdict {
  const Capability* capability = nullptr;
  std::size_t weakest = 0;  // number of the row
  std::size_t passed = 0, rows = 0;
};
std::vector<GroupVerdict> group_verdicts(const VerdictMatrix& matrix, std::size_t subject);

// The first lines of a report, made from the tests of the matrix alone: the result, the advice, and
// the limits of the numbers. An empty sentence is left out.
struct Answer {
  std::string result, advice, limits;
};
Answer answer_of(const Overview& overview, const VerdictMatrix& matrix);

// One paragraph about a subject.
std::string subject_summary(const Overview& overview, const VerdictMatrix& matrix,
                            std::size_t subject);

}  // namespace sonde

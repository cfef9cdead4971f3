#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compare/verdict_matrix.h"

namespace sonde {

// Separated by commas, or by semicolons if a part has an "and".
std::string list_of(const std::vector<std::string>& parts, std::string_view last = "and");

std::string lower_first(std::string_view title);

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

// "a passes 4 of 10 kinds of test and fails 2: typos and negation." Empty if it neither passes nor
// fails any, or if there is only one.
std::string subject_headline(const Overview& overview, const VerdictMatrix& matrix,
                             std::size_t subject);

// One paragraph about a subject.
std::string subject_summary(const Overview& overview, const VerdictMatrix& matrix,
                            std::size_t subject);

}  // namespace sonde

#pragma once

#include <string>

#include "compare/verdict_matrix.h"

namespace sonde {

// The first lines of a report, made from the tests of the matrix alone: the result, the advice, and
// the limits of the numbers. An empty sentence is left out.
struct Answer {
  std::string result, advice, limits;
};
Answer answer_of(const Overview& overview, const VerdictMatrix& matrix);

}  // namespace sonde

#pragma once

#include <string>

#include "compare/verdict_matrix.h"

namespace sonde {

// The first lines of a report, made from the tests of the matrix alone: the result, details for one
// encoder, the advice, and the limits of the numbers. Any may be empty.
struct Answer {
  std::string result, details, advice, limits;
};
Answer answer_of(const Overview& overview, const VerdictMatrix& matrix);

}  // namespace sonde

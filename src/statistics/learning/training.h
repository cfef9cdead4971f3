#pragma once

#include <span>

#include "sonde/matrix.h"

namespace sonde {

// Errors: kInput if nothing can be learned: fewer than two rows, targets that are all the same, a
// number that is not finite. kUsage if there isn't a target per row.
void check_training(Matrix<const double> features, std::span<const double> targets);

// Errors: kInput. Also checks products: they overflow if features are very large.
void check_finite(std::span<const double> numbers);

}  // namespace sonde

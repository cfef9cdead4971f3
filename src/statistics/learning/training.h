#pragma once

#include <span>

#include "sonde/matrix.h"

namespace sonde {

// Errors: kInput where nothing can be learned: fewer than two rows, targets that are all the
// same, a number that is not finite. kUsage where there isn't a target a row.
void check_training(Matrix<const double> features, std::span<const double> targets);

// Errors: kInput. Of products, too: they overflow where features are very large.
void check_finite(std::span<const double> numbers);

}  // namespace sonde

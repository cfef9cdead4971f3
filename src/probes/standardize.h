#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// Over which sentences a feature's mean and deviation are taken.
enum class Standardize { kNone, kSeparate, kJoint };

// Fits, over every sentence of the data set as often as it stands there, each
// feature's mean and population standard deviation: of the first and of the
// second sentences for kSeparate, of all for kJoint. Texts without a vector do not count.
std::unique_ptr<Fitter> standardize_fitter(Standardize how);

// out: each feature minus its mean over (its standard deviation + 0.001), the
// 0.001 as in the published code of Fodor, De Deyne and Suzuki.
void standardize(Standardize how, const Fitted& fitted, Side side, std::span<const float> vector,
                 std::span<float> out);

}  // namespace sonde

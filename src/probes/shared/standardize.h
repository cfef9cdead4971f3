#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

// Over which sentences a feature's mean and deviation are taken.
enum class Standardize { kNone, kSeparate, kJoint };

// Fits, over every sentence of the data set as often as it occurs, each feature's mean and
// population standard deviation: of the first and of the second sentences for kSeparate, of all for
// kJoint. Texts without a vector do not count.
std::unique_ptr<Fitter> standardize_fitter(Standardize how);

// A text's vector with all its zeros: standardised, they aren't 0.
std::vector<float> whole_vector(const Block& block, std::size_t text);

// Makes each feature what it is minus its mean over (its standard deviation + 0.001), the
// 0.001 as in the published code of Fodor, De Deyne and Suzuki.
void standardize(Standardize how, const Fitted& fitted, Side side, std::span<float> vector);

}  // namespace sonde

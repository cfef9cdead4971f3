#pragma once

#include <string>

#include "sonde/result.h"

namespace sonde {

// The shortest decimal text that reads back as the same double; "nan" for NaN.
std::string exact(double value);
// Three decimals, counts whole; "undefined" for NaN.
std::string rounded(double value);
// "0.543 [0.497, 0.588]", or the value alone where there is no interval.
std::string with_interval(const Result& result);

}  // namespace sonde

#pragma once

#include <string>

#include "sonde/result.h"

namespace sonde {

// The shortest decimal text that reads back as the same double; "nan" for NaN.
std::string exact(double value);
// Three decimals without a leading zero (".543"); "undefined" for NaN.
std::string rounded(double value);
// ".543 [.497, .588]", or the value alone where there is no interval.
std::string with_interval(const Result& result);

}  // namespace sonde

#pragma once

#include <string>
#include <string_view>

#include "sonde/result.h"

namespace sonde {

// The shortest decimal text that reads back as the same double. "nan" for NaN.
std::string exact(double value);
// Rounded half away from zero as a decimal number: .525 is "53" percent although 52.5 may be stored
// a little lower. web/src/numbers.ts has the same rule.
std::string decimal(double value, int digits);
std::string percent_number(double share);  // "53", of .525
// Three decimals without a leading zero (".543"). "undefined" for NaN.
std::string rounded(double value);
// ".543 [.497, .588]", or the value alone if it has no interval, with a mark if items are too few
// for one.
std::string with_interval(const Result& result);
inline constexpr std::string_view kTooFewMark = "[undefined]";
std::string with_interval(double value, double low, double high);
// A text with such numbers as pages write them: "0.543 [0.497, 0.588]", a true minus sign.
std::string on_pages(std::string_view text);
// A difference, with its sign: "+.043 [-.010, .096]".
std::string with_sign(double value, double low, double high);
// Four decimals: ".0123", "<.0001". "undefined" for NaN.
std::string p_value(double p);

}  // namespace sonde

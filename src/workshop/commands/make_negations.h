#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

inline constexpr std::string_view kNegations = "negations";
inline constexpr std::string_view kNegationsForm = "[SENTENCES.txt]";
inline constexpr std::string_view kNegationsHelp =
    "negations of sentences, or sentences without their negation; reads standard input too";

// `sonde make negations`. Unlike the makers, it works in a pipe.
int make_negations(std::vector<std::string> args);

}  // namespace sonde

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

inline constexpr std::string_view kNegations = "negations";
inline constexpr std::string_view kNegationsForm = "[SENTENCES.txt]";
inline constexpr std::string_view kNegationsHelp =
    "sentences with their negations, or without them; also from standard input";

// `sonde make negations`. Unlike the makers, it works in a pipe.
int make_negations(std::vector<std::string> args);

}  // namespace sonde

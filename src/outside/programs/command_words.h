#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Splits a command as a shell would, without being one: white space separates words. Between ' and
// ' all is literal. Between " and " a backslash escapes \" and \\. Elsewhere it makes the next
// character literal. Nothing else has a meaning: no variables, no patterns, no pipes. Errors:
// kUsage for no word, a quote or a backslash at the end.
std::vector<std::string> split_command(std::string_view command);

}  // namespace sonde

#pragma once

#include <string_view>

namespace sonde {

// Whether nothing of a text can be seen: it is empty, or has only white space, controls and what
// Unicode calls default ignorable or a format character (no width, joiners, marks of direction).
// No encoder gives such a text a vector, and no data set may have it as a sentence.
bool is_invisible(std::string_view text);

}  // namespace sonde

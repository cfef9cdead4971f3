#pragma once

#include <string_view>

namespace sonde {

// The class of transformers that a name means: without "Fast", and one name for
// classes with the same rules.
std::string_view class_stem(std::string_view name);

}  // namespace sonde

#pragma once

#include <string_view>

namespace sonde {

// The class of transformers that a name means: without "Fast", and one name for
// classes with the same rules.
std::string_view class_stem(std::string_view name);

// Whether the class gives the types of tokens, if tokenizer_config.json has no model_input_names.
bool class_gives_types(std::string_view name);

}  // namespace sonde

#pragma once

#include <string_view>

namespace sonde {

// data/models/config_keys.tsv and data/models/config_defaults.tsv, as they were when the program
// was built.
std::string_view known_keys_table();
std::string_view default_keys_table();

}  // namespace sonde

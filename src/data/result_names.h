#pragma once

#include <string>
#include <string_view>

namespace sonde {

// The present name of a result that once had another, else `name`: run files and gates of before
// are read. `probe` is the result's probe with its options; empty where none is named.
std::string current_result_name(std::string_view name, std::string_view probe = {});

}  // namespace sonde

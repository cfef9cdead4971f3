#pragma once

#include <string>
#include <string_view>

namespace sonde {

// The present name of a result that was renamed, else `name`: old run files and gates stay
// readable. `probe` is the result's probe with its options, or empty if none is named.
std::string current_result_name(std::string_view name, std::string_view probe = {});

}  // namespace sonde

#pragma once

#include <string>
#include <string_view>

namespace sonde {

// A script element of the page's data. JSON within it can't end it.
std::string page_block(std::string_view id, std::string_view json);

}  // namespace sonde

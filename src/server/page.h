#pragma once

#include <string>

#include "server/http.h"
#include "server/loaded_encoders.h"

namespace sonde {

// The page with a report's blocks (report_blocks(); may be empty) and that of the bench.
ServedAnswer make_page(const std::string& report, const LoadedEncoders& encoders,
                       const std::string& token);

}  // namespace sonde

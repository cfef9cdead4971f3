#pragma once

#include <string>
#include <string_view>

#include "apps/server/loaded_encoders.h"
#include "apps/server/loopback_server.h"

namespace sonde {

// A page of a bundle (page_bundle.h) with its data's blocks, which may ask its own server.
ServedAnswer page_with(std::string_view bundle, const std::string& blocks);

// The page with a report's blocks (from report_blocks(), may be empty) and the bench's page.
ServedAnswer make_page(const std::string& report, const LoadedEncoders& encoders,
                       const std::string& token);

}  // namespace sonde

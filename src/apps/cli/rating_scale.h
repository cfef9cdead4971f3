#pragma once

#include <string_view>

#include "statistics/agreement/rated_items.h"

namespace sonde {

// Sets "LOW:HIGH" as the scale of ratings. Empty: any. Errors: kUsage.
void set_scale(RatingsSource& source, std::string_view scale);

}  // namespace sonde

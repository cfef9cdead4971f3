#include "apps/cli/rating_scale.h"

#include <string>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

double scale_end(std::string_view text) {
  if (const auto value = parse_number<double>(text)) return *value;
  throw usage_error("'" + std::string(text) + "' is not an end of a scale",
                    "--scale LOW:HIGH, as 1:7");
}

}  // namespace

void set_scale(RatingsSource& source, std::string_view scale) {
  if (scale.empty()) return;
  const auto colon = scale.find(':');
  source.low = scale_end(scale.substr(0, colon));
  source.high = scale_end(colon == scale.npos ? scale.substr(0, 0) : scale.substr(colon + 1));
}

}  // namespace sonde

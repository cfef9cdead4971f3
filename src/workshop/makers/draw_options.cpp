#include "workshop/makers/draw_options.h"

namespace sonde {

DrawOptions read_draw_options(Options& given) {
  constexpr std::int64_t kMost = 1'000'000'000;
  DrawOptions options;
  options.most = static_cast<std::uint64_t>(given.integer("most", 0, 1, kMost));
  options.seed = static_cast<std::uint64_t>(
      given.integer("seed", static_cast<std::int64_t>(options.seed), 0, INT64_MAX));
  options.refused = given.text("refused", "");
  return options;
}

}  // namespace sonde

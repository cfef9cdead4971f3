#include "workshop/makers/draw_options.h"

namespace sonde {

DrawOptions read_draw_options(Options& given) {
  constexpr std::size_t kMost = 1'000'000'000;
  DrawOptions options;
  options.most = given.count("most", 0, 1, kMost);
  options.seed = given.count("seed", options.seed, 0, INT64_MAX);
  options.refused = given.text("refused", "");
  return options;
}

}  // namespace sonde

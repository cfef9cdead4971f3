#include "sonde/maker.h"

#include <array>

#include "workshop/makers/kinds.h"

namespace sonde {

std::span<const MakerKind> maker_kinds() {
  static const std::array kKinds{triples_maker(), fusions_maker(),  pairs_maker(),
                                 curves_maker(),  triplets_maker(), heros_maker()};
  return kKinds;
}

}  // namespace sonde

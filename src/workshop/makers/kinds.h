#pragma once

#include "sonde/maker.h"

namespace sonde {

// The makers, one in each file.
MakerKind triples_maker();
MakerKind fusions_maker();
MakerKind pairs_maker();
MakerKind curves_maker();
MakerKind triplets_maker();
MakerKind heros_maker();

}  // namespace sonde

#include "data/stretches.h"

#include "sonde/error.h"

namespace sonde {

void throw_changed_since_listed(const Card& card) {
  throw input_error("the data set changed since it was listed", {card.file.string()},
                    "make the listing again, and all parts");
}

}  // namespace sonde

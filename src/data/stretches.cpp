#include "data/stretches.h"

#include "sonde/error.h"

namespace sonde {

Digest stretch_digest(std::string_view bytes) {
  return Hasher().add_raw(std::as_bytes(std::span(bytes))).finish();
}

void throw_changed_since_listed(const Card& card) {
  throw input_error("the data set changed since it was listed", {card.file.string()},
                    "make the listing anew, and all parts");
}

}  // namespace sonde

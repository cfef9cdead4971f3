#include "data/stretches.h"

#include "base/file_digest.h"
#include "sonde/error.h"

namespace sonde {

Digest stretch_digest(std::string_view bytes) { return content_digest(bytes); }

void throw_changed_since_listed(const Card& card) {
  throw input_error("the data set changed since it was listed", {card.file.string()},
                    "make the listing anew, and all parts");
}

}  // namespace sonde

// Replaces the workshop's rules of negation in a build without the workshop.
#include "sonde/error.h"
#include "sonde/negation.h"

namespace sonde {

std::shared_ptr<const Negator> english_negator() {
  throw outside_error("this program was built without its rules of negation", {},
                      "build it with the workshop: cmake -DSONDE_WORKSHOP=ON");
}

}  // namespace sonde

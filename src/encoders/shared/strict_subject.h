#pragma once

#include "sonde/subject.h"

namespace sonde {

// The specification with `strict=true`, if its kind takes that option: a text or graph that
// something is wrong with then ends the run. Nothing else of the subject changes.
Spec with_strict(Spec spec);

}  // namespace sonde

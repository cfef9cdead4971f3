#pragma once

#include <vector>

#include "run/values/values.h"

namespace sonde {

// The derived subjects with identities that follow from their parts'. Errors: kUsage if one is used
// on a data set that is streamed, or learns from one that is missing in the run.
std::vector<DerivedSubject> identify(std::vector<DerivedSubject> derived, const Listed& listed);

}  // namespace sonde

#pragma once

#include <vector>

#include "run/values/values.h"

namespace sonde {

// The derived subjects with identities that follow from their parts'. Errors: kUsage where one is
// asked of a data set that is streamed, or learns from one that the run lacks.
std::vector<DerivedSubject> identify(std::vector<DerivedSubject> derived, const Listed& listed);

}  // namespace sonde

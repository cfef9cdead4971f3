#pragma once

#include "sonde/run_file.h"

namespace sonde {

// Whether a subject has no understanding to show: random vectors, tf-idf and bags of words.
bool is_baseline(const SubjectFacts& facts);

}  // namespace sonde

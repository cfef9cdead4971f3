#pragma once

#include <string>

#include "sonde/run_file.h"

namespace sonde {

// That a subject's vectors may change from call to call, and by how much they did (bench/noise.h);
// empty of one that promises the same bits. `label` is what the subject is called there.
std::string noise_note(const std::string& label, const SubjectFacts& subject);

}  // namespace sonde

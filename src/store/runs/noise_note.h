#pragma once

#include <string>

#include "sonde/run_file.h"

namespace sonde {

// A note that a subject's vectors may change from call to call, and by how much they did
// (bench/noise.h). Empty if it promises the same bits. `label` is the subject's name there.
std::string noise_note(const std::string& label, const SubjectFacts& subject);

}  // namespace sonde

#pragma once

#include <vector>

#include "run/files/working_files.h"
#include "run/filtered.h"
#include "run/measure/streamed_measuring.h"
#include "run/vectors/vector_source.h"

namespace sonde {

// Completed work remains in the files, whatever happens next.
Encoded encode_texts(Filtered filtered, WorkingFiles& files, RunContext& context);

// Which texts were encoded, now or before, until now.
RunSummary texts_encoded(const Encoded& encoded);

// The subjects in the run file: all views of the encoders, then the scorers, then the subjects
// derived from them.
std::vector<SubjectFacts> subjects_of(const Encoded& encoded);

}  // namespace sonde

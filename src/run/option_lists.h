#pragma once

#include "sonde/subject.h"

namespace sonde {

// The spec with what stands in its files: an option KEY_terms=@FILE gets the file's lines, blank
// ones left out, with commas between them. So a run file holds what was meant and not where it
// lay. Errors: kUsage for no file; kInput for one that can't be read, has a comma or no
// term.
Spec with_option_lists(const Spec& spec);

}  // namespace sonde

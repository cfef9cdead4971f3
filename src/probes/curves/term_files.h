#pragma once

#include <map>
#include <string>

#include "sonde/dataset.h"
#include "sonde/subject.h"

namespace sonde {

// Reads the spec's files into it: an option KEY_terms=@FILE gets the file's lines, without blank
// ones, with commas between them. Errors: kUsage without a file, kInput for one that can't be read,
// has a comma or no term.
void read_term_files(Spec& spec);

// The same for a card's keys, whose files are next to it. Errors: kInput.
void read_term_files(const Card& card, std::map<std::string, std::string>& settings);

}  // namespace sonde

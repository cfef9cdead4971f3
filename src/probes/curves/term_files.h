#pragma once

#include <map>
#include <string>

#include "sonde/dataset.h"
#include "sonde/subject.h"

namespace sonde {

// Puts what stands in its files into the spec: an option KEY_terms=@FILE gets the file's lines,
// blank ones left out, with commas between them. Errors: kUsage for no file; kInput for one that
// can't be read, has a comma or no term.
void read_term_files(Spec& spec);

// The same of a card's keys, whose files lie beside it. Errors: kInput.
void read_term_files(const Card& card, std::map<std::string, std::string>& settings);

}  // namespace sonde

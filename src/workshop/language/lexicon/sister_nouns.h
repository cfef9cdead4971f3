#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Nouns of a list of ours that can stand where a noun does and name another thing of its kind:
// "truck" and "van" of "car". What is done with the noun can be done with them; not always the
// other way round. Base forms; empty of what is not listed.
std::vector<std::string> sister_nouns(std::string_view noun);

// All nouns that have others, in order.
std::vector<std::string> nouns_with_sisters();

}  // namespace sonde

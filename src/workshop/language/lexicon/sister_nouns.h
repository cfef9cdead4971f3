#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Nouns of sonde's list that can replace a noun and name another thing of its kind: "truck" and
// "van" of "car". Anything done with the noun can be done with them, but not always the other way
// round. Base forms. Empty for an unlisted noun.
std::vector<std::string> sister_nouns(std::string_view noun);

// All nouns that have others, in order.
std::vector<std::string> nouns_with_sisters();

}  // namespace sonde

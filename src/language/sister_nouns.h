#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Nouns of a list of ours that can stand where a noun does and name another thing of its kind:
// "truck", "van" and "bus" of "car". Base forms; empty of what is not listed.
std::vector<std::string> sister_nouns(std::string_view noun);

// The kinds, each with its nouns.
const std::vector<std::vector<std::string>>& noun_groups();

}  // namespace sonde

#pragma once

#include <string>
#include <vector>

namespace sonde {

// `sonde roles score REFERENCE ROLES`: prints how near roles are to a reference, role by role.
int score_roles(std::vector<std::string> args);

// `sonde roles kinds ROLES`: writes the kind of difference of each pair, as a card's labels read
// it. If there are labels of the same pairs, counts how many have which kind.
int find_pair_kinds(std::vector<std::string> args);

}  // namespace sonde

#pragma once

#include <filesystem>
#include <string>

#include "roles/role_similarity.h"

namespace sonde {

// A TOML file of numbers by role, 0 for one that it doesn't name: Verb = 3. Errors: kInput with the
// line for an unknown role, a weight that is negative or not finite, and weights that sum to 0.
RoleNumbers read_role_weights(const std::filesystem::path& file);

// The format of the reader.
std::string role_weights_toml(const RoleNumbers& weights);

}  // namespace sonde

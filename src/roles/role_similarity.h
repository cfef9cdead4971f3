#pragma once

#include <array>
#include <functional>
#include <string>

#include "roles/role_frame.h"

namespace sonde {

// The cosine of two phrases' vectors, or NaN if one has none.
using PhraseCosine = std::function<double(const std::string&, const std::string&)>;

using RoleNumbers = std::array<double, kRoleNames.size()>;  // per role

// How similar the fillers of each role are.
struct RoleSimilarities {
  RoleNumbers cosines;  // NaN: role missing in a sentence, or phrase has no vector
  std::array<bool, kRoleNames.size()> merged{};  // its filler was compared under another role
};

// Role by role, after Fodor, De Deyne and Suzuki (section 4.6, and their published numbers). Roles
// that are in one sentence only are then compared with each other by a fixed list of pairs, if one
// is in the first sentence and one in the second: the cosine is stored under the first role of the
// pair, the second is merged. A role that is found again further down the list gets the later
// cosine.
RoleSimilarities role_similarities(const RoleFrame& first, const RoleFrame& second,
                                   const PhraseCosine& cosine);

// The paper's weights, rounded from a fit to a pilot study.
inline constexpr RoleNumbers kPaperRoleWeights{2, 3, 2, 2, 0.5, 0.5, 0.5, 0.5};

// kBasic divides by all weights, kNorm by those of roles that have a cosine or are merged. A merged
// role counts 0 in both.
enum class RoleMean { kBasic, kNorm };

// The weighted mean of the cosines. NaN if no role has one, or the divisor is 0.
double role_similarity(const RoleSimilarities& roles, const RoleNumbers& weights, RoleMean mean);

}  // namespace sonde

#include "roles/role_frame.h"

#include <algorithm>
#include <vector>

#include "base/names.h"

namespace sonde {

Role role_named(std::string_view name) {
  const auto found = std::ranges::find(kRoleNames, name);
  if (found != kRoleNames.end()) return static_cast<Role>(found - kRoleNames.begin());
  const std::vector<std::string> known(kRoleNames.begin(), kRoleNames.end());
  throw_unknown("role", name, known);
}

}  // namespace sonde

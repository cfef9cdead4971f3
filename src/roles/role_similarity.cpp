#include "roles/role_similarity.h"

#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/nan.h"

namespace sonde {
namespace {

struct RolePairing {
  Role kept, merged;
};
// The study's, in its order.
constexpr std::array kRolePairings{
    RolePairing{Role::kLocation, Role::kTrajectory}, RolePairing{Role::kTheme, Role::kPatient},
    RolePairing{Role::kTheme, Role::kManner},        RolePairing{Role::kManner, Role::kTrajectory},
    RolePairing{Role::kPatient, Role::kLocation},    RolePairing{Role::kPatient, Role::kManner}};

class RoleAlignment {
 public:
  RoleAlignment(const RoleFrame& first, const RoleFrame& second, const PhraseCosine& cosine)
      : first_(first), second_(second), cosine_(cosine) {}

  RoleSimilarities align() const {
    RoleSimilarities roles;
    for (std::size_t i = 0; i < kRoleNames.size(); ++i) {
      const auto role = static_cast<Role>(i);
      roles.cosines[i] = has(first_, role) && has(second_, role) ? cosine(role, role) : kNaN;
    }
    for (const auto& pairing : kRolePairings) pair(pairing, roles);
    return roles;
  }

 private:
  static bool has(const RoleFrame& frame, Role role) { return !frame[role].empty(); }

  double cosine(Role of_first, Role of_second) const {
    return cosine_(first_[of_first], second_[of_second]);
  }

  void pair(const RolePairing& pairing, RoleSimilarities& roles) const {
    const auto [kept, merged] = pairing;
    if (roles.merged[index_of(kept)] || roles.merged[index_of(merged)]) return;
    const bool kept_first = has(first_, kept), kept_second = has(second_, kept);
    const bool merged_first = has(first_, merged), merged_second = has(second_, merged);
    if (kept_first == kept_second || merged_first == merged_second) return;
    if (kept_first == merged_first) return;  // both of one sentence
    roles.cosines[index_of(kept)] = kept_first ? cosine(kept, merged) : cosine(merged, kept);
    roles.cosines[index_of(merged)] = kNaN;
    roles.merged[index_of(merged)] = true;
  }

  const RoleFrame& first_;
  const RoleFrame& second_;
  const PhraseCosine& cosine_;
};

}  // namespace

RoleSimilarities role_similarities(const RoleFrame& first, const RoleFrame& second,
                                   const PhraseCosine& cosine) {
  return RoleAlignment(first, second, cosine).align();
}

double role_similarity(const RoleSimilarities& roles, const RoleNumbers& weights, RoleMean mean) {
  double sum = 0, present = 0;
  bool any = false;
  for (std::size_t i = 0; i < kRoleNames.size(); ++i) {
    const bool has_cosine = !std::isnan(roles.cosines[i]);
    any |= has_cosine;
    if (has_cosine) sum += weights[i] * roles.cosines[i];
    if (has_cosine || roles.merged[i]) present += weights[i];
  }
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double divisor = mean == RoleMean::kBasic ? all : present;
  return any && divisor > 0 ? sum / divisor : kNaN;
}

}  // namespace sonde

#include "probes/variants/variants_roles.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "probes/shared/records.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kRoleKey = "role_";

constexpr std::array<std::pair<std::string_view, VariantRole>, 4> kRoles{
    {{"changed", VariantRole::kChanged},
     {"same", VariantRole::kSame},
     {"true match", VariantRole::kTrueMatch},
     {"unrelated", VariantRole::kUnrelated}}};

VariantRole role_named(const std::string& key, const std::string& name) {
  const auto found = std::ranges::find(kRoles, name, [](const auto& role) { return role.first; });
  if (found != kRoles.end()) return found->second;
  throw input_error("unknown role '" + name + "' of a variant", {"", 0, key, ""},
                    "use changed, same, true match or unrelated");
}

}  // namespace

VariantRoles::VariantRoles(const std::map<std::string, std::string>& settings) {
  std::vector<std::string> known;
  for (const auto& [key, value] : settings) {
    if (!key.starts_with(kRoleKey)) continue;
    known.push_back(key);
    roles_[key.substr(kRoleKey.size())] = role_named(key, value);
  }
  reject_unknown_settings(settings, known);
  if (known.empty()) {
    roles_ = {{"changed variant", VariantRole::kChanged}, {"same variant", VariantRole::kSame}};
  }
  const auto has_role = [&](VariantRole role) {
    return std::ranges::any_of(roles_, [&](const auto& one) { return one.second == role; });
  };
  by_people_ = has_role(VariantRole::kTrueMatch);
  if (has_role(VariantRole::kChanged) && (by_people_ || has_role(VariantRole::kSame))) return;
  throw input_error("the card names no changed kind of variant, or none of the same meaning",
                    {"", 0, known.front(), ""}, "say role_KIND = \"changed\" and \"same\"");
}

}  // namespace sonde

#include "roles/role_weights.h"

#include <numeric>

#include "base/parse.h"
#include "formats/toml/toml_entry.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kRolesPage = "docs/reference/scorers/roles.md";

double weight_of(const TomlEntry& entry) {
  const double weight = entry.number();
  if (weight < 0) entry.fail("must be 0 or more");
  return weight;
}

}  // namespace

RoleNumbers read_role_weights(const std::filesystem::path& file) {
  const std::string name = file.string();
  const toml::table table = read_toml(file);
  RoleNumbers weights{};
  for (const auto& [key, node] : table) {
    const TomlEntry entry(name, std::string(key.str()), node, kRolesPage);
    const Role role = at_place(entry.place(), [&] { return role_named(entry.key()); });
    weights[index_of(role)] = weight_of(entry);
  }
  if (std::accumulate(weights.begin(), weights.end(), 0.0) > 0) return weights;
  throw input_error("the weights sum to 0", {name}, "give at least one role a weight: Verb = 3");
}

std::string role_weights_toml(const RoleNumbers& weights) {
  std::string text;
  for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
    text += std::string(kRoleNames[role]) + " = " + printed(weights[role]) + "\n";
  }
  return text;
}

}  // namespace sonde

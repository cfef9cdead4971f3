#include "graphs/amr_graph.h"

#include <algorithm>
#include <array>

#include "base/parse.h"

namespace sonde {
namespace {

constexpr std::string_view kInverse = "-of";

bool is_inverse(std::string_view role) {
  constexpr std::array<std::string_view, 3> kOwnRoles{"consist-of", "prep-out-of",
                                                      "prep-on-behalf-of"};
  return role.size() > kInverse.size() && role.ends_with(kInverse) &&
         std::ranges::find(kOwnRoles, role) == kOwnRoles.end();
}

}  // namespace

AmrRelation relation_of(const AmrBranch& branch) {
  std::string_view role = branch.role;
  role.remove_prefix(1);
  if (!is_inverse(role)) return {branch.from, branch.to, role};
  role.remove_suffix(kInverse.size());
  return {branch.to, branch.from, role};
}

std::string_view metadata(const AmrGraph& graph, std::string_view key) {
  const std::string wanted = "::" + std::string(key);
  for (const std::string_view line : graph.header) {
    const auto at = line.find(wanted);
    if (at == line.npos) continue;
    const std::string_view rest = line.substr(at + wanted.size());
    if (!rest.empty() && rest.front() != ' ') continue;
    return trimmed(rest.substr(0, rest.find(" ::")));
  }
  return {};
}

// Removes nodes to which no relation leads until none is left.
std::string_view cycle_of(const AmrGraph& graph) {
  std::vector<std::vector<std::uint32_t>> below(graph.nodes.size());
  std::vector<std::size_t> above(graph.nodes.size());
  for (const auto& branch : graph.branches) {
    if (branch.to == AmrBranch::kConstant) continue;
    const auto relation = relation_of(branch);
    below[relation.from].push_back(relation.to);
    ++above[relation.to];
  }
  std::vector<std::uint32_t> free;
  for (std::uint32_t i = 0; i < above.size(); ++i) {
    if (above[i] == 0) free.push_back(i);
  }
  for (std::size_t done = 0; done < free.size(); ++done) {
    for (const auto next : below[free[done]]) {
      if (--above[next] == 0) free.push_back(next);
    }
  }
  const auto left = std::ranges::find_if(above, [](std::size_t count) { return count != 0; });
  if (left == above.end()) return {};
  return graph.nodes[static_cast<std::size_t>(left - above.begin())].variable;
}

}  // namespace sonde

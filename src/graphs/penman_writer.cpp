#include "graphs/penman.h"

namespace sonde {
namespace {

void add_aligned(std::string& text, std::string_view word, std::string_view alignment) {
  text += word;
  if (alignment.empty()) return;
  text += '~';
  text += alignment;
}

void add_node(std::string& text, const AmrNode& node) {
  text += "(" + node.variable + " / ";
  add_aligned(text, node.label, node.alignment);
}

// Each node's branches, in their order.
std::vector<std::vector<std::uint32_t>> branches_by_node(const AmrGraph& graph) {
  std::vector<std::vector<std::uint32_t>> below(graph.nodes.size());
  for (std::uint32_t i = 0; i < graph.branches.size(); ++i) {
    below[graph.branches[i].from].push_back(i);
  }
  return below;
}

}  // namespace

std::string penman_of(const AmrGraph& graph) {
  constexpr std::size_t kIndent = 6;
  struct Open {
    std::uint32_t node;
    std::size_t done;
  };
  std::string text;
  for (const auto& line : graph.header) text += line + "\n";
  const auto below = branches_by_node(graph);
  std::vector<Open> open{{0, 0}};
  add_node(text, graph.nodes.at(0));
  while (!open.empty()) {
    auto& [node, done] = open.back();
    if (done == below[node].size()) {
      text += ')';
      open.pop_back();
      continue;
    }
    const auto& branch = graph.branches[below[node][done++]];
    text += "\n" + std::string(kIndent * open.size(), ' ');
    add_aligned(text, branch.role, branch.role_alignment);
    text += ' ';
    if (branch.declares) {
      add_node(text, graph.nodes[branch.to]);
      open.push_back({branch.to, 0});
    } else {
      const bool constant = branch.to == AmrBranch::kConstant;
      add_aligned(text, constant ? branch.constant : graph.nodes[branch.to].variable,
                  branch.alignment);
    }
  }
  return text + "\n";
}

}  // namespace sonde

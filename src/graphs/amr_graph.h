#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/error.h"

namespace sonde {

// A node of an AMR graph: (VARIABLE / LABEL~ALIGNMENT).
struct AmrNode {
  std::string variable;
  std::string label;      // its concept
  std::string alignment;  // "e.1,2" (empty: none)

  bool operator==(const AmrNode&) const = default;
};

// A branch as it is written: below a node, a role and a node or a constant.
struct AmrBranch {
  static constexpr std::uint32_t kConstant = UINT32_MAX;

  std::uint32_t from = 0;        // index of a node
  std::string role;              // ":ARG0-of"
  std::uint32_t to = kConstant;  // index of a node
  bool declares = false;         // whether the node is written here (else only its variable)
  std::string constant;          // "-", "12", "\"Rome\"", with its quotes
  std::string role_alignment, alignment;

  bool operator==(const AmrBranch&) const = default;
};

// A graph in PENMAN. The first node is the top. Nodes and branches are in the order of the text.
struct AmrGraph {
  std::vector<std::string> header;  // the lines before it that begin with "#"
  std::vector<AmrNode> nodes;
  std::vector<AmrBranch> branches;
  Place place{};  // first bracket

  bool operator==(const AmrGraph& other) const {
    return header == other.header && nodes == other.nodes && branches == other.branches;
  }
};

// A branch with its inverse role turned round: "b :ARG0-of a" is "a :ARG0 b".
struct AmrRelation {
  std::uint32_t from, to;
  std::string_view role;  // without the colon, in the graph's text
};

// The relation of a branch between two nodes. ":consist-of", ":prep-out-of" and
// ":prep-on-behalf-of" are separate roles.
AmrRelation relation_of(const AmrBranch& branch);

// The value of a header's "# ::KEY VALUE", or empty without one.
std::string_view metadata(const AmrGraph& graph, std::string_view key);

// A variable from which relations lead back to itself, or empty without one.
std::string_view cycle_of(const AmrGraph& graph);

}  // namespace sonde

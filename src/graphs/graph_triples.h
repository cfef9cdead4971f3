#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graphs/amr_graph.h"

namespace sonde {

// The content of the top's triple.
enum class TopTriple {
  kAnonymous,  // which variable it is: current tools
  kLabel,      // and its concept: older ones
};

enum class InverseRoles {
  kTurned,  // "b :ARG0-of a" is "a :ARG0 b"
  kKept,    // it is a separate role
};

struct TripleDialect {
  TopTriple top = TopTriple::kAnonymous;
  InverseRoles inverse = InverseRoles::kTurned;
};

// A graph as Smatch has it: in lower case, without quotes (nor apostrophes) and alignments, each
// triple once.
struct TripleGraph {
  struct Attribute {  // a variable's: a role and a constant
    std::uint32_t of;
    std::string role, value;
    auto operator<=>(const Attribute&) const = default;
  };
  struct Relation {
    std::uint32_t from, to;
    std::string role;
    auto operator<=>(const Relation&) const = default;
  };

  std::vector<std::string> labels;  // a concept a variable
  std::vector<Attribute> attributes;
  std::vector<Relation> relations;

  std::size_t size() const { return labels.size() + attributes.size() + relations.size(); }
};

TripleGraph triples_of(const AmrGraph& graph, const TripleDialect& dialect = {});

}  // namespace sonde

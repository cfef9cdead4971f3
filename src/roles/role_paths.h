#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "graphs/amr_graph.h"

namespace sonde {

// The words of a graph by their roles, as in AMR-CN (Fodor, De Deyne and Suzuki, section 4.6). A
// role is the chain of relations from the top, as they are written (":ARG0:mod", empty for the
// top).
using RolePaths = std::map<std::string, std::vector<std::string>>;

enum class Lemmas { kVerb, kNone };

class RolePathReader {
 public:
  // Errors: those of VerbForms, for kVerb.
  explicit RolePathReader(Lemmas lemmas);

  // A concept's word is the part before its first "-": "mess" of "mess-up-02". If a variable
  // replaces its node, the word is its name, as in the published program.
  RolePaths read(const AmrGraph& graph) const;

 private:
  std::string word_of(const AmrNode& node) const;

  std::optional<VerbForms> forms_;
};

// The similarity of two roles' words.
using WordSimilarity =
    std::function<double(std::span<const std::string>, std::span<const std::string>)>;

// Twice the sum over common roles, by the number of roles of both graphs (equation 3).
double role_path_similarity(const RolePaths& first, const RolePaths& second,
                            const WordSimilarity& similarity);

}  // namespace sonde

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

// The words of a graph by their roles, as AMR-CN has them (Fodor, De Deyne and Suzuki,
// section 4.6): a role is the chain of relations from the top, as they are written (":ARG0:mod";
// the top's is empty).
using RolePaths = std::map<std::string, std::vector<std::string>>;

enum class Lemmas { kVerb, kNone };

class RolePathReader {
 public:
  // Errors: those of VerbForms, for kVerb.
  explicit RolePathReader(Lemmas lemmas);

  // A concept's word is what stands before its first "-": "mess" of "mess-up-02". Where a variable
  // stands instead of its node, the word is its name, as in the published program.
  RolePaths read(const AmrGraph& graph) const;

 private:
  std::string word_of(const AmrNode& node) const;

  std::optional<VerbForms> forms_;
};

// Of two roles' words.
using WordSimilarity =
    std::function<double(std::span<const std::string>, std::span<const std::string>)>;

// Twice the sum over common roles, by the number of roles of both graphs (equation 3).
double role_path_similarity(const RolePaths& first, const RolePaths& second,
                            const WordSimilarity& similarity);

}  // namespace sonde

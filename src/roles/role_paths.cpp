#include "roles/role_paths.h"

#include "formats/lexicons/wordnet.h"

namespace sonde {
namespace {

std::string without_quotes(std::string text) {
  if (text.size() > 2) std::erase(text, '"');
  return text;
}

}  // namespace

RolePathReader::RolePathReader(Lemmas lemmas) {
  if (lemmas == Lemmas::kVerb) forms_.emplace(kWordNetFolder);
}

std::string RolePathReader::word_of(const AmrNode& node) const {
  std::string word = without_quotes(node.label);
  const auto dash = word.find('-');
  if (dash != word.npos && dash > 0) word.resize(dash);
  return forms_ ? forms_->base_of(word) : word;
}

RolePaths RolePathReader::read(const AmrGraph& graph) const {
  std::vector<std::string> path(graph.nodes.size());
  RolePaths paths;
  paths[""].push_back(word_of(graph.nodes.at(0)));
  for (const auto& branch : graph.branches) {
    std::string here = path[branch.from] + branch.role;
    auto& words = paths[here];
    if (branch.to == AmrBranch::kConstant) {
      words.push_back(without_quotes(branch.constant));
    } else if (branch.declares) {
      words.push_back(word_of(graph.nodes[branch.to]));
      path[branch.to] = std::move(here);
    } else {
      words.push_back(graph.nodes[branch.to].variable);
    }
  }
  return paths;
}

double role_path_similarity(const RolePaths& first, const RolePaths& second,
                            const WordSimilarity& similarity) {
  double sum = 0;
  for (const auto& [path, words] : first) {
    const auto found = second.find(path);
    if (found != second.end()) sum += similarity(words, found->second);
  }
  return 2 * sum / static_cast<double>(first.size() + second.size());
}

}  // namespace sonde

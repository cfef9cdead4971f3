// sonde.graphs and sonde.roles: AMR graphs and semantic roles of sentences.
#include <sstream>
#include <unordered_map>

#include "apps/python/binding.h"
#include "graphs/graph_triples.h"
#include "graphs/label_vector.h"
#include "graphs/penman.h"
#include "graphs/smatch_overlap.h"
#include "graphs/wlk_kernel.h"
#include "graphs/wwlk_kernel.h"
#include "roles/role_similarity.h"
#include "sonde/stats.h"
#include "workshop/labellers/link_labeller.h"
#include "workshop/python/workshop.h"

namespace sonde {
namespace {

AmrGraph graph_of(const std::string& text, const std::string& name) {
  std::istringstream in(text);
  PenmanReader reader(in, name);
  AmrGraph graph, further;
  if (!reader.next(graph)) throw input_error("no graph is there", {name}, "give it as PENMAN");
  if (reader.next(further)) {
    throw input_error("more than one graph", further.place, "give one at a time");
  }
  return graph;
}

nb::dict smatched(const std::string& first, const std::string& second, bool older) {
  SmatchCounts counts;
  {
    const nb::gil_scoped_release free;
    TripleDialect dialect;
    if (older) dialect.top = TopTriple::kLabel;
    const auto triples = [&](const std::string& text, const char* name) {
      const AmrGraph graph = graph_of(text, name);
      TripleGraph made = triples_of(graph, dialect);
      check_smatch_size(made, graph.place);
      return made;
    };
    counts = smatch(triples(first, "the first graph"), triples(second, "the second graph"),
                    ExactSmatch{});
  }
  const auto scores = counts.scores();
  nb::dict all;
  all["precision"] = scores.precision;
  all["recall"] = scores.recall;
  all["f1"] = scores.f1;
  all["matches"] = counts.matches;
  all["proven"] = counts.proven();
  return all;
}

double wlk_of(const std::string& first, const std::string& second, std::size_t iterations) {
  return wlk(labelled_graph(graph_of(first, "the first graph")),
             labelled_graph(graph_of(second, "the second graph")), iterations);
}

std::vector<std::string> words_of(const std::string& first, const std::string& second) {
  std::vector<std::string> words;
  for (const auto& [text, name] :
       {std::pair{&first, "the first graph"}, std::pair{&second, "the second graph"}}) {
    for (const auto& label : labelled_graph(graph_of(*text, name)).labels) {
      for (auto& word : words_of_label(label)) words.push_back(std::move(word));
    }
  }
  return words;
}

// One row per word. A word without a vector isn't among them.
double wwlk_of(const std::string& first, const std::string& second,
               const std::vector<std::string>& words, const FloatRows& vectors,
               std::size_t iterations, double edge_weight) {
  std::unordered_map<std::string, std::span<const float>> known;
  const std::size_t width = vectors.shape(1);
  for (std::size_t i = 0; i < words.size(); ++i) {
    known.emplace(words[i], std::span(vectors.data() + i * width, width));
  }
  const VectorOfWord vector_of = [&](const std::string& word) {
    const auto found = known.find(word);
    return found == known.end() ? std::span<const float>() : found->second;
  };
  const auto rows = [&](const LabelledGraph& graph) {
    MatrixOf<double> made(graph.labels.size(), width);
    for (std::size_t i = 0; i < made.rows(); ++i) {
      write_label_vector(graph.labels[i], vector_of, made[i]);
    }
    return made;
  };
  const AmrGraph one = graph_of(first, "the first graph");
  const AmrGraph other = graph_of(second, "the second graph");
  const LabelledGraph a = labelled_graph(one), b = labelled_graph(other);
  check_wwlk_size(a, one.place);
  check_wwlk_size(b, other.place);
  const auto first_rows = rows(a), second_rows = rows(b);
  return wwlk(a, first_rows.view(), b, second_rows.view(), {iterations, edge_weight});
}

nb::dict dict_of(const RoleFrame& frame) {
  nb::dict roles;
  for (std::size_t i = 0; i < kRoleNames.size(); ++i) {
    if (!frame.phrases[i].empty()) {
      roles[nb::str(kRoleNames[i].data(), kRoleNames[i].size())] = frame.phrases[i];
    }
  }
  return roles;
}

RoleFrame frame_of(const std::map<std::string, std::string>& roles) {
  RoleFrame frame;
  for (const auto& [name, phrase] : roles) frame[role_named(name)] = phrase;
  return frame;
}

nb::list labelled(const std::vector<std::string>& sentences) {
  std::vector<LabelledSentence> made;
  {
    const nb::gil_scoped_release free;
    made = make_link_labeller()->label(sentences);
  }
  nb::list all;
  for (const auto& one : made) all.append(nb::make_tuple(dict_of(one.frame), one.doubt));
  return all;
}

// `vectors`: one row per phrase. NaN: it has none.
double role_score(const std::map<std::string, std::string>& first,
                  const std::map<std::string, std::string>& second,
                  const std::vector<std::string>& phrases, const FloatRows& vectors, bool norm,
                  const std::map<std::string, double>& weights) {
  std::unordered_map<std::string, std::span<const float>> rows;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    rows.emplace(phrases[i], std::span(vectors.data() + i * vectors.shape(1), vectors.shape(1)));
  }
  const auto similarities = role_similarities(
      frame_of(first), frame_of(second),
      [&](const std::string& a, const std::string& b) { return cosine(rows.at(a), rows.at(b)); });
  RoleNumbers chosen = kPaperRoleWeights;
  for (const auto& [name, weight] : weights) chosen[index_of(role_named(name))] = weight;
  return role_similarity(similarities, chosen, norm ? RoleMean::kNorm : RoleMean::kBasic);
}

}  // namespace

void bind_graphs(nb::module_& module) {
  module.def("smatch", smatched);
  module.def("wlk", wlk_of);
  module.def("words_of_graphs", words_of);
  module.def("wwlk", wwlk_of);
  module.def("label_roles", labelled);
  module.def("role_similarity", role_score);
}

}  // namespace sonde

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "roles/role_paths.h"
#include "scorers/graph_pairs.h"
#include "scorers/kinds.h"
#include "scorers/phrase_vectors.h"
#include "scorers/row_scores.h"
#include "sonde/encoder.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

// Compares words by the vectors of all words of some graphs.
class Lexicon {
 public:
  Lexicon(Encoder& encoder, std::span<const RolePaths> first, std::span<const RolePaths> second)
      : vectors_(encoder, words_of(first, second)) {}

  // The cosine of the words' mean vectors. If one side has no known word, whether they are equal.
  double operator()(std::span<const std::string> first, std::span<const std::string> second) const {
    const auto one = mean(first), other = mean(second);
    if (one.empty() || other.empty()) return std::ranges::equal(first, second) ? 1 : 0;
    const double likeness = cosine(one, other);
    return std::isnan(likeness) ? 0 : likeness;
  }

 private:
  static std::vector<std::string> words_of(std::span<const RolePaths> first,
                                           std::span<const RolePaths> second) {
    std::vector<std::string> all;
    for (const auto& graphs : {first, second}) {
      for (const auto& graph : graphs) {
        for (const auto& [_, words] : graph) all.insert(all.end(), words.begin(), words.end());
      }
    }
    return all;
  }

  std::vector<float> mean(std::span<const std::string> words) const {
    std::vector<float> sum;
    for (const auto& word : words) {
      const auto vector = vectors_[word];
      if (vector.empty()) continue;
      sum.resize(vector.size());
      std::ranges::transform(sum, vector, sum.begin(), std::plus());
    }
    return sum;  // its length makes no difference to a cosine
  }

  PhraseVectors vectors_;
};

struct CnOptions {
  std::string data, vectors, fillers, lemmas;
  GraphSource graphs;
};

CnOptions cn_options(const Spec& spec, const ScorerContext& context) {
  Options options(spec);
  CnOptions chosen{options.text("data", context.dataset), options.text("vectors", ""),
                   options.choice("fillers", "last", {"last", "all"}),
                   options.choice("lemmas", "verb", {"verb", "none"}), graph_source(spec, options)};
  options.done();
  return chosen;
}

std::vector<RolePaths> role_paths(const std::vector<AmrGraph>& graphs, const CnOptions& how) {
  const RolePathReader reader(how.lemmas == "verb" ? Lemmas::kVerb : Lemmas::kNone);
  std::vector<RolePaths> all;
  for (const auto& graph : graphs) {
    all.push_back(reader.read(graph));
    if (how.fillers == "all") continue;
    for (auto& [_, words] : all.back()) words.erase(words.begin(), std::prev(words.end()));
  }
  return all;
}

}  // namespace

std::unique_ptr<Scorer> make_amr_cn(const Spec& spec, const ScorerContext& context) {
  const auto how = cn_options(spec, context);
  if (how.data != context.dataset) return nullptr;
  const auto encoder = make_phrase_encoder(how.vectors, spec.text, context);
  const auto pairs = read_graph_pairs(how.graphs, context);
  const auto first = role_paths(pairs.first, how), second = role_paths(pairs.second, how);
  const Lexicon lexicon(*encoder, first, second);
  std::vector<double> values;
  for (std::size_t i = 0; i < first.size(); ++i) {
    values.push_back(role_path_similarity(first[i], second[i], std::cref(lexicon)));
  }
  const Identity& vectors = encoder->views()[0];
  Identity identity = identity_over(vectors);
  identity.what = digest_of(std::string_view("amr-cn 1"), pairs.digest, vectors.what,
                            std::string_view(how.fillers), std::string_view(how.lemmas));
  identity.facts = pairs.facts();
  identity.facts.insert(identity.facts.begin(),
                        {"kind", "AMR-CN: words at the same places of AMR graphs"});
  return serve_rows(pairs.by_row(values), std::move(identity));
}

}  // namespace sonde

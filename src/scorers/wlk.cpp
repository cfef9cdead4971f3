#include "graphs/wlk_kernel.h"

#include <utility>

#include "base/threads.h"
#include "scorers/graph_pairs.h"
#include "scorers/kinds.h"
#include "scorers/row_scores.h"

namespace sonde {
namespace {

std::vector<LabelledGraph> labelled(const std::vector<AmrGraph>& graphs) {
  std::vector<LabelledGraph> all;
  for (const auto& graph : graphs) all.push_back(labelled_graph(graph));
  return all;
}

std::vector<double> kernels(const GraphPairs& pairs, std::size_t iterations, std::size_t threads) {
  constexpr std::size_t kGrain = 64;
  const auto first = labelled(pairs.first), second = labelled(pairs.second);
  std::vector<double> values(first.size());
  parallel_for(values.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) values[i] = wlk(first[i], second[i], iterations);
  });
  return values;
}

}  // namespace

std::unique_ptr<Scorer> make_wlk(const Spec& spec, const ScorerContext& context) {
  Options options(spec);
  const std::string dataset = options.text("data", context.dataset);
  const auto iterations = options.count("iterations", kIterations, 0, 100);
  const auto source = graph_source(spec, options);
  options.done();
  if (dataset != context.dataset) return nullptr;
  const auto pairs = read_graph_pairs(source, context);
  Identity identity;
  identity.what = digest_of(std::string_view("wlk 2"), pairs.digest, iterations);
  identity.facts = pairs.facts();
  identity.facts.insert(identity.facts.begin(), {"kind", "Weisfeiler-Leman kernel of AMR graphs"});
  return serve_rows(pairs.by_row(kernels(pairs, iterations, context.encoders.threads)),
                    std::move(identity));
}

}  // namespace sonde

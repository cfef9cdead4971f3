#include "graphs/wwlk_kernel.h"

#include <set>
#include <utility>

#include "base/threads.h"
#include "graphs/label_vector.h"
#include "scorers/graph_pairs.h"
#include "scorers/kinds.h"
#include "scorers/phrase_vectors.h"
#include "scorers/row_scores.h"
#include "sonde/error.h"

namespace sonde {
namespace {

struct WwlkOptions {
  std::string data, vectors;
  Wwlk how;
  GraphSource graphs;
};

WwlkOptions wwlk_options(const Spec& spec, const ScorerContext& context) {
  Options options(spec);
  WwlkOptions chosen;
  chosen.data = options.text("data", context.dataset);
  chosen.vectors = options.text("vectors", "");
  chosen.how.iterations = options.count("iterations", kIterations, 0, 10);
  chosen.how.edge_weight = options.number("edge_weight", chosen.how.edge_weight);
  if (chosen.how.edge_weight < 0 || chosen.how.edge_weight > 1) {
    throw usage_error("edge_weight must be from 0 to 1");
  }
  chosen.graphs = graph_source(spec, options);
  options.done();
  return chosen;
}

// Like the published program, looks up a label's word whole: "u.s.", and not "u" and "s".
std::string with_whole_words(const std::string& vectors) {
  if (vectors.empty()) return vectors;
  const Spec spec = parse_spec(vectors);
  if (spec.kind != "words" || spec.options.contains("split")) return vectors;
  return vectors + (vectors.find('?') == vectors.npos ? "?" : "&") + "split=spaces";
}

// The graphs of a data set, and the vectors of their labels.
class WwlkGraphs {
 public:
  WwlkGraphs(const GraphPairs& pairs, Encoder& encoder)
      : first_(labelled(pairs.first)),
        second_(labelled(pairs.second)),
        labels_(labels_of(first_, second_)),
        vectors_(encoder, words_of(labels_)) {}

  // How many of the distinct labels have no word with a vector.
  std::string unknown_labels() const {
    std::vector<double> vector(vectors_.dimension());
    std::size_t unknown = 0;
    for (const auto& label : labels_) unknown += write(label, vector) ? 0U : 1U;
    return std::to_string(unknown) + " of " + std::to_string(labels_.size());
  }

  std::vector<double> kernels(const Wwlk& how, std::size_t threads) const {
    constexpr std::size_t kGrain = 16;
    std::vector<double> values(first_.size());
    parallel_for(values.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto one = label_vectors(first_[i]), other = label_vectors(second_[i]);
        values[i] = wwlk(first_[i], one.view(), second_[i], other.view(), how);
      }
    });
    return values;
  }

 private:
  using Labels = std::set<std::string>;

  static std::vector<LabelledGraph> labelled(const std::vector<AmrGraph>& graphs) {
    std::vector<LabelledGraph> all;
    for (const auto& graph : graphs) {
      all.push_back(labelled_graph(graph));
      check_wwlk_size(all.back(), graph.place);
    }
    return all;
  }

  static Labels labels_of(std::span<const LabelledGraph> first,
                          std::span<const LabelledGraph> second) {
    Labels labels;
    for (const auto& graphs : {first, second}) {
      for (const auto& graph : graphs) labels.insert(graph.labels.begin(), graph.labels.end());
    }
    return labels;
  }

  static std::vector<std::string> words_of(const Labels& labels) {
    std::vector<std::string> all;
    for (const auto& label : labels) {
      for (auto& word : words_of_label(label)) all.push_back(std::move(word));
    }
    return all;
  }

  bool write(const std::string& label, std::span<double> vector) const {
    return write_label_vector(
        label, [&](const std::string& word) { return vectors_[word]; }, vector);
  }

  MatrixOf<double> label_vectors(const LabelledGraph& graph) const {
    MatrixOf<double> rows(graph.labels.size(), vectors_.dimension());
    for (std::size_t i = 0; i < rows.rows(); ++i) write(graph.labels[i], rows[i]);
    return rows;
  }

  std::vector<LabelledGraph> first_, second_;
  Labels labels_;
  PhraseVectors vectors_;
};

}  // namespace

std::unique_ptr<Scorer> make_wwlk(const Spec& spec, const ScorerContext& context) {
  const auto options = wwlk_options(spec, context);
  if (options.data != context.dataset) return nullptr;
  const auto encoder = make_phrase_encoder(with_whole_words(options.vectors), spec.text, context);
  const auto pairs = read_graph_pairs(options.graphs, context);
  const WwlkGraphs graphs(pairs, *encoder);
  const Identity& vectors = encoder->views()[0];
  Identity identity = identity_over(vectors);
  identity.what =
      digest_of(std::string_view("wwlk 2"), pairs.digest, vectors.what,
                static_cast<std::uint64_t>(options.how.iterations), options.how.edge_weight);
  identity.facts = pairs.facts();
  identity.facts.insert(identity.facts.begin(),
                        {"kind", "Wasserstein Weisfeiler-Leman kernel of AMR graphs"});
  identity.facts.emplace_back("labels without a vector", graphs.unknown_labels());
  return serve_rows(pairs.by_row(graphs.kernels(options.how, context.encoders.threads)),
                    std::move(identity));
}

}  // namespace sonde

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "meaning/role_paths.h"
#include "scorers/graph_pairs.h"
#include "scorers/kinds.h"
#include "scorers/row_scores.h"
#include "sonde/encoder.h"
#include "sonde/error.h"
#include "sonde/matrix.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

std::unique_ptr<Encoder> word_encoder(const std::string& spec, const std::string& asked) {
  if (spec.empty()) {
    throw usage_error("'" + asked + "' names no word vectors",
                      "add ?vectors=SPEC, an encoder of words: words:FILE");
  }
  auto encoder = make_encoder(parse_spec(spec), {});
  if (encoder->fitter() || encoder->views().size() != 1) {
    throw usage_error(
        "the vectors '" + spec + "' of '" + asked + "' are fitted, or have several views",
        "name an encoder that gives a word one vector: words:FILE");
  }
  return encoder;
}

// The vectors of all words of some graphs.
class Lexicon {
 public:
  Lexicon(Encoder& encoder, std::span<const RolePaths> first, std::span<const RolePaths> second) {
    std::vector<Text> texts;
    for (const auto& graphs : {first, second}) {
      for (const auto& graph : graphs) {
        for (const auto& [_, words] : graph) {
          for (const auto& word : words) {
            if (rows_.try_emplace(word, texts.size()).second) texts.push_back({word});
          }
        }
      }
    }
    vectors_ = {texts.size(), encoder.dimension()};
    std::vector<Remark> remarks(texts.size());
    const Matrix<float> view = vectors_.view();
    encoder.encode(texts, {&view, 1}, remarks);
    for (const auto& remark : remarks) known_.push_back(!remark.undefined);
  }

  // The cosine of the words' mean vectors; where one side has no known word, whether they are
  // equal.
  double operator()(std::span<const std::string> first, std::span<const std::string> second) const {
    const auto one = mean(first), other = mean(second);
    if (one.empty() || other.empty()) return std::ranges::equal(first, second) ? 1 : 0;
    const double likeness = cosine(one, other);
    return std::isnan(likeness) ? 0 : likeness;
  }

 private:
  std::vector<float> mean(std::span<const std::string> words) const {
    std::vector<float> sum;
    for (const auto& word : words) {
      const std::size_t row = rows_.at(word);
      if (!known_[row]) continue;
      sum.resize(vectors_.view().columns());
      std::ranges::transform(sum, vectors_[row], sum.begin(), std::plus());
    }
    return sum;  // its length makes no difference to a cosine
  }

  std::map<std::string, std::size_t> rows_;
  MatrixOf<float> vectors_;
  std::vector<bool> known_;
};

struct CnOptions {
  std::string data, vectors, fillers, lemmas;
};

CnOptions cn_options(const Spec& spec, const ScorerContext& context) {
  Options options(spec);
  CnOptions chosen{options.text("data", context.dataset), options.text("vectors", ""),
                   options.choice("fillers", "last", {"last", "all"}),
                   options.choice("lemmas", "verb", {"verb", "none"})};
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
  const auto encoder = word_encoder(how.vectors, spec.text);
  const auto pairs = read_graph_pairs(spec, context);
  const auto first = role_paths(pairs.first, how), second = role_paths(pairs.second, how);
  const Lexicon lexicon(*encoder, first, second);
  std::vector<double> values;
  for (std::size_t i = 0; i < first.size(); ++i) {
    values.push_back(role_path_similarity(first[i], second[i], std::cref(lexicon)));
  }
  const Identity& vectors = encoder->views()[0];
  Identity identity;
  identity.what = digest_of(std::string_view("amr-cn 1"), pairs.digest, vectors.what,
                            std::string_view(how.fillers), std::string_view(how.lemmas));
  identity.numerics = vectors.numerics;
  identity.facts = pairs.facts();
  identity.facts.insert(identity.facts.begin(),
                        {"kind", "AMR-CN: words at the same places of AMR graphs"});
  return serve_rows(std::move(values), std::move(identity));
}

}  // namespace sonde

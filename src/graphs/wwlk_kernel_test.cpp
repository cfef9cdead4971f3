#include "graphs/wwlk_kernel.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <map>
#include <sstream>

#include "formats/json/json.h"
#include "formats/words/word_vectors.h"
#include "graphs/label_vector.h"
#include "graphs/shared_graphs_test.h"
#include "sonde/error.h"

namespace sonde {
namespace wwlk_kernel_test {

LabelledGraph wwlk_graph(const std::string& text) {
  std::istringstream in(text);
  return labelled_graph(graphs_of(in, "graphs.amr").at(0));
}

// Each label has different numbers.
MatrixOf<double> made_vectors(const LabelledGraph& graph) {
  MatrixOf<double> vectors(graph.labels.size(), 5);
  const auto none = [](const std::string&) { return std::span<const float>(); };
  for (std::size_t i = 0; i < graph.labels.size(); ++i) {
    write_label_vector(graph.labels[i], none, vectors[i]);
  }
  return vectors;
}

double made_score(const LabelledGraph& first, const LabelledGraph& second, const Wwlk& how = {}) {
  const auto one = made_vectors(first), other = made_vectors(second);
  return wwlk(first, one.view(), second, other.view(), how);
}

double made_score(const std::string& first, const std::string& second, const Wwlk& how = {}) {
  return made_score(wwlk_graph(first), wwlk_graph(second), how);
}

double score_of(const LabelledGraph& first, std::vector<double> one, const LabelledGraph& second,
                std::vector<double> other, const Wwlk& how) {
  const auto rows = [](const LabelledGraph& graph, const std::vector<double>& numbers) {
    return Matrix<const double>(numbers.data(), graph.labels.size(),
                                numbers.size() / graph.labels.size());
  };
  return wwlk(first, rows(first, one), second, rows(second, other), how);
}

TEST(Wwlk, PointsAreMovedTheLeastWay) {
  // (1, 0) and (0, 1) are sqrt(2) apart.
  const auto one = wwlk_graph("(a/a)"), two = wwlk_graph("(a/a :x (b/b))");
  const Wwlk labels_alone{.iterations = 0};
  EXPECT_NEAR(score_of(one, {3, 0}, one, {0, 4}, labels_alone), 1 - std::sqrt(2), 1e-12);
  EXPECT_DOUBLE_EQ(score_of(one, {1, 0}, one, {-2, 0}, labels_alone), -1);
  EXPECT_NEAR(score_of(one, {3, 0}, two, {2, 0, 0, 4}, labels_alone), 1 - std::sqrt(2) / 2, 1e-12);
}

TEST(Wwlk, NeighboursAreAddedWithTheirWeight) {
  const auto one = wwlk_graph("(a/a)"), two = wwlk_graph("(a/a :x (b/b))");
  // The nodes of `two` become (1, 0, 1, w) and (0, 1, w, 1), that of `one` stays (1, 0, 1, 0).
  const double w = 0.5, length = std::sqrt(2 + w * w), alone = std::sqrt(2);
  const double near = std::hypot(1 / length - 1 / alone, 1 / length - 1 / alone, w / length);
  const double far = std::sqrt(std::pow(1 / alone, 2) + std::pow(1 / length, 2) +
                               std::pow(w / length - 1 / alone, 2) + std::pow(1 / length, 2));
  EXPECT_NEAR(score_of(one, {1, 0}, two, {1, 0, 0, 1}, {.iterations = 1, .edge_weight = w}),
              1 - (near + far) / 2, 1e-12);
}

TEST(Wwlk, SeveralRelationsOfTwoNodesMultiplyTheirWeights) {
  const auto one = wwlk_graph("(a/a)"), twice = wwlk_graph("(a/a :x (b/b) :y b)");
  const auto once = wwlk_graph("(a/a :x (b/b))");
  EXPECT_DOUBLE_EQ(
      score_of(one, {1, 2}, twice, {1, 0, 0, 1}, {.iterations = 2, .edge_weight = 0.5}),
      score_of(one, {1, 2}, once, {1, 0, 0, 1}, {.iterations = 2, .edge_weight = 0.25}));
}

TEST(Wwlk, AVectorOfZerosIsNoReasonToStop) {
  const auto one = wwlk_graph("(a/a)");
  EXPECT_DOUBLE_EQ(score_of(one, {0, 0}, one, {0, 2}, {}), 0);
  EXPECT_DOUBLE_EQ(score_of(one, {0, 0}, one, {0, 0}, {}), 1);
}

TEST(Wwlk, NodesWithTheSameLabelGiveTheSameScoreInAnyOrder) {
  const std::string other = "(a/and :op1 (d/dog :mod (r/red)) :op2 (c/cat))";
  const double score =
      made_score("(a/and :op1 (d/dog :mod (r/red)) :op2 (e/dog :mod (b/blue)))", other);
  EXPECT_NEAR(made_score("(a/and :op2 (e/dog :mod (b/blue)) :op1 (d/dog :mod (r/red)))", other),
              score, 1e-12);
  EXPECT_LT(score, 0.99);
}

LabelledGraph any_graph() {
  const auto below = [](std::size_t end) {
    return static_cast<std::uint32_t>(*rc::gen::inRange<std::size_t>(0, end));
  };
  LabelledGraph graph;
  const std::size_t nodes = *rc::gen::inRange<std::size_t>(1, 12);
  for (std::size_t i = 0; i < nodes; ++i)
    graph.labels.push_back(std::string(1, "abcdef"[below(6)]));
  for (std::uint32_t edges = below(16); edges > 0; --edges) {
    graph.edges.push_back({below(nodes), below(nodes), ":x"});
  }
  return graph;
}

RC_GTEST_PROP(WwlkOfAnyGraphs, IsSymmetricBoundedAndOneForAGraphWithItself, ()) {
  const auto first = any_graph(), second = any_graph();
  const Wwlk how{.iterations = *rc::gen::inRange<std::size_t>(0, 4), .edge_weight = 0.2};
  RC_ASSERT(made_score(first, first, how) == 1.0);
  const double score = made_score(first, second, how);
  RC_ASSERT(made_score(second, first, how) == score);
  RC_ASSERT(score <= 1 && score >= -1);
}

RC_GTEST_PROP(WwlkOfAnyGraphs, TheOrderOfNodesAndRelationsMakesNoDifference, ()) {
  const auto first = any_graph(), second = any_graph();
  LabelledGraph turned{{first.labels.rbegin(), first.labels.rend()}, {}};
  const auto last = static_cast<std::uint32_t>(first.labels.size() - 1);
  for (auto edge = first.edges.rbegin(); edge != first.edges.rend(); ++edge) {
    turned.edges.push_back({last - edge->from, last - edge->to, edge->role});
  }
  RC_ASSERT(std::abs(made_score(turned, second) - made_score(first, second)) < 1e-11);
}

TEST(Wwlk, ALargeGraphIsRefused) {
  LabelledGraph graph{std::vector<std::string>(kMostWwlkNodes, "a"), {}};
  check_wwlk_size(graph, {});
  graph.labels.push_back("a");
  EXPECT_THROW(check_wwlk_size(graph, {}), Error);
}

// Scores of the published program.
class PublishedWwlk : public testing::TestWithParam<std::tuple<std::string, double, std::size_t>> {
 protected:
  std::vector<float> look_up(const WordVectors& words, const std::string& word) {
    const auto found = words.find(word);
    std::vector<float> vector(found ? words.dimension() : 0);
    if (found) words.read(*found, vector);
    return vector;
  }

  MatrixOf<double> vectors_of(const LabelledGraph& graph, const WordVectors& words) {
    MatrixOf<double> vectors(graph.labels.size(), words.dimension());
    for (std::size_t i = 0; i < graph.labels.size(); ++i) {
      for (const auto& word : words_of_label(graph.labels[i])) {
        known_.try_emplace(word, look_up(words, word));
      }
      const auto known = [&](const std::string& word) -> std::span<const float> {
        return known_.at(word);
      };
      EXPECT_TRUE(write_label_vector(graph.labels[i], known, vectors[i])) << graph.labels[i];
    }
    return vectors;
  }

  std::map<std::string, std::vector<float>> known_;
};

TEST_P(PublishedWwlk, AreOurs) {
  const auto file = shared_data("amr/wwlk_scores.json");
  if (lacks(file)) GTEST_SKIP() << kNoSharedData;
  const WordVectors words(shared_data("words/glove50_4k/glove50_4k.txt"));
  const auto& [weights, edge_weight, iterations] = GetParam();
  const auto pairs = read_json(file);
  EXPECT_EQ(pairs.size(), 120U);
  for (const auto& pair : pairs) {
    const auto first = wwlk_graph(pair.at("amr_a")), second = wwlk_graph(pair.at("amr_b"));
    const auto one = vectors_of(first, words), other = vectors_of(second, words);
    const double score = wwlk(first, one.view(), second, other.view(), {iterations, edge_weight});
    EXPECT_NEAR(score, pair.at("wwlk_" + weights + "_k" + std::to_string(iterations)).get<double>(),
                1e-6)
        << pair.at("amr_a");
  }
}

INSTANTIATE_TEST_SUITE_P(EdgesOfOne, PublishedWwlk,
                         testing::Combine(testing::Values("ones"), testing::Values(1.0),
                                          testing::Values(0U, 1U, 2U)));
INSTANTIATE_TEST_SUITE_P(EdgesOfAFifth, PublishedWwlk,
                         testing::Combine(testing::Values("constant"), testing::Values(0.2),
                                          testing::Values(0U, 1U, 2U)));

}  // namespace wwlk_kernel_test
}  // namespace sonde

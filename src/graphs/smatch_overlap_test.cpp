#include "graphs/smatch_overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "base/random.h"
#include "graphs/published_pairs_test.h"
#include "sonde/stats.h"

namespace sonde {
namespace smatch_overlap_test {

using testing::HasSubstr;

constexpr TripleDialect kOlder{TopTriple::kLabel, InverseRoles::kTurned};
constexpr TripleDialect kKept{TopTriple::kAnonymous, InverseRoles::kKept};

TripleGraph triples(const std::string& text, const TripleDialect& dialect = {}) {
  std::istringstream in(text);
  return triples_of(graphs_of(in, "graphs.amr").at(0), dialect);
}

std::size_t exact(const std::string& first, const std::string& second,
                  const TripleDialect& dialect = {}) {
  const auto counts = smatch(triples(first, dialect), triples(second, dialect), ExactSmatch{});
  EXPECT_TRUE(counts.proven());
  return counts.matches;
}

// Connected, of few labels and roles, so that many mappings are nearly as good.
TripleGraph random_graph(std::uint64_t seed, std::uint32_t variables) {
  std::uint64_t counter = 0;
  const auto below = [&](std::uint64_t most) {
    return static_cast<std::uint32_t>(random_bits(seed, 0, counter++) % most);
  };
  TripleGraph graph;
  for (std::uint32_t i = 0; i < variables; ++i) {
    graph.labels.push_back(std::string(1, static_cast<char>('a' + below(3))));
    const std::string role = "r" + std::to_string(below(3));
    if (i > 0) graph.relations.push_back({below(i), i, role});
    graph.relations.push_back({i, below(variables), role});
    if (below(3) == 0) graph.attributes.push_back({i, "polarity", "-"});
  }
  graph.attributes.push_back({0, "TOP", "top"});
  std::ranges::sort(graph.attributes);
  std::ranges::sort(graph.relations);
  const auto [end, _] = std::ranges::unique(graph.relations);
  graph.relations.erase(end, graph.relations.end());
  return graph;
}

TripleGraph permuted(const TripleGraph& graph, std::uint64_t seed) {
  std::vector<std::uint32_t> to(graph.labels.size());
  std::iota(to.begin(), to.end(), 0U);
  std::ranges::sort(to, {}, [&](std::uint32_t i) { return random_bits(seed, 1, i); });
  TripleGraph other = graph;
  for (std::size_t i = 0; i < to.size(); ++i) other.labels[to[i]] = graph.labels[i];
  for (auto& attribute : other.attributes) attribute.of = to[attribute.of];
  for (auto& relation : other.relations) {
    relation.from = to[relation.from];
    relation.to = to[relation.to];
  }
  std::ranges::reverse(other.relations);
  return other;
}

// Tries all mappings.
std::size_t most_matches(const TripleGraph& first, const TripleGraph& second) {
  const auto problem = match_problem(first, second);
  std::vector<std::uint32_t> columns(problem.columns);
  std::iota(columns.begin(), columns.end(), 0U);
  std::size_t most = 0;
  do {
    most = std::max(most, matches(problem, std::span(columns).first(problem.rows)));
  } while (std::ranges::next_permutation(columns).found);
  return most;
}

TEST(Smatch, SmallCasesAreAsInTheOriginalTool) {
  EXPECT_EQ(exact("(a/alpha :ARG0 (b/beta))", "(a/alpha :ARG0 (b/beta))"), 4U);
  EXPECT_EQ(exact("(a/alpha :ARG0 (b/beta))", "(a/gamma :ARG0 (b/beta))"), 3U);
  EXPECT_EQ(exact("(a/alpha :ARG0 (b/beta))", "(a/alpha :ARG0 (b/gamma))"), 3U);
  EXPECT_EQ(exact("(a/alpha :ARG0 (b/beta))", "(b/beta :ARG0-of (a/alpha))"), 3U);
}

TEST(Smatch, TheTopsConceptCountsInTheOlderDialectOnly) {
  EXPECT_EQ(exact("(a/alpha :ARG0 (b/beta))", "(a/gamma :ARG0 (b/beta))", kOlder), 2U);
  EXPECT_EQ(exact("(a/alpha)", "(b/alpha)", kOlder), 2U);
}

TEST(Smatch, CaseQuotesAlignmentsAndRepetitionsDontCount) {
  const auto graph = triples("(a / Alpha~e.1 :op1 \"It's\" :op1 its~e.2 :mod (b / beta) :mod b)");
  EXPECT_EQ(graph.size(), 5U);
  EXPECT_EQ(smatch(graph, triples("(q / alpha :op1 its :mod (r / beta))"), ExactSmatch{}).matches,
            5U);
}

TEST(Smatch, InverseRolesAreTurnedUnlessKept) {
  EXPECT_EQ(exact("(a/alpha :mod (c/ceta :ARG0-of (b/beta)))",
                  "(a/alpha :mod (c/ceta) :x (b/beta :ARG0 c))"),
            6U);
  EXPECT_EQ(exact("(a/alpha :mod (c/ceta :ARG0-of (b/beta)))",
                  "(a/alpha :mod (c/ceta) :x (b/beta :ARG0 c))", kKept),
            5U);
}

TEST(Smatch, PrecisionIsOfTheFirstGraph) {
  const auto scores = SmatchCounts{3, 4, 6, 3}.scores();
  EXPECT_DOUBLE_EQ(scores.precision, 0.75);
  EXPECT_DOUBLE_EQ(scores.recall, 0.5);
  EXPECT_DOUBLE_EQ(scores.f1, 0.6);
}

TEST(Smatch, ADocumentsScoresAreOfItsSumsOrTheMeanOfItsPairs) {
  const std::vector<SmatchCounts> pairs{{2, 2, 4, 2}, {1, 4, 2, 1}};
  EXPECT_DOUBLE_EQ(micro_smatch(pairs).precision, 0.5);
  EXPECT_DOUBLE_EQ(micro_smatch(pairs).recall, 0.5);
  EXPECT_DOUBLE_EQ(macro_smatch(pairs).precision, (1 + 0.25) / 2);
  EXPECT_DOUBLE_EQ(macro_smatch(pairs).recall, (0.5 + 0.5) / 2);
  EXPECT_TRUE(std::isnan(macro_smatch({}).f1));
}

TEST(Smatch, ThePublishedDocumentHasItsPublishedScores) {
  const auto first = shared_graphs("amr/smatch_cases/test_input1.txt");
  const auto second = shared_graphs("amr/smatch_cases/test_input2.txt");
  if (first.empty()) GTEST_SKIP() << kNoSharedData;
  std::vector<SmatchCounts> pairs;
  for (std::size_t i = 0; i < 3; ++i) {
    pairs.push_back(smatch(triples_of(first.at(i)), triples_of(second.at(i)), ExactSmatch{}));
  }
  const auto scores = micro_smatch(pairs);
  EXPECT_NEAR(scores.precision, 0.83, 0.005);
  EXPECT_NEAR(scores.recall, 0.86, 0.005);
  EXPECT_NEAR(scores.f1, 0.85, 0.005);
}

class SmatchOfPublishedPairs : public PublishedPairs {
 protected:
  template <class How>
  SmatchCounts counts(std::size_t i, const How& how, const TripleDialect& dialect = {}) const {
    return smatch(triples_of(first_[i], dialect), triples_of(second_[i], dialect), how);
  }

  // Triples that are written twice, which the reference counts twice.
  static std::size_t repeated(const AmrGraph& graph) {
    const std::size_t top = 1;
    return top + graph.nodes.size() + graph.branches.size() - triples_of(graph).size();
  }
};

TEST_F(SmatchOfPublishedPairs, AreProvenAndEqualTheExactReference) {
  std::size_t with_repeated = 0;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    const auto found = counts(i, ExactSmatch{});
    ASSERT_TRUE(found.proven()) << i;
    const std::size_t first = repeated(first_[i]), second = repeated(second_[i]);
    const auto f1 = [&](std::size_t more) {
      return 200.0 * static_cast<double>(found.matches + more) /
             static_cast<double>(found.first + first + found.second + second);
    };
    const double reference = reference_[i].at(3);
    with_repeated += first + second > 0 ? 1U : 0U;
    const bool equal = std::abs(f1(0) - reference) < 0.0051;
    EXPECT_TRUE(equal || (first > 0 && std::abs(f1(first) - reference) < 0.0051)) << i;
  }
  EXPECT_EQ(with_repeated, 8U);
}

TEST_F(SmatchOfPublishedPairs, OlderDialectIsWithinAFifthOfAPointOfPearson) {
  std::vector<double> ours, reference, human;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    ours.push_back(counts(i, ExactSmatch{}, kOlder).scores().f1);
    human.push_back(reference_[i].at(1));
    reference.push_back(reference_[i].at(4));
  }
  EXPECT_NEAR(pearson(ours, human), pearson(reference, human), 0.002);
}

TEST_F(SmatchOfPublishedPairs, HillClimbingIsNeverBetterAndRarelyWorse) {
  std::size_t less = 0;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    const auto best = counts(i, ExactSmatch{}).matches, climbed = counts(i, HillClimbing{}).matches;
    ASSERT_LE(climbed, best);
    less += climbed < best ? 1U : 0U;
  }
  EXPECT_LE(less, 27U);  // 2%
}

// The published ones are of graphs with unchanged inverse roles.
TEST(Smatch, MatchesOfSts3kAreAsManyAsPublished) {
  const auto first = shared_graphs("sts3k-study/amr/STS3k_all_a_AMR_parse.txt");
  const auto second = shared_graphs("sts3k-study/amr/STS3k_all_b_AMR_parse.txt");
  if (first.empty()) GTEST_SKIP() << kNoSharedData;
  const auto reference = numbers(shared_data("sts3k-study/sts3k_smatch_counts.tsv"));
  ASSERT_EQ(reference.size(), 2800U);
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const auto found =
        smatch(triples_of(first.at(i), kKept), triples_of(second.at(i), kKept), ExactSmatch{});
    ASSERT_TRUE(found.proven());
    ASSERT_EQ(static_cast<double>(found.matches), reference[i].at(1)) << i;
    ASSERT_EQ(static_cast<double>(found.first), reference[i].at(2)) << i;
    ASSERT_EQ(static_cast<double>(found.second), reference[i].at(3)) << i;
  }
}

TEST(Smatch, ExactIsTheBestOfAllMappings) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto variables = [&](std::uint64_t which) {
      return static_cast<std::uint32_t>(1 + random_bits(seed, 2, which) % 6);
    };
    const auto first = random_graph(seed, variables(0));
    const auto second = random_graph(seed + 1000, variables(1));
    const auto found = smatch(first, second, ExactSmatch{});
    EXPECT_TRUE(found.proven());
    ASSERT_EQ(found.matches, most_matches(first, second)) << seed;
    EXPECT_LE(smatch(first, second, HillClimbing{}).matches, found.matches);
  }
}

TEST(Smatch, OrderAndSidesDontMatterAndAGraphIsLikeItself) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto first = random_graph(seed, 10), second = random_graph(seed + 1000, 12);
    const auto matches = smatch(first, second, ExactSmatch{}).matches;
    EXPECT_EQ(smatch(second, first, ExactSmatch{}).matches, matches);
    EXPECT_EQ(smatch(permuted(first, seed), permuted(second, seed + 1), ExactSmatch{}).matches,
              matches);
    EXPECT_EQ(smatch(first, permuted(first, seed), ExactSmatch{}).scores().f1, 1.0);
  }
}

TEST(Smatch, BeyondTheBudgetTheGapIsTold) {
  std::size_t unproven = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto first = random_graph(seed, 11), second = random_graph(seed + 1000, 11);
    const auto hasty = smatch(first, second, ExactSmatch{.budget = 0});
    const auto found = smatch(first, second, ExactSmatch{});
    EXPECT_LE(hasty.matches, found.matches);
    EXPECT_GE(hasty.bound, found.matches);
    unproven += hasty.proven() ? 0U : 1U;
  }
  EXPECT_GT(unproven, 0U);
}

TEST(Smatch, HillClimbingIsTheSameForASeed) {
  const auto first = random_graph(1, 40), second = random_graph(2, 40);
  const auto climbed = smatch(first, second, HillClimbing{.seed = 7}).matches;
  EXPECT_EQ(smatch(first, second, HillClimbing{.seed = 7}).matches, climbed);
  EXPECT_GE(smatch(first, second, HillClimbing{.seed = 7, .restarts = 30}).matches, climbed);
}

TEST(Smatch, GraphsThatAreTooLargeAreRefused) {
  try {
    smatch(random_graph(1, 501), random_graph(1, 3), ExactSmatch{});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("501 variables, and Smatch takes 500"));
  }
}

}  // namespace smatch_overlap_test
}  // namespace sonde

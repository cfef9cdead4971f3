#include "graphs/wlk_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "graphs/published_pairs_test.h"
#include "sonde/stats.h"

namespace sonde {
namespace wlk_kernel_test {

LabelledGraph labelled(const std::string& text) {
  std::istringstream in(text);
  return labelled_graph(graphs_of(in, "graphs.amr").at(0));
}

double score(const std::string& first, const std::string& second, std::size_t iterations = 2) {
  return wlk(labelled(first), labelled(second), iterations);
}

TEST(Wlk, SharedLabelsTriplesAndNeighbourhoodsAreWeighed) {
  const std::string first = "(p/play :ARG0 (m/man) :ARG2 (g/guitar))";
  const std::string second = "(p/play :ARG0 (m/man) :ARG2 (d/drum))";
  // They share 3 of 5 labels and triples, the man's of 3 neighbourhoods, none of the next 3.
  EXPECT_DOUBLE_EQ(score(first, second, 0), 3.0 / 5);
  EXPECT_DOUBLE_EQ(score(first, second, 1), (3 + 1.0 / 4) / (5 + 3.0 / 4));
  EXPECT_DOUBLE_EQ(score(first, second, 2), (3 + 1.0 / 4) / (5 + 3.0 / 4 + 3.0 / 9));
}

TEST(Wlk, ConstantsAreNodesAndCaseAndQuotesDontCount) {
  EXPECT_DOUBLE_EQ(score("(n/name :op1 \"Rome\")", "(n/Name :op1 rome)"), 1);
  EXPECT_DOUBLE_EQ(score("(n/name :op1 \"Rome\")", "(n/name :op1 \"Bonn\")", 0), 1.0 / 3);
}

TEST(Wlk, NodesWithTheSameLabelGiveTheSameScoreInAnyOrder) {
  const std::string other = "(a/and :op1 (d/dog :mod (r/red)) :op2 (c/cat))";
  const double one = score("(a/and :op1 (d/dog :mod (r/red)) :op2 (e/dog :mod (b/blue)))", other);
  EXPECT_DOUBLE_EQ(one,
                   score("(a/and :op2 (e/dog :mod (b/blue)) :op1 (d/dog :mod (r/red)))", other));
  EXPECT_GT(one, 0);
}

TEST(Wlk, InverseRolesAreTurnedRound) {
  EXPECT_DOUBLE_EQ(score("(b/boy :ARG0-of (r/run))", "(r/run :ARG0 (b/boy))"), 1);
}

TEST(Wlk, WhatIsWrittenTwiceCountsOnce) {
  EXPECT_DOUBLE_EQ(
      score("(b/boy :mod 1 :mod 1 :ARG1 (r/red) :arg1 r)", "(b/boy :mod 1 :ARG1 (r/red))"), 1);
}

class WlkOfPublishedPairs : public PublishedPairs {
 protected:
  double score(std::size_t i) const {
    return wlk(labelled_graph(first_[i]), labelled_graph(second_[i]));
  }

  static bool repeats_a_label(const AmrGraph& graph) {
    auto labels = labelled_graph(graph).labels;
    std::ranges::sort(labels);
    return std::ranges::adjacent_find(labels) != labels.end();
  }
};

TEST_F(WlkOfPublishedPairs, AreTheReferencesWhereNoLabelIsRepeated) {
  std::size_t compared = 0;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    EXPECT_EQ(wlk(labelled_graph(first_[i]), labelled_graph(first_[i])), 1.0);
    if (repeats_a_label(first_[i]) || repeats_a_label(second_[i])) continue;
    ++compared;
    EXPECT_NEAR(score(i), reference_[i].at(5), 1e-9) << i;
  }
  EXPECT_EQ(compared, 918U);
}

TEST_F(WlkOfPublishedPairs, AreWithinATenthOfAPointOfPearson) {
  std::vector<double> ours, reference, human;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    ours.push_back(score(i));
    human.push_back(reference_[i].at(1));
    reference.push_back(reference_[i].at(5));
  }
  EXPECT_NEAR(pearson(ours, human), pearson(reference, human), 0.001);
}

}  // namespace wlk_kernel_test
}  // namespace sonde

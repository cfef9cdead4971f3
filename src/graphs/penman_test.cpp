#include "graphs/penman.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "formats/json/json.h"
#include "graphs/shared_graphs_test.h"

namespace sonde {
namespace penman_test {

using testing::HasSubstr;

std::vector<AmrGraph> read(const std::string& text) {
  std::istringstream in(text);
  return graphs_of(in, "graphs.amr");
}

AmrGraph graph(const std::string& text) { return read(text).at(0); }

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "no error";
}

constexpr const char* kWants =
    "# ::id 1 ::date 2026-01-01\n"
    "# ::snt The boy doesn't want to go.\n"
    "(w / want-01~e.4\n"
    "      :polarity -~e.2,3\n"
    "      :ARG0~e.0 (b / boy~e.1)\n"
    "      :ARG1 (g / go-02\n"
    "            :ARG0 b~e.1))\n";

TEST(Penman, NodesBranchesAndAlignmentsAreRead) {
  const auto wants = graph(kWants);
  ASSERT_EQ(wants.nodes.size(), 3U);
  EXPECT_EQ(wants.nodes[0], (AmrNode{"w", "want-01", "e.4"}));
  EXPECT_EQ(wants.nodes[2], (AmrNode{"g", "go-02", ""}));
  ASSERT_EQ(wants.branches.size(), 4U);
  EXPECT_EQ(wants.branches[0].constant, "-");
  EXPECT_EQ(wants.branches[0].alignment, "e.2,3");
  EXPECT_EQ(wants.branches[1].role_alignment, "e.0");
  EXPECT_TRUE(wants.branches[1].declares);
  EXPECT_EQ(wants.branches[3].to, 1U);
  EXPECT_FALSE(wants.branches[3].declares);
  EXPECT_EQ(wants.branches[3].alignment, "e.1");
}

TEST(Penman, MetadataAreFoundByTheirKey) {
  const auto wants = graph(kWants);
  EXPECT_EQ(metadata(wants, "id"), "1");
  EXPECT_EQ(metadata(wants, "date"), "2026-01-01");
  EXPECT_EQ(metadata(wants, "snt"), "The boy doesn't want to go.");
  EXPECT_EQ(metadata(wants, "sn"), "");
}

TEST(Penman, WritesWhatItRead) { EXPECT_EQ(penman_of(graph(kWants)), kWants); }

TEST(Penman, SpacesAndLineEndsDontMatter) {
  const auto spaced = graph("( a/alpha  :ARG0(b/beta\n:mod\t-))\r\n");
  EXPECT_EQ(spaced, graph("(a / alpha :ARG0 (b / beta :mod -))"));
}

TEST(Penman, StringsMayHoldAnything) {
  const auto quoted = graph(R"((n / name :op1 "a) (b" :op2 "c\"d" :op3 "http://x/y~e.1"~e.2))");
  EXPECT_EQ(quoted.branches[0].constant, R"("a) (b")");
  EXPECT_EQ(quoted.branches[1].constant, R"("c\"d")");
  EXPECT_EQ(quoted.branches[2].constant, R"("http://x/y~e.1")");
  EXPECT_EQ(quoted.branches[2].alignment, "e.2");
  EXPECT_EQ(graph(penman_of(quoted)), quoted);
}

TEST(Penman, AVariableMayStandBeforeItsNode) {
  const auto ahead = graph("(s / style-01 :ARG0 (g / girl :part h) :ARG1 (h / hair))");
  EXPECT_EQ(ahead.branches[1].to, 2U);
  EXPECT_EQ(ahead.nodes[2].variable, "h");
}

TEST(Penman, InverseRolesAreTurnedRound) {
  const auto inverse = graph("(b / boy :ARG0-of (r / run-02) :consist-of (c / cell))");
  const auto first = relation_of(inverse.branches[0]);
  EXPECT_EQ(first.from, 1U);
  EXPECT_EQ(first.to, 0U);
  EXPECT_EQ(first.role, "ARG0");
  EXPECT_EQ(relation_of(inverse.branches[1]).role, "consist-of");
}

TEST(Penman, ACycleNamesAVariable) {
  EXPECT_EQ(cycle_of(graph("(a / alpha :ARG0 (b / beta :ARG1 (c / ceta :ARG2 b)))")), "b");
  EXPECT_EQ(cycle_of(graph("(a / alpha :ARG0 (b / beta :ARG1-of a))")), "");
  EXPECT_EQ(cycle_of(graph(kWants)), "");
}

TEST(Penman, NotesBeforeTheFirstGraphBelongToNone) {
  EXPECT_TRUE(graph("# a release\n\n(a / b)\n").header.empty());
  EXPECT_TRUE(read("# a release\n").empty());
  EXPECT_TRUE(read("").empty());
}

TEST(Penman, ErrorsNameLineAndColumn) {
  const std::pair<const char*, const char*> cases[] = {
      {"(a / b\n  :c (d / e)\n\n(f / g)\n", "graphs.amr:1: a graph has 1 unclosed bracket"},
      {"(a / b", "graphs.amr:1: a graph has 1 unclosed bracket"},
      {"(a / b))", "graphs.amr:1: ')' without '(' (column 8)"},
      {"(a / b :c (d / e)\n(f / g)", "graphs.amr:2: '(' without a role before it (column 1)"},
      {"()", "graphs.amr:1: an empty graph (column 2)"},
      {"# ::id 1\n\n(a / b)", "graphs.amr:2: metadata without a graph: '# ::id 1'"},
      {"(a / b)\n# ::id 2\n", "metadata without a graph: '# ::id 2'"},
      {"(a / b\n :c (a / d))", "graphs.amr:2: the variable 'a' is declared twice (column 6)"},
      {"(z1 / \xC3\xA9t\xC3\xA9 :c z2)",
       "graphs.amr:1: the variable 'z2' is not declared (column 14)"},
      {"(a / b :c d)", "the variable 'd' is not declared"},
      {"(a :c d)", "'/' is missing before ':c' (column 4)"},
      {"(a)", "a node without a concept (column 3)"},
      {"(a / :c d)", "the variable 'a' has no concept (column 6)"},
      {"(/ b)", "a node without a variable (column 2)"},
      {"(a / b :c)", "the role ':c' has no value (column 10)"},
      {"(a / b :c :d e)", "the role ':c' has no value (column 11)"},
      {"(a / b c)", "'c' is not a role (column 8)"},
      {"a / b", "'a' is outside brackets (column 1)"},
      {"(a / b :c \"d)", "a string has no closing quote (column 11)"},
      {"(a / b :c \"d\"e)", "a string has something after its quote (column 11)"},
  };
  for (const auto& [text, said] : cases) EXPECT_THAT(error_of(text), HasSubstr(said)) << text;
}

TEST(Penman, AMegabyteOfOpenBracketsIsRefused) {
  EXPECT_THAT(error_of(std::string(1000000, '(')), HasSubstr("'(' where a variable"));
  std::string deep;
  for (int i = 0; i < 90000; ++i) deep += "(v" + std::to_string(i) + "/a :b\n";
  EXPECT_THAT(error_of(deep), HasSubstr("more than 1000 brackets are open"));
}

// Graphs, not layout: some are on one line there.
TEST(Penman, WhatIsPublishedReturns) {
  for (const auto& file : shared_graph_files()) {
    const auto graphs = shared_graphs(file);
    if (graphs.empty()) GTEST_SKIP() << kNoSharedData;
    for (const auto& published : graphs) {
      ASSERT_EQ(graph(penman_of(published)), published) << file;
    }
  }
}

TEST(Penman, WhatIsPublishedWithScoresReturns) {
  const auto file = shared_data("amr/wwlk_scores.json");
  if (lacks(file)) GTEST_SKIP() << kNoSharedData;
  for (const auto& pair : read_json(file)) {
    for (const auto* side : {"amr_a", "amr_b"}) {
      const auto published = graph(pair.at(side).get<std::string>());
      ASSERT_EQ(graph(penman_of(published)), published) << pair.at(side);
    }
  }
}

}  // namespace penman_test
}  // namespace sonde

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/own_folder_test.h"
#include "scorers/error_of_test.h"
#include "sonde/error.h"
#include "sonde/scorer.h"

namespace sonde {
namespace graphs_test {

using test::error_of;
using testing::HasSubstr;

std::string file_of(const std::string& name, std::string_view text) {
  const std::string file = test::own_folder() + name + ".amr";
  std::ofstream(file) << text;
  return file;
}

// Two rows: F1 of 1 and of 2/3.
constexpr const char* kFirst = "(a/alpha :ARG0 (b/beta))\n\n(a/alpha)\n";
constexpr const char* kSecond = "(x/alpha :ARG0 (y/beta))\n\n(a/alpha :ARG0 (b/beta))\n";

std::unique_ptr<Scorer> scorer(const std::string& options = {}, const char* first = kFirst,
                               const char* second = kSecond, const std::string& kind = "smatch") {
  const auto files = file_of("first", first) + "," + file_of("second", second);
  return make_scorer(parse_spec(kind + ":" + files + options), {"mine", 2});
}

std::vector<double> scores(Scorer& scorer) {
  std::vector<Item> items(2);
  for (std::uint64_t i = 0; i < 2; ++i) {
    items[i].rows.resize(1);
    items[i].first_row = i;
  }
  std::vector<double> out(2);
  scorer.score(items, out);
  return out;
}

std::string fact(const Scorer& scorer, const std::string& name) {
  for (const auto& [key, value] : scorer.identity().facts) {
    if (key == name) return value;
  }
  return "";
}

TEST(SmatchScorer, GivesEachRowItsPairsScore) {
  EXPECT_EQ(scores(*scorer()), (std::vector<double>{1.0, 2.0 * 2 / 6}));
  EXPECT_EQ(scores(*scorer("?score=precision"))[1], 1.0);
  EXPECT_EQ(scores(*scorer("?score=recall"))[1], 0.5);
  EXPECT_EQ(scores(*scorer("?solver=hillclimb&seed=3"))[1], 2.0 * 2 / 6);
}

TEST(SmatchScorer, SaysWhatIsProvenAndTheCorpusScores) {
  EXPECT_EQ(fact(*scorer(), "proven"), "all pairs");
  EXPECT_EQ(fact(*scorer("?solver=hillclimb"), "proven"), "");
  EXPECT_EQ(fact(*scorer(), "macro"), "precision 1.0000, recall 0.7500, F1 0.8333");
  EXPECT_EQ(fact(*scorer(), "micro"), "precision 1.0000, recall 0.7500, F1 0.8571");
}

TEST(SmatchScorer, CyclicGraphsAreCounted) {
  EXPECT_EQ(fact(*scorer(), "cyclic graphs"), "");
  const auto cyclic = scorer("", "(a/alpha :ARG0 (b/beta :ARG1 a))\n(a/alpha)");
  EXPECT_EQ(fact(*cyclic, "cyclic graphs"), "1");
}

TEST(SmatchScorer, IdentityIsOfTheGraphsAndOptions) {
  const auto what = [](const auto&... words) { return scorer(words...)->identity().what; };
  const auto plain = what();
  EXPECT_EQ(what("", "# ::snt A\n(a / alpha\n  :ARG0 (b / beta))\n(a/alpha)"), plain);
  EXPECT_EQ(what("?dialect=current"), plain);
  EXPECT_NE(what("?dialect=older"), plain);
  EXPECT_NE(what("?inverse=kept"), plain);
  EXPECT_NE(what("?score=recall"), plain);
  EXPECT_NE(what("?solver=hillclimb"), plain);
  EXPECT_NE(what("?solver=hillclimb"), what("?solver=hillclimb&seed=2"));
  EXPECT_NE(what("", "(a/alpha :ARG0 (b/ceta))\n\n(a/alpha)\n"), plain);
}

TEST(SmatchScorer, AGraphTooFewOrTooManyIsNamed) {
  const auto few = error_of([] { scorer("", kFirst, "(a/alpha)"); }, ErrorKind::kInput);
  EXPECT_THAT(few, HasSubstr("second.amr: has 1 graph, but the data set 'mine' has 2 rows"));
  const auto many = error_of([] { scorer("", "(a/a)(b/b)(c/c)"); }, ErrorKind::kInput);
  EXPECT_THAT(many, HasSubstr("first.amr: has 3 graphs, but the data set 'mine' has 2 rows"));
}

TEST(SmatchScorer, BelongsToTheDataSetThatIsNamed) {
  EXPECT_EQ(scorer("?data=yours"), nullptr);
  EXPECT_NE(scorer("?data=mine"), nullptr);
}

// Parsers write such graphs.
TEST(SmatchScorer, AGraphThatCantBeReadLeavesItsPairUndefined) {
  for (const std::string bad :
       {"(a/alpha", "()", "None", "(a)", "(a/alpha :ARG0 b)", "# ::snt x", "(x / unparsed)"}) {
    const auto files = file_of("first", bad + "\n\n(a/alpha)\n") + "," + file_of("second", kSecond);
    std::vector<std::string> notes;
    ScorerContext context{"mine", 2};
    context.encoders.note = [&](const std::string& line) { notes.push_back(line); };
    for (const std::string kind : {"smatch", "wlk"}) {
      const auto scorer = make_scorer(parse_spec(kind + ":" + files), context);
      const auto found = scores(*scorer);
      EXPECT_TRUE(std::isnan(found[0])) << bad;
      EXPECT_FALSE(std::isnan(found[1])) << bad;
      EXPECT_EQ(fact(*scorer, "unreadable graphs"), "1") << bad;
    }
    if (bad == "(x / unparsed)") continue;
    ASSERT_FALSE(notes.empty());
    EXPECT_THAT(notes[0], HasSubstr("first.amr:"));
    const std::string strict = "smatch:" + files + "?strict=true";
    EXPECT_THAT(error_of([&] { make_scorer(parse_spec(strict), context); }, ErrorKind::kInput),
                HasSubstr("first.amr:"));
  }
}

TEST(SmatchScorer, BadUseAndBadGraphsAreNamed) {
  const auto told = [](const std::string& text) {
    return error_of([&] { make_scorer(parse_spec(text), {"mine", 2}); }, ErrorKind::kUsage);
  };
  for (const auto* text : {"smatch:a.amr", "smatch:a.amr,", "smatch:", "smatch:a,b,c"}) {
    EXPECT_THAT(told(text), HasSubstr("does not name two files; write smatch:A.amr,B.amr"));
  }
  EXPECT_THAT(told("smatch:a,b?solver=exat"), HasSubstr("did you mean 'exact'?"));
  EXPECT_THAT(told("smatch:a,b?seed=1"), HasSubstr("seed"));
  std::string large = "(v/a";
  for (int i = 0; i < 501; ++i) large += "\n:x (w" + std::to_string(i) + "/a)";
  EXPECT_THAT(error_of([&] { scorer("", (large + ")\n(a/a)").c_str()); }, ErrorKind::kInput),
              HasSubstr("first.amr:1: a graph has 502 variables"));
}

TEST(WlkScorer, GivesEachRowItsPairsKernel) {
  const auto kernel = scorer("", kFirst, kSecond, "wlk");
  const double second = 1 / std::sqrt(1 * 3.0);
  EXPECT_DOUBLE_EQ(scores(*kernel)[0], 1.0);
  EXPECT_DOUBLE_EQ(scores(*scorer("?iterations=0", kFirst, kSecond, "wlk"))[1], second);
  EXPECT_NE(scorer("?iterations=0", kFirst, kSecond, "wlk")->identity().what,
            kernel->identity().what);
  EXPECT_EQ(scorer("?data=yours", kFirst, kSecond, "wlk"), nullptr);
}

// Graphs whose words have vectors, or not.
class WwlkScorer : public testing::Test {
 protected:
  WwlkScorer() { std::ofstream(vectors_) << "3 2\nboy 1 0\ngirl 3 4\nrose 0 1\n"; }

  std::unique_ptr<Scorer> made(const char* first, const char* second,
                               const std::string& options = {}) {
    return scorer("?vectors=words:" + vectors_ + options, first, second, "wwlk");
  }

  std::string vectors_ = test::own_folder() + "wwlk.vec";
};

TEST_F(WwlkScorer, GivesEachRowHowNearItsGraphsAre) {
  const auto made_so =
      made("(b/boy)(b/boy :mod (r/rose))", "(g/girl)(b/boy :mod (r/rose))", "&iterations=0");
  EXPECT_NEAR(scores(*made_so)[0], 1 - std::hypot(0.4, 0.8), 1e-6);
  EXPECT_EQ(scores(*made_so)[1], 1);
}

TEST_F(WwlkScorer, WordsAreLookedUpWithTheirFullStops) {
  std::ofstream(vectors_) << "4 2\nboy 1 0\nu.s. 1 0\nu 0 1\ns 0 1\n";
  const auto made_so =
      made("(b/boy :op1 \"U.S.\")(b/boy)", "(b/boy :op1 (o/boy))(b/boy)", "&iterations=0");
  EXPECT_EQ(fact(*made_so, "labels without a vector"), "0 of 2");
  EXPECT_EQ(scores(*made_so)[0], 1);
}

TEST_F(WwlkScorer, WordsWithoutAVectorAreCountedAndTheSameInEachRun) {
  const char *first = "(q/qoph :mod (b/boy))(q/qoph)", *second = "(z/zayin)(q/qoph)";
  const auto one = made(first, second), again = made(first, second);
  EXPECT_EQ(fact(*one, "labels without a vector"), "2 of 3");
  EXPECT_EQ(scores(*one), scores(*again));
  EXPECT_LT(scores(*one)[0], 1);
  EXPECT_EQ(scores(*one)[1], 1);
}

TEST_F(WwlkScorer, IdentityIsOfTheGraphsVectorsAndOptions) {
  const auto what = [&](const std::string& options) {
    return made(kFirst, kSecond, options)->identity().what;
  };
  const auto plain = what("");
  EXPECT_EQ(what("&iterations=2"), plain);
  EXPECT_NE(what("&iterations=1"), plain);
  EXPECT_NE(what("&edge_weight=1"), plain);
  std::ofstream(vectors_) << "3 2\nboy 1 0\ngirl 3 4\nrose 1 1\n";
  EXPECT_NE(what(""), plain);
  EXPECT_EQ(made(kFirst, kSecond, "&data=yours"), nullptr);
}

TEST_F(WwlkScorer, BadUseIsNamed) {
  const auto told = [&](const std::string& options) {
    return error_of([&] { made(kFirst, kSecond, options); }, ErrorKind::kUsage);
  };
  EXPECT_THAT(told("&edge_weight=2"), HasSubstr("edge_weight must be from 0 to 1"));
  EXPECT_THAT(told("&iterations=11"), HasSubstr("iterations"));
  EXPECT_THAT(error_of([] { scorer("", kFirst, kSecond, "wwlk"); }, ErrorKind::kUsage),
              HasSubstr("names no word vectors"));
}

TEST(GraphScorers, WhatIsUnsureOfTheirVectorsIsUnsureOfThem) {
  const std::string script = test::own_folder() + "vectors.sh";
  std::ofstream(script) << "while read -r s; do echo '{\"vectors\": [[1, 2]]}'; done";
  const std::string vectors = "exec:sh " + script + "?batch=1";
  const Identity of = make_encoder(parse_spec(vectors), {})->views()[0];
  ASSERT_TRUE(of.batch_dependent || !of.doubt.empty());
  for (const std::string kind : {"wwlk", "amr-cn"}) {
    const Identity identity = scorer("?vectors=" + vectors, kFirst, kSecond, kind)->identity();
    EXPECT_EQ(identity.batch_dependent, of.batch_dependent);
    EXPECT_EQ(identity.doubt, of.doubt);
  }
}

TEST(GraphScorers, GiveTheSameOnAnyNumberOfThreads) {
  std::string first, second;
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(i % 7), m = std::to_string(i % 5);
    first += "(a/a" + n + " :x (b/b" + m + " :y (c/c)))\n";
    second += "(a/a" + m + " :x (b/b" + n + ") :y (c/c :x b))\n";
  }
  const std::string vectors = test::own_folder() + "threads.vec";
  std::ofstream(vectors) << "3 2\na1 1 0\nb1 3 4\nc 0 1\n";
  const auto files = file_of("first", first) + "," + file_of("second", second);
  std::vector<Item> items(1);
  items[0].rows.resize(200);
  const std::vector<std::string> specs{"smatch:" + files, "smatch:" + files + "?solver=hillclimb",
                                       "wlk:" + files,
                                       "wwlk:" + files + "?vectors=words:" + vectors};
  for (const auto& spec : specs) {
    std::vector<double> one(200), two(200);
    for (auto* out : {&one, &two}) {
      ScorerContext context{"mine", 200};
      context.encoders.threads = out == &one ? 1 : 2;
      make_scorer(parse_spec(spec), context)->score(items, *out);
    }
    EXPECT_EQ(one, two) << spec;
    EXPECT_NE(one.front(), one.back());
  }
}

class AmrCnScorer : public testing::Test {
 protected:
  AmrCnScorer() { std::ofstream(vectors_) << "3 2\nboy 1 0\ngirl 3 4\nrose 0 1\n"; }

  std::unique_ptr<Scorer> made(const char* first, const char* second,
                               const std::string& options = {}) {
    return scorer("?lemmas=none&vectors=words:" + vectors_ + options, first, second, "amr-cn");
  }

  std::string vectors_ = test::own_folder() + "amr_cn.vec";
};

TEST_F(AmrCnScorer, SumsTheCosinesOfCommonRoles) {
  const auto made_so = made("(g/give-01 :ARG0 (b/boy))(q/qoph)",
                            "(g/give-01 :ARG0 (h/girl) :mod (r/rose))(z/zayin)");
  EXPECT_NEAR(scores(*made_so)[0], 2 * (1 + 0.6) / 5, 1e-6);
  EXPECT_EQ(scores(*made_so)[1], 0);
}

TEST_F(AmrCnScorer, TheLastFillerOfAPathStandsOrAllAreAveraged) {
  const char* first = "(g/gift :mod (b/boy) :mod (r/rose))(a/a)";
  const char* second = "(g/gift :mod (b/boy))(a/a)";
  EXPECT_NEAR(scores(*made(first, second))[0], 2 * (1 + 0.0) / 4, 1e-6);
  EXPECT_NEAR(scores(*made(first, second, "&fillers=all"))[0], 2 * (1 + std::sqrt(0.5)) / 4, 1e-6);
}

TEST_F(AmrCnScorer, NeedsVectors) {
  EXPECT_THAT(error_of([] { scorer("", kFirst, kSecond, "amr-cn"); }, ErrorKind::kUsage),
              HasSubstr("names no word vectors; add ?vectors=SPEC"));
  EXPECT_THAT(
      error_of([] { scorer("?vectors=tfidf", kFirst, kSecond, "amr-cn"); }, ErrorKind::kUsage),
      HasSubstr("are fitted"));
  EXPECT_NE(made(kFirst, kSecond)->identity().what,
            made(kFirst, kSecond, "&fillers=all")->identity().what);
}

}  // namespace graphs_test
}  // namespace sonde

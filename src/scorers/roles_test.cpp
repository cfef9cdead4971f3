#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <utility>

#include "base/own_folder_test.h"
#include "roles/role_frame.h"
#include "scorers/error_of_test.h"
#include "sonde/error.h"
#include "sonde/scorer.h"

namespace sonde {
namespace roles_test {

using test::error_of;
using testing::HasSubstr;

constexpr const char* kTwoPairs = R"({
"1": [{"Agent": "The boy", "Verb": "runs"}, {"Agent": "A girl", "Verb": "runs"}],
"2": [{"Verb": "runs", "Theme": "the girl"}, {"Verb": "runs", "Patient": "boy"}]})";
constexpr const char* kSentences[2][2] = {{"The boy runs.", "A girl runs."},
                                          {"It runs the girl.", "It runs boy."}};

class RolesScorer : public testing::Test {
 protected:
  // The cosine of boy and girl is 0.6. "the" would change it.
  void SetUp() override {
    std::ofstream(vectors_) << "boy 1 0 0\ngirl 0.6 0.8 0\nruns 0 0 1\nthe 5 -5 5\n";
  }

  static std::string role_file(std::string_view text, const std::string& name = "r.json") {
    const std::string file = test::own_folder() + "roles_" + name;
    std::ofstream(file) << text;
    return file;
  }

  std::unique_ptr<Scorer> scorer(std::string_view roles, const std::string& options = {},
                                 std::uint64_t rows = 2) {
    return make_scorer(
        parse_spec("roles:" + role_file(roles) + "?vectors=words:" + vectors_ + options),
        context(rows, items()));
  }

  static ScorerContext context(std::uint64_t rows, std::vector<Item> of) {
    ScorerContext context{"mine", rows};
    context.items = [of = std::move(of)](const auto& take) {
      for (const auto& item : of) take({&item, 1});  // a block each
    };
    return context;
  }

  static std::vector<Item> items(const char* const (&sentences)[2][2] = kSentences) {
    std::vector<Item> all(2);
    for (std::uint64_t i = 0; i < 2; ++i) {
      for (const auto* text : sentences[i]) all[i].texts.push_back({text});
      all[i].rows.push_back({"", {0, 1}});
      all[i].first_row = i;
    }
    return all;
  }

  static std::vector<double> scores(Scorer& scorer) {
    std::vector<double> out(2);
    scorer.score(items(), out);
    return out;
  }

  std::string vectors_ = test::own_folder() + "roles.vec";
};

TEST_F(RolesScorer, IsTheWeightedMeanOfTheRolesCosines) {
  const auto basic = scores(*scorer(kTwoPairs));
  EXPECT_NEAR(basic[0], (2 * 0.6 + 3) / 11, 1e-6);
  EXPECT_NEAR(basic[1], (2 * 0.6 + 3) / 11, 1e-6);  // Theme is compared with Patient
  const auto norm = scores(*scorer(kTwoPairs, "&mean=norm"));
  EXPECT_NEAR(norm[0], (2 * 0.6 + 3) / 5, 1e-6);
  EXPECT_NEAR(norm[1], (2 * 0.6 + 3) / 7, 1e-6);  // the merged Patient counts 0
}

TEST_F(RolesScorer, StopWordsAreLeftOutOfAveragesOfWords) {
  const auto with = scores(*scorer(kTwoPairs, "&stopwords=none"));
  EXPECT_GT(std::abs(with[0] - (2 * 0.6 + 3) / 11), 0.01);
  const auto file = role_file("THE\n\na\n", "stop.txt");
  EXPECT_EQ(scores(*scorer(kTwoPairs, "&stopwords=" + file)), scores(*scorer(kTwoPairs)));
  EXPECT_THAT(error_of([&] { scorer(kTwoPairs, "&stopwords=" + role_file("\n", "no.txt")); },
                       ErrorKind::kInput),
              HasSubstr("holds no stop word"));
}

TEST_F(RolesScorer, WeightsAreReadFromAFile) {
  const auto weights = [&](const std::string& text) {
    return "&weights=" + role_file(text, "weights.toml");
  };
  EXPECT_NEAR(scores(*scorer(kTwoPairs, weights("Agent = 1\nTheme = 3.5\n")))[0], 0.6 / 4.5, 1e-6);
  const auto told = [&](const std::string& text) {
    return error_of([&] { scorer(kTwoPairs, weights(text)); }, ErrorKind::kInput);
  };
  EXPECT_THAT(told("Verb = 0\nAgent = 0.0\n"), HasSubstr("the weights sum to 0"));
  EXPECT_THAT(told(""), HasSubstr("the weights sum to 0"));
  EXPECT_THAT(told("Verb = 1\nAgnet = 1\n"),
              HasSubstr("weights.toml:2: unknown role 'Agnet'; did you mean 'Agent'?"));
  EXPECT_THAT(told("Verb = -1\n"), HasSubstr("weights.toml:1: 'Verb' must be 0 or more"));
  EXPECT_THAT(told("Verb = nan\n"), HasSubstr("weights.toml:1"));
}

TEST_F(RolesScorer, APairWithoutCommonVectorsIsUndefined) {
  const auto unknown = R"({"1": [{"Verb": "walks"}, {"Verb": "runs"}],
                           "2": [{"Verb": "runs"}, {"Verb": "runs"}]})";
  const auto values = scores(*scorer(unknown, "&check=none"));
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_NEAR(values[1], 3.0 / 11, 1e-6);
}

TEST_F(RolesScorer, IdentityIsOfTheRolesVectorsAndOptions) {
  const auto what = [&](const char* roles, const std::string& options = {}) {
    return scorer(roles, options)->identity().what;
  };
  const auto plain = what(kTwoPairs);
  EXPECT_EQ(what(kTwoPairs, "&mean=basic&check=none"), plain);
  EXPECT_EQ(
      what(kTwoPairs, "&weights=" + role_file("Agent=2\nVerb=3\nPatient=2\nTheme=2\nTime=0.5\n"
                                              "Manner=0.5\nLocation=0.5\nTrajectory=0.5",
                                              "same.toml")),
      plain);
  EXPECT_NE(what(kTwoPairs, "&mean=norm"), plain);
  EXPECT_NE(what(kTwoPairs, "&stopwords=none"), plain);
  EXPECT_NE(what(R"({"1": [{}, {}], "2": [{}, {"Verb": "runs"}]})"), plain);
}

TEST_F(RolesScorer, RolesOfAnotherNumberOfPairsAreNamed) {
  EXPECT_THAT(error_of([&] { scorer(kTwoPairs, "", 3); }, ErrorKind::kInput),
              HasSubstr("r.json: has the roles of 2 pairs, but the data set 'mine' has 3 rows"));
  EXPECT_THAT(error_of([&] { scorer(R"({"1": [{}], "2": [{}]})"); }, ErrorKind::kInput),
              HasSubstr("has the roles of single sentences"));
  EXPECT_EQ(scorer(kTwoPairs, "&data=yours"), nullptr);
  EXPECT_NE(scorer(kTwoPairs, "&data=mine"), nullptr);
}

TEST_F(RolesScorer, RolesOfOtherSentencesAreNamed) {
  const char* const others[2][2] = {{"Snow falls.", "Rain falls."}, {"It is cold.", "It snows."}};
  const std::string roles = "roles:" + role_file(kTwoPairs) + "?vectors=words:" + vectors_;
  const auto make = [&](const std::string& options) {
    return make_scorer(parse_spec(roles + options), context(2, items(others)));
  };
  EXPECT_THAT(error_of([&] { make(""); }, ErrorKind::kInput),
              HasSubstr("has the roles of other sentences: in 4 of 4 most words do not occur "
                        "(item 1)"));
  std::vector<double> out(2);
  make("&check=none")->score(items(others), out);
  EXPECT_NEAR(out[0], (2 * 0.6 + 3) / 11, 1e-6);
}

// Two strange frames of many: the verdict depends on all sentences, not on their places.
TEST_F(RolesScorer, RolesAreJudgedByAllSentences) {
  for (const std::size_t strange : {0U, 11U}) {
    std::string roles = "{";
    std::vector<Item> all(12);
    for (std::size_t i = 0; i < all.size(); ++i) {
      roles += (i > 0 ? ", \"" : "\"") + std::to_string(i + 1) +
               R"(": [{"Verb": "runs"}, {"Verb": "runs"}])";
      all[i].texts = {{i == strange ? "Snow." : "It runs."},
                      {i == strange ? "Rain." : "She runs."}};
      all[i].rows.push_back({"", {0, 1}});
      all[i].first_row = i;
    }
    const Spec spec = parse_spec("roles:" + role_file(roles + "}") + "?vectors=words:" + vectors_);
    EXPECT_NE(make_scorer(spec, context(12, all)), nullptr);
  }
}

TEST_F(RolesScorer, SentencesThatTheLabellerIsWeakAtAreNoted) {
  const std::string doubtful = R"({
"1": [{"Agent": "The boy", "Verb": "runs", "Doubt": "no finite verb"},
      {"Agent": "A girl", "Verb": "runs", "Doubt": "parsed in part"}],
"2": [{"Verb": "runs", "Theme": "the girl", "Doubt": "no finite verb"},
      {"Verb": "runs", "Patient": "boy"}]})";
  std::vector<std::string> notes;
  auto with_notes = context(2, items());
  with_notes.encoders.note = [&](const std::string& line) { notes.push_back(line); };
  const auto made = [&](const std::string& roles) {
    return make_scorer(parse_spec("roles:" + role_file(roles) + "?vectors=words:" + vectors_),
                       with_notes);
  };
  const std::string told = "no finite verb: 2 of 4 sentences; parsed in part: 1 of 4 sentences";
  const Identity doubted = made(doubtful)->identity();
  EXPECT_THAT(doubted.facts,
              testing::Contains(std::pair<std::string, std::string>{"weaker roles", told}));
  EXPECT_THAT(notes, testing::ElementsAre(HasSubstr(told)));
  EXPECT_EQ(doubted.what, made(kTwoPairs)->identity().what);
  EXPECT_EQ(notes.size(), 1U);
}

TEST_F(RolesScorer, BadUseIsNamed) {
  const auto told = [](const std::string& spec) {
    return error_of([&] { make_scorer(parse_spec(spec), context(2, items())); }, ErrorKind::kUsage);
  };
  EXPECT_THAT(told("roles:" + role_file(kTwoPairs)), HasSubstr("names no"));
  EXPECT_THAT(told("roles:?vectors=random"), HasSubstr("names no file"));
  EXPECT_THAT(told("roles:x?vectors=random&mean=bsic"), HasSubstr("did you mean 'basic'?"));
  EXPECT_THAT(told("roles:" + role_file(kTwoPairs) + "?vectors=random&wieghts=x"),
              HasSubstr("did you mean 'weights'?"));
}

TEST_F(RolesScorer, FeaturesAreTheRolesCosines) {
  const auto roles = scorer(kTwoPairs);
  ASSERT_EQ(roles->features(), kRoleNames.size());
  MatrixOf<double> features(2, kRoleNames.size());
  roles->give_features(items(), features.view());
  EXPECT_NEAR(features[0][index_of(Role::kAgent)], 0.6, 1e-6);
  EXPECT_NEAR(features[1][index_of(Role::kTheme)], 0.6, 1e-6);
  EXPECT_NEAR(features[1][index_of(Role::kVerb)], 1, 1e-6);
  EXPECT_EQ(features[0][index_of(Role::kTime)], 0);
}

}  // namespace roles_test
}  // namespace sonde

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "apps/server/api.h"
#include "probes/testing/greetings_probe.h"

namespace sonde {
namespace probe_views_test {

using testing::HasSubstr;

ServedJson asked(Api& api, const std::string& path, const ServedJson& body, int status = 200) {
  const auto answer = api.answer({"POST", path, body.dump(), ""});
  EXPECT_EQ(answer.status, status) << answer.body;
  return ServedJson::parse(answer.body);
}

// A probe that this program gains has a tab and an answer.
TEST(ProbeViews, HaveTheTabOfASixthProbe) {
  test::add_greetings();
  const ServedJson tab = probe_views().back();
  EXPECT_EQ(tab["probe"], "greetings");
  EXPECT_EQ(tab["texts"][1]["field"], "answer");
  const std::vector<Spec> specs{parse_spec("random")};
  LoadedEncoders encoders(specs, {});
  Api api(encoders, {});
  const auto own = asked(api, "/api/greeting",
                         {{"language", "en"}, {"first", "Hello."}, {"second", "Good day."}})
                       .at("encoders")
                       .at(0);
  const double similarity = own.at("similarities").at("pair");
  EXPECT_LT(std::abs(similarity), 1);
  EXPECT_EQ(own.at("warmth").get<double>(), 2 * similarity);
  EXPECT_FALSE(own.contains("passes") || own.contains("plane") || own.contains("criteria"));
}

// The page finds each number of a view under its key, and no two tabs have one address.
TEST(ProbeViews, HaveDifferentPaths) {
  std::set<std::string> paths, probes;
  const auto tabs = probe_views();
  for (const auto& tab : tabs) {
    EXPECT_TRUE(paths.insert(tab["path"].get<std::string>()).second);
    EXPECT_TRUE(probes.insert(tab["probe"].get<std::string>()).second);
  }
  EXPECT_GE(tabs.size(), 3);
}

TEST(ProbeViews, RefuseWhatTheyDoNotKnow) {
  const std::vector<Spec> specs{parse_spec("random")};
  LoadedEncoders encoders(specs, {});
  Api api(encoders, {});
  const auto error = [&](const ServedJson& body) {
    return asked(api, "/api/triplet", body, 400).at("error").get<std::string>();
  };
  EXPECT_THAT(error({{"test", "plian"}, {"s", "a"}, {"plus", "b"}, {"star", "c"}}),
              HasSubstr("did you mean 'plain'"));
  EXPECT_THAT(error({{"s", "a"}, {"plus", "b"}, {"star", "c"}}), HasSubstr("'test' is missing"));
  asked(api, "/api/heros", {{"s", "a"}}, 404);
}

}  // namespace probe_views_test
}  // namespace sonde

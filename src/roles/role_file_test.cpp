#include "roles/role_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/testing/shared_data.h"
#include "sonde/error.h"

namespace sonde {
namespace role_file_test {

using testing::HasSubstr;

std::string role_error(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "no error";
}

RoleRows tsv_of(const std::string& text) {
  std::istringstream in(text);
  return read_roles_tsv(in, "r.tsv");
}

std::string json_error(const std::string& text) {
  return role_error([&] { parse_roles_json(text, "r.json"); });
}
std::string tsv_error(const std::string& text) {
  return role_error([&] { tsv_of(text); });
}

RoleRows two_rows() {
  RoleRows roles{2, std::vector<RoleFrame>(4)};
  roles.frames[0][Role::kAgent] = "The \"old\" dog";
  roles.frames[0][Role::kVerb] = "barks";
  roles.frames[3][Role::kTrajectory] = "to the caf\u00e9";
  return roles;
}

TEST(RoleFile, IsReadAsItWasWritten) {
  for (const std::size_t sides : {1U, 2U}) {
    RoleRows roles = two_rows();
    roles.sides = sides;
    EXPECT_EQ(parse_roles_json(roles_json(roles), "r"), roles);
    EXPECT_EQ(tsv_of(roles_tsv(roles)), roles);
  }
}

TEST(RoleFile, AnAbsentRoleIsNoneEmptyOrLeftOut) {
  const auto roles = parse_roles_json(
      R"({"1": [{"Agent": "NONE", "Verb": " runs\t home ", "Theme": ""}, {}]})", "r");
  EXPECT_EQ(roles.sides, 2U);
  EXPECT_EQ(roles.at(0, 0)[Role::kVerb], "runs home");
  EXPECT_EQ(roles.at(0, 1), RoleFrame());
  const auto same = tsv_of("side\trow\tVerb\tAgent\n1\t1\truns  home\tNONE\n2\t1\t\t\n");
  EXPECT_EQ(same, roles);
}

TEST(RoleFile, DoubtsAreReadWrittenAndCounted) {
  const auto roles = parse_roles_json(
      R"({"1": [{"Verb": "a"}, {"Verb": "b", "Doubt": "no finite verb"}],
          "2": [{"Verb": "c", "Doubt": "NONE"}, {"Doubt": "no finite verb", "Verb": "d"}]})",
      "r");
  const std::string doubt = "no finite verb";
  EXPECT_EQ(roles.doubts, (std::vector<std::string>{"", doubt, "", doubt}));
  EXPECT_EQ(roles.at(1, 1)[Role::kVerb], "d");
  EXPECT_EQ(parse_roles_json(roles_json(roles), "r"), roles);
  EXPECT_EQ(tsv_of(roles_tsv(roles)), roles);
  EXPECT_EQ(lines_of_doubts(roles), std::vector<std::string>{doubt + ": 2 of 4 sentences"});
  const auto sure = parse_roles_json(R"({"1": [{"Verb": "a"}]})", "r");
  EXPECT_TRUE(sure.doubts.empty() && lines_of_doubts(sure).empty());
  EXPECT_EQ(roles_tsv(sure).find("doubt"), std::string::npos);
}

TEST(RoleFile, RowsOfJsonAreInTheOrderOfTheirNumbers) {
  std::string text = "{";
  for (int row = 12; row >= 1; --row) {
    const auto number = std::to_string(row);
    text += "\"" + number + R"(": [{"Verb": "v)" + number + "\"}]" + (row > 1 ? "," : "}");
  }
  const auto roles = parse_roles_json(text, "r");
  ASSERT_EQ(roles.rows(), 12U);
  EXPECT_EQ(roles.at(9, 0)[Role::kVerb], "v10");
}

TEST(RoleFile, ErrorsNameTheRowAndTheRole) {
  EXPECT_THAT(json_error(R"({"1": [{"Agnet": "x"}]})"),
              HasSubstr("unknown role 'Agnet' (item 1); did you mean 'Agent'?"));
  EXPECT_THAT(json_error(R"({"1": [{"Verb": 3}]})"),
              HasSubstr("a role's phrase is not a text (column Verb, item 1)"));
  EXPECT_THAT(json_error(R"({"1": [{"Doubt": 3}]})"),
              HasSubstr("a role's phrase is not a text (column Doubt, item 1)"));
  EXPECT_THAT(json_error(R"({"1": [{}, {}], "2": [{}]})"),
              HasSubstr("has 1 frames, but the first row has 2 (item 2)"));
  EXPECT_THAT(json_error(R"({"1": [{}], "3": [{}]})"), HasSubstr("has 2 rows, but no row '2'"));
  EXPECT_THAT(json_error(R"({"1": [{"Verb": "a\u0001b"}]})"), HasSubstr("control character"));
  EXPECT_THAT(json_error(R"({"1": [{"Verb": ")" + std::string(70000, 'a') + "\"}]}"),
              HasSubstr("longer than 64 KiB"));
  for (const auto* text : {"[]", "{}", "3", "null"}) {
    EXPECT_THAT(json_error(text), HasSubstr("r.json: is not an object of role frames"));
  }
  for (const auto* text : {R"({"1": []})", R"({"1": {}})", R"({"1": [{}, {}, {}]})"}) {
    EXPECT_THAT(json_error(text), HasSubstr("is not a list of one frame or two (item 1)"));
  }
  EXPECT_THAT(json_error(R"({"1": ["x"]})"), HasSubstr("a frame is not an object of roles"));
  EXPECT_THAT(json_error("{\n\"1\": [{]}"), HasSubstr("r.json:2: is not valid JSON"));
}

TEST(RoleFile, ErrorsOfATableNameTheLine) {
  EXPECT_THAT(tsv_error(""), HasSubstr("is empty"));
  EXPECT_THAT(tsv_error("row\tside\tVerb\n"), HasSubstr("has no rows"));
  EXPECT_THAT(tsv_error("row\tVerb\n"), HasSubstr("r.tsv:1: the header has no column row or"));
  EXPECT_THAT(tsv_error("row\tside\tVreb\n"), HasSubstr("r.tsv:1: unknown role 'Vreb'"));
  EXPECT_THAT(tsv_error("row\tside\tVerb\tVerb\n"), HasSubstr("has 'Verb' twice"));
  const std::string header = "row\tside\tVerb\n";
  EXPECT_THAT(tsv_error(header + "1\t1\n"), HasSubstr("r.tsv:2: has 2 fields, but the header 3"));
  EXPECT_THAT(tsv_error(header + "0\t1\tx\n"), HasSubstr("'0' is not a number from 1"));
  EXPECT_THAT(tsv_error(header + "1\t2\tx\n"), HasSubstr("side 2 of row 1 is out of order"));
  EXPECT_THAT(tsv_error(header + "1\t1\tx\n1\t2\tx\n2\t1\tx\n"),
              HasSubstr("r.tsv:4: the last row has no second sentence"));
  EXPECT_THAT(tsv_error(header + "1\t1\tx\n3\t1\tx\n"), HasSubstr("r.tsv:3: side 1 of row 3"));
}

TEST(RoleFile, TheStudysFilesAreReadAndWritten) {
  for (const std::string name : {"full_VerbNet_pass_STS3k_all_mod", "GPT4_STS3k_all"}) {
    const auto file = shared_data("sts3k-study/roles/" + name + ".json");
    if (lacks(file)) GTEST_SKIP() << kNoSharedData;
    const auto roles = read_roles(file);
    EXPECT_EQ(roles.rows(), 2800U);
    EXPECT_EQ(roles.sides, 2U);
    EXPECT_EQ(roles.at(0, 0)[Role::kAgent], "A predominant concept");
    EXPECT_EQ(parse_roles_json(roles_json(roles), "r"), roles);
    EXPECT_EQ(tsv_of(roles_tsv(roles)), roles);
  }
}

}  // namespace role_file_test
}  // namespace sonde

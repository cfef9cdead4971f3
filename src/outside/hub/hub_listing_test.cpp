#include "outside/hub/hub_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sonde/error.h"

namespace sonde {
namespace hub_listing_test {

using testing::HasSubstr;

const std::string kCommit(40, 'a');
const std::string kSha256(64, 'b');

std::string listing(const std::string& file) {
  return R"({"sha": ")" + kCommit + R"(", "siblings": [)" + file + "]}";
}

std::string error_of(const std::string& body) {
  try {
    read_hub_listing(body, "http://hub");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    return error.what();
  }
  return "no error";
}

TEST(HubListing, ReadsSizesAndHashes) {
  const auto found = read_hub_listing(
      listing(R"({"rfilename": "a/b.json", "size": 3, "blobId": ")" + kCommit +
              R"("}, {"rfilename": "m.safetensors", "size": 4, "lfs": {"sha256": ")" + kSha256 +
              R"("}})"),
      "http://hub");
  EXPECT_EQ(found.commit, kCommit);
  ASSERT_EQ(found.files.size(), 2);
  EXPECT_EQ(found.files[0].name, "a/b.json");
  EXPECT_EQ(found.files[0].tag(), kCommit);
  EXPECT_EQ(found.files[1].size, 4);
  EXPECT_EQ(found.files[1].tag(), kSha256);
}

TEST(HubListing, RefusesNamesThatLeadOut) {
  for (const char* name : {"", "/a.json", "../a.json", "a/../b.json", "a//b.json", "a/", ".",
                           "a\\\\b.json", "a\\u0000.json"}) {
    const std::string file = R"({"rfilename": ")" + std::string(name) +
                             R"(", "size": 3, "blobId": ")" + kCommit + R"("})";
    EXPECT_THAT(error_of(listing(file)), HasSubstr("it lists the file")) << name;
  }
}

TEST(HubListing, RefusesOtherForms) {
  EXPECT_THAT(error_of("<html>"), HasSubstr("answer with a JSON object"));
  EXPECT_THAT(error_of("{}"), HasSubstr("names no commit"));
  EXPECT_THAT(error_of(R"({"sha": ")" + kCommit + R"("})"), HasSubstr("lists no files"));
  EXPECT_THAT(error_of(listing("1")), HasSubstr("something that is not a file"));
  EXPECT_THAT(error_of(listing(R"({"rfilename": "a", "size": -1})")), HasSubstr("no size of 'a'"));
  EXPECT_THAT(error_of(listing(R"({"rfilename": "a", "size": 1, "lfs": {}})")),
              HasSubstr("no SHA-256 of 'a'"));
  EXPECT_THAT(error_of(listing(R"({"rfilename": "a", "size": 1, "blobId": "x"})")),
              HasSubstr("no hash of 'a'"));
}

}  // namespace hub_listing_test
}  // namespace sonde

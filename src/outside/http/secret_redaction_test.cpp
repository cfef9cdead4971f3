#include "outside/http/secret_redaction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace sonde {
namespace secret_redaction_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string kKey = "sk-a/b+c=\"d\\e&f%g";

std::string hex(unsigned char c, const char* form) {
  char text[16];
  std::snprintf(text, sizeof text, form, c);
  return text;
}

std::string spelled(const std::string& text, const std::string& odd, const char* form) {
  std::string out;
  for (const char c : text) {
    out += odd.find(c) == odd.npos ? std::string(1, c) : hex(static_cast<unsigned char>(c), form);
  }
  return out;
}

// Spellings of a key by servers.
std::vector<std::string> spellings(const std::string& key) {
  const std::string quoted = json(key).dump();
  const std::string plain = quoted.substr(1, quoted.size() - 2);
  std::string slashed;
  for (const char c : plain) slashed += c == '/' ? "\\/" : std::string(1, c);
  const std::string twice = json(slashed).dump();
  const std::string html = "&<>\"'=/`";
  return {key,
          plain,
          slashed,
          twice,
          json(twice).dump(),
          spelled(key, "=<>&'\"\\", "\\u%04x"),
          spelled(key, "=<>&'\"\\", "\\u%04X"),
          spelled(key, key, "\\u%04x"),
          json(spelled(key, key, "\\u%04x")).dump(),
          spelled(key, "/+=\"\\&%", "%%%02X"),
          spelled(key, "/+=\"\\&%", "%%%02x"),
          spelled(key, key, "%%%02x"),
          spelled(key, html, "&#%d;"),
          spelled(key, html, "&#x%X;")};
}

TEST(SecretRedaction, CutsTheKeyOutHoweverItIsSpelled) {
  for (const auto& text : spellings(kKey)) {
    EXPECT_THAT(without_key("<" + text + "> and <" + text + ">", kKey),
                testing::MatchesRegex(R"(<[\"]*\[key\][\"]*> and <[\"]*\[key\][\"]*>)"))
        << text;
  }
  EXPECT_EQ(without_key("a&amp;b&lt;c&gt;d&quot;e&apos;f!", "a&b<c>d\"e'f"), "[key]!");
}

using Draw = std::mt19937;

unsigned any(Draw& draw, unsigned low, unsigned high) {
  return std::uniform_int_distribution<unsigned>(low, high)(draw);
}

std::string any_key(Draw& draw) {
  std::string key;
  for (unsigned i = any(draw, 12, 40); i > 0; --i) key += static_cast<char>(any(draw, 0x21, 0x7e));
  return key;
}

// One of the spellings that JSON has for a character.
std::string any_spelling(char c, Draw& draw) {
  const bool may = std::string_view("\"\\/").find(c) != std::string_view::npos;
  const bool must = c == '"' || c == '\\';
  const unsigned how = any(draw, must ? 1 : 0, may ? 2 : 1);
  if (how == 0) return std::string(1, c);
  if (how == 2) return "\\" + std::string(1, c);
  return hex(static_cast<unsigned char>(c), any(draw, 0, 1) ? "\\u%04x" : "\\u%04X");
}

// In any spelling of JSON, the decoded text holds no key.
TEST(SecretRedaction, WhatIsDecodedLaterHoldsNoKey) {
  Draw draw(1);  // NOLINT: the same draws each time
  for (int round = 0; round < 2000; ++round) {
    const std::string key = any_key(draw);
    std::string text;
    for (const char c : key) text += any_spelling(c, draw);
    const std::string before = any(draw, 0, 1) ? "\\\\" : "\\n";
    const std::string veiled = without_key("{\"a\": \"" + before + text + "\\\\\"}", key);
    const json document = json::parse(veiled);
    EXPECT_THAT(document["a"].get<std::string>(), Not(HasSubstr(key))) << text;
    EXPECT_THAT(document["a"].get<std::string>(), HasSubstr("[key]")) << text;
  }
}

TEST(SecretRedaction, AStartThatIsCutOffGoesToo) {
  for (const auto& text :
       {"sk-secret", "sk-secret\\u0", "sk-secret\\", "sk-secret%", "sk-secret&#"}) {
    EXPECT_EQ(without_key(std::string("a ") + text, "sk-secret=0123"), "a [key]");
  }
  EXPECT_EQ(without_key("it is sk-sec", "sk-secret=0123"), "it is sk-sec");
  EXPECT_EQ(without_key("sk-secret, short", "sk-secret=0123"), "sk-secret, short");
}

TEST(SecretRedaction, LeavesAllElseAsItIs) {
  for (const std::string text :
       {"", "\\", "\\\\u0073", "100 % & more; &#x; \\u00zz %zz", "sk-", "\xff\\\xfe"}) {
    EXPECT_EQ(without_key(text, kKey), text);
  }
  EXPECT_EQ(without_key("a key", ""), "a key");
  EXPECT_EQ(without_key("one xx two", "x"), "one [key][key] two");
}

TEST(SecretRedaction, TakesTimeByTheLengthOfTheText) {
  const std::clock_t begin = std::clock();
  for (const char* part : {"\\", "s\\", "%", "&", "s", "\\u005c", "%5c"}) {
    std::string text;
    while (text.size() < std::size_t{1} << 20) text += part;
    text += " and more";
    EXPECT_TRUE(without_key(text, "ssssssssssss-secret") == text) << part;
  }
  EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC);  // processor time
}

}  // namespace secret_redaction_test
}  // namespace sonde

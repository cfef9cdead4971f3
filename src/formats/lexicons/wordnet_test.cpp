#include "formats/lexicons/wordnet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/testing/formats.h"

namespace sonde {
namespace wordnet_test {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

std::vector<std::string_view> quotations(std::string_view gloss) {
  std::vector<std::string_view> found;
  split_quotations(gloss, found);
  return found;
}

std::vector<std::string> sentences(const std::filesystem::path& folder) {
  std::vector<std::string> all;
  WordNetSentences reader(folder);
  for (std::string sentence; reader.next(sentence);) all.push_back(sentence);
  return all;
}

// A WordNet of which only the nouns have entries.
void write_wordnet(const TemporaryFolder& folder, const std::string& nouns) {
  for (const char* file : kWordNetGlossFiles) folder.write(file, "  1 A licence.  \n");
  folder.write("data.noun", "  1 A licence.  \n" + nouns);
}

std::string error_of(const std::string& nouns) {
  const TemporaryFolder folder;
  write_wordnet(folder, nouns);
  return input_error_of([&] { sentences(folder.path()); });
}

TEST(SplitQuotations, DefinitionsAndSourcesStayOut) {
  EXPECT_THAT(quotations("a kind; \"the quality of mercy\"- Shakespeare; \" he said so \"  "),
              ElementsAre("the quality of mercy", "he said so"));
  EXPECT_THAT(quotations("no example"), ElementsAre());
  EXPECT_THAT(quotations("empty \"\""), ElementsAre(""));
  EXPECT_THAT(quotations(""), ElementsAre());
}

TEST(SplitQuotations, AMissingMarkLeavesAllOut) {
  EXPECT_THAT(quotations("a; \"first of all\"; \"a notice of sale"), ElementsAre());
}

TEST(WordNetSentences, FilesInOrderEachSentenceOnce) {
  const TemporaryFolder folder;
  write_wordnet(folder,
                "00000001 03 n 01 x 0 000 | a; \"the first sentence of the nouns\"; \"short\"\n"
                "00000002 03 n 01 y 0 000 | b; \"the second sentence of the nouns\"; \"the first "
                "sentence of the nouns\"\n");
  folder.write("data.adv", "00000001 02 r 01 z 0 000 | c; \"exactly twenty-five bytes\"\n");
  EXPECT_THAT(sentences(folder.path()),
              ElementsAre("the first sentence of the nouns", "the second sentence of the nouns",
                          "exactly twenty-five bytes"));
}

TEST(WordNetSentences, BadFiles) {
  EXPECT_THAT(error_of("hello\n"), HasSubstr("data.noun:2: is not an entry of WordNet"));
  EXPECT_THAT(error_of("00000001 03 n 01 x 0 000 no gloss\n"), HasSubstr("data.noun:2: is no"));
  EXPECT_THAT(error_of("0000000a 03 n | \"x\"\n"), HasSubstr("data.noun:2: is not an entry"));
  EXPECT_THAT(error_of("\n"), HasSubstr("data.noun:2: is not an entry"));
  EXPECT_THAT(error_of(std::string("\0", 1)), HasSubstr("data.noun:2: the line has a NUL byte"));
  EXPECT_THAT(error_of("00000001 | \"\xff\"\n"), HasSubstr("data.noun:2: the line is not valid"));
  EXPECT_THAT(error_of(std::string(kLongestLine + 1, 'x')), HasSubstr("longer than 1 MiB"));
}

TEST(WordNetSentences, AMissingFile) {
  const TemporaryFolder folder;
  EXPECT_THAT(input_error_of([&] { sentences(folder.path()); }), HasSubstr("data.noun: cannot be"));
}

// Implements the rule again in Python, over Debian's files.
TEST(WordNetSentences, AsPythonReadsThem) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"py(
import re
seen = {}
for part in ('noun', 'verb', 'adj', 'adv'):
    for line in open('/usr/share/wordnet/data.' + part, encoding='utf-8'):
        gloss = re.match(r'\d{8} .*? \| (.*)', line)
        if gloss and gloss[1].count('"') % 2 == 0:
            for example in re.findall(r'"(.*?)"', gloss[1]):
                if len(example.strip()) >= 25:
                    seen[example.strip()] = None
open('expected.txt', 'w', encoding='utf-8').write('\n'.join(seen))
)py"));
  std::string joined;
  for (const auto& sentence : sentences(kWordNetFolder)) {
    joined += (joined.empty() ? "" : "\n") + sentence;
  }
  EXPECT_EQ(std::count(joined.begin(), joined.end(), '\n') + 1, 30994);
  EXPECT_TRUE(joined == folder.read("expected.txt"));
}

}  // namespace wordnet_test
}  // namespace sonde

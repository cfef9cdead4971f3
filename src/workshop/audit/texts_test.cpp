#include "workshop/audit/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/own_folder_test.h"
#include "sonde/error.h"
#include "workshop/audit/line_kinds.h"

namespace sonde {
namespace texts_test {

using testing::HasSubstr;

AuditTexts from_input(const std::string& text, const std::string& language = "en") {
  std::istringstream input(text);
  return read_audit_texts({"-", "", language}, input);
}

std::string error_of(const std::string& text) {
  try {
    from_input(text);
  } catch (const Error& error) {
    return error.message();
  }
  return {};
}

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line + " " + std::to_string(i) + "\n";
  return text;
}

TEST(AuditTexts, AreCleanedAndCounted) {
  const auto texts = from_input(
      "How do  I pay?\n\nHow do I pay?\nfor (int i = 0; i < n; ++i) { sum += a[i]; }\n"
      "2026-01-02 10:00:01 ERROR failed\nHello\nWhere is my order?\n");
  ASSERT_EQ(texts.sentences.size(), 2U);
  EXPECT_EQ(texts.sentences[0].text, "How do I pay?");
  EXPECT_EQ(texts.sentences[1].id, "7");
  EXPECT_THAT(texts.left_out, testing::UnorderedElementsAre(testing::Pair("blank lines", 1U),
                                                            testing::Pair("duplicates", 1U),
                                                            testing::Pair("code or log lines", 2U),
                                                            testing::Pair("single words", 1U)));
}

TEST(AuditTexts, LongLinesAreCutIntoSentences) {
  std::string paragraph;
  for (int i = 0; i < 30; ++i)
    paragraph += "This is the sentence of number " + std::to_string(i) + ". ";
  std::string endless;
  for (int i = 0; i < 80; ++i) endless += "word ";
  const auto texts = from_input(paragraph + "\n" + endless + "\n");
  EXPECT_EQ(texts.sentences.size(), 30U);
  EXPECT_EQ(texts.sentences[1].id, "1.2");
  EXPECT_EQ(texts.split, 1U);
  EXPECT_EQ(texts.left_out.at("longer than 60 words"), 1U);
}

TEST(AuditTexts, BadInputIsTold) {
  EXPECT_THAT(error_of("How do I pay?\n"), HasSubstr("only one sentence"));
  EXPECT_THAT(error_of("How do I pay?\nHow do I pay?\n"), HasSubstr("duplicates (1)"));
  EXPECT_THAT(error_of(""), HasSubstr("no sentence"));
  EXPECT_THAT(error_of(repeated("Hoe kan ik het wachtwoord van mijn account wijzigen", 9)),
              HasSubstr("seems to be Dutch, not English"));
  EXPECT_THAT(error_of(repeated("x = foo(bar); // y", 9)), HasSubstr("mostly code"));
  EXPECT_EQ(from_input(repeated("Hoe kan ik het wachtwoord wijzigen", 9), "nl").sentences.size(),
            9U);
}

// Each line of code of several languages and each log line has signs that are rare in prose.
TEST(AuditTexts, CodeAndLogLinesAreNoSentences) {
  for (const char* line :
       {"#include \"base/names.h\"", "namespace fs = std::filesystem;",
        "using std::string, std::map;", "if (!column.empty()) {", "return names.size() - 1;",
        "def read_rows(path, separator):", "total = sum(row.size for row in rows)",
        "const view = document.querySelector('main')",
        "SELECT name, age FROM people WHERE age >= 30;", "<li class=\"item\">Open the door</li>",
        "\"name\": \"release build\",", "Nov 27 16:12:01 host sshd[411]: Accepted key for root",
        "10:01:22 ERROR the connection was closed", "[INFO] server started in 12 seconds",
        "10.0.0.7 GET /index.html 200", "level=warn msg=timeout after=30"}) {
    EXPECT_EQ(why_no_sentence(line), kCodeLines) << line;
  }
  for (const char* line :
       {"What does error E_17 on my washing machine mean?", "Add 3 item(s) to my shopping list.",
        "Select a table from the list; then press Enter.", "How do I use SUM() in a sheet?",
        "Mail us at help@example.com or call 555-0100.", "Return the goods within 30 days (free).",
        "Class starts at 9:30 am.", "Import duties = what you pay at the border.",
        "- Turn left -- then right.", "Just $24.50.", "My score is >90% & rising."}) {
    EXPECT_EQ(why_no_sentence(line, "en"), "") << line;
  }
}

TEST(AuditTexts, SentencesOfAnotherLanguageAreLeftOut) {
  std::string text;
  for (int i = 0; i < 9; ++i)
    text += "How do I change the name of my account " + std::to_string(i) + "?\n";
  const auto texts =
      from_input(text +
                 "Hoe kan ik het wachtwoord van mijn account wijzigen?\n"
                 "\u041a\u0430\u043a \u044d\u0442\u043e?\nCaf\u00e9 Z\u00fcrich is open.\n");
  EXPECT_EQ(texts.left_out.at("another language"), 2U);
  EXPECT_EQ(texts.sentences.size(), 10U);
  EXPECT_THAT(error_of(repeated("\u041a\u0430\u043a \u044d\u0442\u043e", 9)),
              HasSubstr("mostly another language"));
}

TEST(AuditTexts, AreReadFromTables) {
  const auto folder = std::filesystem::path(test::own_folder());
  std::istringstream none;
  std::ofstream(folder / "t.csv") << "id,text\n1,\"How, then?\"\n2,Why is that?\n";
  EXPECT_EQ(read_audit_texts({folder / "t.csv", "", "en"}, none).sentences[0].text, "How, then?");
  std::ofstream(folder / "t.jsonl")
      << "{\"q\": \"How is it?\", \"n\": 1}\n{\"q\": \"Why is it?\", \"n\": 2}\n";
  EXPECT_EQ(read_audit_texts({folder / "t.jsonl", "q", "en"}, none).sentences.size(), 2U);
  try {
    read_audit_texts({folder / "t.jsonl", "", "en"}, none);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.message(), HasSubstr("several columns"));
  }
}

TEST(SamePairs, AreTwoSentencesPerLine) {
  const auto file = std::filesystem::path(test::own_folder()) / "same.tsv";
  std::ofstream(file) << "How do I pay?\tWhich ways of payment are there?\n";
  EXPECT_EQ(read_same_pairs(file).size(), 1U);
  std::ofstream(file) << "How do I pay?\n";
  EXPECT_THROW(read_same_pairs(file), Error);
}

}  // namespace texts_test
}  // namespace sonde

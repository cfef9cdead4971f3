#include "workshop/makers/documents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "formats/testing/formats.h"

namespace sonde {
namespace documents_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Paragraphs = std::vector<std::string>;  // "DOCUMENT:TEXT"

Paragraphs read(const std::string& text, DocumentForm form, const std::string& key = "text") {
  std::istringstream in(text);
  DocumentReader reader(in, "in", form, key);
  Paragraphs found;
  for (Paragraph paragraph; reader.next(paragraph);) {
    found.push_back(std::to_string(paragraph.document) + ":" + paragraph.text);
  }
  return found;
}

Paragraphs read_text(const std::string& text) { return read(text, DocumentForm::kText); }
Paragraphs read_json(const std::string& text) { return read(text, DocumentForm::kJsonLines); }

TEST(Documents, BlankLinesEndParagraphs) {
  EXPECT_THAT(read_text("\n\none\ntwo\r\n \t\n\nthree"), ElementsAre("1:one\ntwo", "1:three"));
  EXPECT_THAT(read_text(""), IsEmpty());
  EXPECT_THAT(read_text("\n\n"), IsEmpty());
}

TEST(Documents, ADocumentALine) {
  EXPECT_THAT(read_json("{\"text\": \"a\\nb\\r\\n\\n\\nc\\n\", \"id\": 7}\n\n{\"text\": \"\"}\n"
                        "{\"text\": \"d\"}"),
              ElementsAre("1:a\nb\r", "1:c", "3:d"));
  EXPECT_THAT(read("{\"body\": \"x\"}", DocumentForm::kJsonLines, "body"), ElementsAre("1:x"));
}

TEST(Documents, BadInputIsToldWithItsLine) {
  const auto error = [](const std::string& text) {
    return input_error_of([&] { read_json("{\"text\": \"good\"}\n" + text); });
  };
  EXPECT_THAT(error("no json"), HasSubstr("in:2: is not valid JSON"));
  EXPECT_THAT(error("\n[1]"), HasSubstr("in:3: is not a JSON object"));
  EXPECT_THAT(error("{\"txt\": \"a\"}"), HasSubstr("in:2: has no such key (column text)"));
  EXPECT_THAT(error("{\"text\": [\"a\"]}"), HasSubstr("in:2: is not a text (column text)"));
  EXPECT_THAT(error("{\"text\": \"a\\u0000\"}"), HasSubstr("in:2: the text contains a NUL"));
  EXPECT_THAT(error("{\"text\": \"\\ud800\"}"), HasSubstr("in:2: is not valid JSON"));
  EXPECT_THAT(error("{\"text\": \"a\", \"text\": \"b\"}"), HasSubstr("in:2: "));
  EXPECT_THAT(error("{\"text\": \"\xff\"}"), HasSubstr("in:2: "));
  EXPECT_THAT(error(std::string(2 << 20, ' ')), HasSubstr("in:2: "));
  std::string endless;
  for (int i = 0; i < 20; ++i) endless += std::string(1 << 20, 'x').substr(1) + "\n";
  EXPECT_THAT(input_error_of([&] { read_text(endless); }), HasSubstr("in:17: a paragraph"));
}

}  // namespace documents_test
}  // namespace sonde

#include "formats/tables/delimited.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "formats/testing/formats.h"

namespace sonde {
namespace delimited_test {

using testing::ElementsAre;
using testing::HasSubstr;
using Fields = std::vector<std::string>;

constexpr DelimitedForm kCsv{',', true};

std::vector<Fields> records_of(const std::string& text, DelimitedForm form = {}) {
  std::istringstream in(text);
  DelimitedReader reader(in, "x.csv", form);
  std::vector<Fields> records;
  for (Fields fields; reader.next(fields);) records.push_back(fields);
  return records;
}

std::string error_of(const std::string& text) {
  return input_error_of([&] { records_of(text, kCsv); });
}

TEST(Delimited, SplitsAtTheSeparator) {
  EXPECT_THAT(records_of("a\tb c\t\n\t\r\nd"),
              ElementsAre(Fields{"a", "b c", ""}, Fields{"", ""}, Fields{"d"}));
  EXPECT_THAT(records_of("a;b;c", {.separator = ';'}), ElementsAre(Fields{"a", "b", "c"}));
  EXPECT_THAT(records_of("\"a\tb\"\n\n"), ElementsAre(Fields{"\"a", "b\""}, Fields{""}));
}

TEST(Delimited, ReadsQuotedFields) {
  EXPECT_THAT(records_of("\"a,\"\"b\"\"\",c\n\"\",\"d\ne\r\nf\"\ng", kCsv),
              ElementsAre(Fields{"a,\"b\"", "c"}, Fields{"", "d\ne\nf"}, Fields{"g"}));
  EXPECT_THAT(records_of("a \"b\",c\"\n,\n", kCsv),
              ElementsAre(Fields{"a \"b\"", "c\""}, Fields{"", ""}));
}

TEST(Delimited, NamesTheLineWhereARecordBegins) {
  std::istringstream in("a\n\"b\nc\nd\"\ne");
  DelimitedReader reader(in, "x.csv", kCsv);
  std::vector<std::size_t> lines;
  for (Fields fields; reader.next(fields);) lines.push_back(reader.place().line);
  EXPECT_THAT(lines, ElementsAre(1, 2, 5));
}

TEST(Delimited, RefusesBadQuotes) {
  EXPECT_THAT(error_of("a\nb,\"c\nd\n"), HasSubstr("x.csv:2: a quote that opens in this record"));
  EXPECT_THAT(error_of("a\nb,\"c\"d\n"),
              HasSubstr("x.csv:2: text follows the closing quote of field 2"));
  std::string fields;
  for (int i = 0; i < 300'000; ++i) fields += "\"\n\",";
  EXPECT_THAT(error_of(fields), HasSubstr("x.csv:1: a quote that opens"));
  EXPECT_THAT(error_of("a,\"" + std::string(3 * kLongestLine, '\n')),
              HasSubstr("x.csv:1: a quote"));
}

TEST(Delimited, HasTheChecksOfLines) {
  EXPECT_THAT(error_of("a\n\"b\n\xff\"\n"), HasSubstr("x.csv:3: the line is not valid UTF-8"));
  EXPECT_THAT(error_of(std::string("a\0", 2)), HasSubstr("x.csv:1: the line has a NUL byte"));
}

TEST(Delimited, RefusesSeparatorsThatCannotBe) {
  std::istringstream in("a");
  for (const char separator : {'\0', '\r', '"', '\xff'}) {
    EXPECT_THROW(DelimitedReader(in, "x.csv", {.separator = separator}), Error);
  }
  EXPECT_THROW(DelimitedReader(in, "x.csv", {.separator = '\n', .quoted = true}), Error);
}

TEST(Delimited, FindsTheSeparatorOfAUsersTable) {
  const TemporaryFolder folder;
  const auto separator = [&](const std::string& name, const std::string& text, bool header = true) {
    return form_of_table(folder.write(name, text), header).separator;
  };
  EXPECT_EQ(separator("x.csv", "id;question;answer\n1;a, b;c\n"), ';');
  EXPECT_EQ(separator("x.csv", "id|question\n"), '|');
  EXPECT_EQ(separator("x.csv", "sep=;\nid,a;b\n"), ';');
  EXPECT_EQ(separator("x.csv", "SEP=|\nid,a|b\n"), '|');
  EXPECT_EQ(separator("x.csv", "id;a,b\n"), ',');
  EXPECT_EQ(separator("x.csv", "id;a|b\n"), ',');
  EXPECT_EQ(separator("x.csv", "id;a\n", false), ',');
  EXPECT_EQ(separator("x.tsv", "id;a\n"), '\t');
  EXPECT_EQ(separator("x.csv", ""), ',');
  EXPECT_TRUE(form_of_table("missing.csv").quoted);
  EXPECT_FALSE(form_of_table("missing.tsv").quoted);
}

TEST(Delimited, TakesLinesWhole) {
  EXPECT_THAT(records_of("a\tb, \"c\n\nd\r\n", {.separator = '\n'}),
              ElementsAre(Fields{"a\tb, \"c"}, Fields{""}, Fields{"d"}));
}

TEST(Delimited, ReadsWhatPythonWrites) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import csv, json, random
random.seed(2)
parts = ['a', 'b c', '"', '""', ',', '\n', '\t', ' ', '\u00e4', '\U0001f600', ';', "'"]
rows = [[''.join(random.choices(parts, k=random.randrange(6))) for _ in range(4)] for _ in range(3000)]
with open('x.csv', 'w', newline='', encoding='utf-8') as out:
    csv.writer(out).writerows(rows)
plain = [[cell.replace('\t', '').replace('\n', '') for cell in row] for row in rows]
with open('x.tsv', 'w', newline='', encoding='utf-8') as out:
    for row in plain: out.write('\t'.join(row) + '\n')
json.dump([rows, plain], open('rows.json', 'w'))
)"));
  const auto expected = nlohmann::json::parse(folder.read("rows.json"));
  EXPECT_EQ(records_of(folder.read("x.csv"), kCsv), expected[0].get<std::vector<Fields>>());
  EXPECT_EQ(records_of(folder.read("x.tsv")), expected[1].get<std::vector<Fields>>());
}

}  // namespace delimited_test
}  // namespace sonde

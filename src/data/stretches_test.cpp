#include "data/stretches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file_digest.h"
#include "base/open_file.h"
#include "data/folder_test.h"

namespace sonde {
namespace stretches_test {

using test::Folder;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Field> kSentence{
    {.name = "sentence", .aliases = {}, .one_of = {}, .is_line = true}};

// The whole of a file in stretches of two records, and the records' contents.
struct Placed {
  std::vector<Stretch> stretches;
  std::vector<std::string> records;
  bool in_stretches = false;
};

std::string said(const Record& record) {
  return record.id + " " + std::to_string(record.place.line) + " " + record.values[0];
}

Placed placed(const Card& card) {
  Placed all;
  all.in_stretches = read_placed_records(
      card, kSentence, [&](Record&& record, const RecordPlace& begin, const RecordPlace& end) {
        if (all.records.size() % 2 == 0) all.stretches.push_back({begin, end.bytes, {}});
        all.stretches.back().end = end.bytes;
        all.records.push_back(said(record));
      });
  for (auto& one : all.stretches) {
    one.digest = content_digest(bytes_between(card.file, one.begin.bytes, one.end));
  }
  return all;
}

std::vector<std::string> read_from(const Card& card, const Placed& all, std::size_t first,
                                   std::size_t count) {
  std::vector<std::string> records;
  read_stretches(card, kSentence, std::span(all.stretches).subspan(first, count),
                 [&](Record&& record) { records.push_back(said(record)); });
  return records;
}

// For any stretches, the records are those of the whole file.
void expect_same_from_anywhere(const Card& card, std::size_t records) {
  const Placed all = placed(card);
  EXPECT_TRUE(all.in_stretches);
  ASSERT_EQ(all.records.size(), records);
  for (std::size_t first = 0; first < all.stretches.size(); ++first) {
    for (std::size_t count = 1; first + count <= all.stretches.size(); ++count) {
      const auto from = all.records.begin() + static_cast<std::ptrdiff_t>(2 * first);
      const auto to =
          all.records.begin() + static_cast<std::ptrdiff_t>(std::min(2 * (first + count), records));
      EXPECT_EQ(read_from(card, all, first, count), std::vector<std::string>(from, to));
    }
  }
}

TEST(Stretches, OfLinesTablesAndObjects) {
  const Folder folder;
  Card lines = find_dataset(
      folder.write("l.txt", "\xef\xbb\xbfone\r\ntwo\n\nfour\n\xc3\xa4 five\nsix\nseven").string(),
      {});
  lines.layout = Layout::kLines;
  expect_same_from_anywhere(lines, 7);
  expect_same_from_anywhere(
      find_dataset(folder.write("t.tsv", "sentence\tkind\na\t1\nb\t2\nc\t1\nd\t3\n").string(), {}),
      4);
  expect_same_from_anywhere(
      find_dataset(
          folder.write("q.csv", "sentence,kind\n\"a\nb\",1\n\"c\"\"\n\n\",2\nd,1\ne,1\n\"f,\ng\",1")
              .string(),
          {}),
      5);
  expect_same_from_anywhere(
      find_dataset(folder
                       .write("o.jsonl",
                              "{\"k\": 1, \"sentence\": \"a\"}\n{\"sentence\": \"b\"}\n"
                              "{\"sentence\": \"c\", \"k\": 2}\n")
                       .string(),
                   {}),
      3);
}

TEST(Stretches, NotWhereKeysComeUpLateOrLabelsLieElsewhere) {
  const Folder folder;
  const auto late =
      folder.write("o.jsonl", "{\"sentence\": \"a\"}\n{\"sentence\": \"b\", \"k\": 1}\n");
  EXPECT_FALSE(placed(find_dataset(late.string(), {})).in_stretches);
  folder.write("t.tsv", "sentence\na\nb\n");
  folder.write("l.tsv", "0\n");
  const auto card = folder.write(
      "c.toml", "probe='curves'\nfile='t.tsv'\nlabels={file='l.tsv', name='n', index=true}\n");
  EXPECT_FALSE(placed(find_dataset(card.string(), {})).in_stretches);
}

TEST(Stretches, OtherBytesAreFoundBeforeTheyAreRead) {
  const Folder folder;
  const auto file = folder.write("t.tsv", "sentence\na\nb\nc\nd\n");
  const Card card = find_dataset(file.string(), {});
  const Placed all = placed(card);
  const auto error = [&](std::size_t first) {
    return test::error_line(folder, ErrorKind::kInput, [&] { read_from(card, all, first, 1); });
  };
  folder.write("t.tsv", "sentence\na\nb\nc\n\xff\n");
  EXPECT_THAT(read_from(card, all, 0, 1), ElementsAre("1 2 a", "2 3 b"));
  EXPECT_THAT(error(1), HasSubstr("t.tsv: the data set changed since it was listed"));
  folder.write("t.tsv", "sentence\na\nb\nc\n");
  EXPECT_THAT(error(1), HasSubstr("changed since it was listed"));
}

}  // namespace stretches_test
}  // namespace sonde

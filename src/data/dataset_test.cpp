#include "sonde/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/folder_test.h"
#include "sonde/error.h"

namespace sonde {
namespace dataset_test {

using test::Folder;
using testing::HasSubstr;
using testing::StartsWith;

using Labels = std::map<std::string, std::string>;

const std::vector<Field> kPair{{"first", {"s1"}}, {"second", {"s2"}}, {"gold", {"score"}}};

std::vector<Record> records(const Card& card, std::span<const Field> fields = kPair) {
  std::vector<Record> all;
  read_records(card, fields, [&](Record&& record) {
    all.push_back(std::move(record));
    return true;
  });
  return all;
}

std::vector<Record> records(const std::filesystem::path& card) {
  return records(find_dataset(card.string(), {}));
}

std::string bad_input(const Folder& folder, const std::function<void()>& act) {
  return test::error_line(folder, ErrorKind::kInput, act);
}

TEST(ReadRecords, ByHeaderWithIdsAndLabels) {
  const Folder folder;
  const auto file =
      folder.write("pairs.tsv", "ID\tS2\tdomain\tFirst\tscore\nx1\tb\thome\ta\t3\ny\td\t\tc\t4\n");
  const auto all = records(find_dataset(file.string(), {}));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "x1");
  EXPECT_EQ(all[0].values, (std::vector<std::string>{"a", "b", "3"}));
  EXPECT_EQ(all[0].labels, (Labels{{"domain", "home"}}));
  EXPECT_EQ(all[0].place.file, file.string());
  EXPECT_EQ(all[0].place.line, 2U);
  EXPECT_EQ(all[1].labels, Labels{});  // an empty label is dropped
}

TEST(ReadRecords, SomeFieldsAreSpelledFreely) {
  const std::vector<Field> fields{{"Original", {}, true, true},
                                  {"Random", {"random mlm"}, false, true},
                                  {"Negation (main)", {"negation m", "negation"}, false, true}};
  const Folder folder;
  for (const char* header :
       {"ORIGINAL\tRandom MLM\tNegation (Main)", "original:\trandom\tNegation-M",
        " Original\tRandom_MLM\tnegation", "Original\t(Random)\tNEGATION  main"}) {
    const auto file = folder.write("free.tsv", std::string(header) + "\na\tb\tc\n");
    EXPECT_EQ(records(find_dataset(file.string(), {}), fields)[0].values,
              (std::vector<std::string>{"a", "b", "c"}))
        << header;
  }
  const auto twice = folder.write("twice.tsv", "Original\tNegation\tNegation (main)\na\tb\tc\n");
  EXPECT_THAT(
      bad_input(folder, [&] { records(find_dataset(twice.string(), {}), fields); }),
      StartsWith("twice.tsv:1: the column 'Negation (main)' has the part of an earlier one"));
  const auto other = folder.write("other.tsv", "Original\tRandom word\na\tb\n");
  const auto record = records(find_dataset(other.string(), {}), fields)[0];
  EXPECT_EQ(record.values, (std::vector<std::string>{"a", "", ""}));
  EXPECT_EQ(record.labels, (Labels{{"Random word", "b"}}));
}

TEST(ReadRecords, CsvHasQuotesAndCommas) {
  const Folder folder;
  const auto file = folder.write("p.csv", "s1,s2,score\n\"a, b\",\"c \"\"d\"\"\",1\n");
  EXPECT_EQ(records(find_dataset(file.string(), {}))[0].values,
            (std::vector<std::string>{"a, b", "c \"d\"", "1"}));
}

TEST(ReadRecords, TheStudysLayout) {
  const Folder folder;
  folder.write("all.txt", "a;b;0.1\nc;d;0.2\ne;f;0.3");
  folder.write("conditions.tsv", "pair_id\tcondition\n1\tADV\n2\tNADV\n3\tADV\n");
  folder.write("in.txt", "2\n0\n");
  const auto card = folder.write("k.toml", R"(
probe = "sts"
file = "all.txt"
separator = ";"
header = false
columns = ["first", "second", "gold"]
[[labels]]
file = "conditions.tsv"
column = "condition"
[[labels]]
file = "in.txt"
name = "subset"
index = true
)");
  const auto all = records(card);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].id, "1");
  EXPECT_EQ(all[0].labels, (Labels{{"condition", "ADV"}, {"subset", "in"}}));
  EXPECT_EQ(all[1].labels, (Labels{{"condition", "NADV"}}));
  EXPECT_EQ(all[2].labels, (Labels{{"condition", "ADV"}, {"subset", "in"}}));
  EXPECT_EQ(all[2].values[2], "0.3");
}

TEST(ReadRecords, LabelsByKeyComeInAnyOrder) {
  const Folder folder;
  folder.write("p.tsv", "id\tfirst\tsecond\tgold\nx\ta\tb\t1\ny\tc\td\t2\n");
  folder.write("l.csv", "n,who\n2,y\n");
  const auto card = folder.write("k.toml",
                                 "probe='sts'\nfile='p.tsv'\n"
                                 "labels={file='l.csv', key='who', column='n', name='number'}\n");
  const auto all = records(card);
  EXPECT_EQ(all[0].labels, Labels{});
  EXPECT_EQ(all[1].labels, (Labels{{"number", "2"}}));
}

TEST(ReadRecords, ColumnsOfTheCardSkipAndLabel) {
  const Folder folder;
  folder.write("p.tsv", "header\tis\tof\tno\taccount\na\tx\tb\tADV\t1\n");
  const auto card = folder.write(
      "k.toml", "probe='sts'\nfile='p.tsv'\ncolumns=['s1','-','s2','label:condition','gold']\n");
  const auto all = records(card);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].values, (std::vector<std::string>{"a", "b", "1"}));
  EXPECT_EQ(all[0].labels, (Labels{{"condition", "ADV"}}));
}

TEST(ReadRecords, StopsWhereItIsTold) {
  const Folder folder;
  folder.write("p.tsv", "first\tsecond\tgold\na\tb\t1\nbad line\n");
  int taken = 0;
  read_records(find_dataset((folder.path() / "p.tsv").string(), {}), kPair,
               [&](Record&&) { return ++taken < 1; });
  EXPECT_EQ(taken, 1);
}

TEST(ReadRecords, NamesFileAndLineOfBadData) {
  const Folder folder;
  const auto error = [&](std::string_view text) {
    const auto file = folder.write("p.tsv", text);
    return bad_input(folder, [&] { records(find_dataset(file.string(), {})); });
  };
  const std::string header = "id\tfirst\tsecond\tgold\n";
  EXPECT_EQ(error(header + "x\ta\tb\t1\ny\ta\tb\n"),
            "p.tsv:3: the line has 3 columns, not 4; columns are separated by tabs");
  EXPECT_EQ(error(header + "x\ta\tb\t1\n\n"), "p.tsv:3: the line is blank; remove it");
  EXPECT_EQ(error(header + "x\n"),
            "p.tsv:2: the line has 1 column, not 4; columns are separated by tabs");
  EXPECT_EQ(error(header + "x\ta\tb\t1\ny\ta\tb\t1\nx\tc\td\t1\n"),
            "p.tsv:4: the id stands at line 2 already (item x); give each item a different id");
  EXPECT_EQ(error(header + "\ta\tb\t1\n"), "p.tsv:2: an empty id; fill it in");
  EXPECT_THAT(error(header + "x\ta\xff\tb\t1\n"), StartsWith("p.tsv:2: "));
  EXPECT_THAT(error(header + "x\ta\xff\tb\t1\n"), HasSubstr("UTF-8"));
  EXPECT_THAT(error(header + std::string("x\ta\0\tb\t1\n", 9)), HasSubstr("NUL"));
  EXPECT_THAT(error(header + "x\ta\tb\t" + std::string(2 << 20, '1')), HasSubstr("p.tsv:2: "));
  EXPECT_EQ(error("id\tfirst\tsecnd\tgold\n"),
            "p.tsv:1: no column 'second' among: id, first, secnd, gold; name the columns in the "
            "header, or in a card's `columns`");
  EXPECT_THAT(error("first\ts1\tsecond\tgold\n"), HasSubstr("p.tsv:1: the column 's1'"));
  EXPECT_EQ(error(""), "p.tsv: is empty; its first line must name the columns");
}

TEST(ReadRecords, AMissingFileIsNamed) {
  const Folder folder;
  EXPECT_THAT(bad_input(folder, [&] { find_dataset((folder.path() / "none.tsv").string(), {}); }),
              StartsWith("none.tsv: no such file"));
  const auto card = folder.write("k.toml", "probe='sts'\nfile='gone.tsv'\n");
  EXPECT_THAT(bad_input(folder, [&] { records(card); }), StartsWith("gone.tsv: "));
}

TEST(ReadRecords, NamesFileAndLineOfBadLabels) {
  const Folder folder;
  folder.write("p.tsv", "first\tsecond\tgold\na\tb\t1\nc\td\t2\n");
  const auto error = [&](const std::string& labels, std::string_view text) {
    folder.write("l.tsv", text);
    const auto card = folder.write("k.toml", "probe='sts'\nfile='p.tsv'\nlabels=" + labels);
    return bad_input(folder, [&] { records(card); });
  };
  const std::string column = "{file='l.tsv', column='c'}";
  EXPECT_THAT(error(column, "c\nx\n"), StartsWith("l.tsv:2: label 'c': 1 label, but"));
  EXPECT_THAT(error(column, "c\nx\ny\nz\n"),
              StartsWith("l.tsv:4: label 'c': 3 labels, but the data set has 2 records"));
  EXPECT_THAT(error(column, "c\td\nx\ty\nz\n"),
              StartsWith("l.tsv:3: the line has 1 column, not 2"));
  EXPECT_THAT(error(column, "d\nx\ny\n"), StartsWith("l.tsv:1: no column 'c' in the header"));
  const std::string key = "{file='l.tsv', column='c', key='id'}";
  EXPECT_THAT(error(key, "id\tc\n1\tx\n3\ty\n"),
              StartsWith("l.tsv:3: the data set has no such item (item 3)"));
  EXPECT_THAT(error(key, "id\tc\n1\tx\n1\ty\n"),
              StartsWith("l.tsv:3: the item already has a label, at line 2 (item 1)"));
  const std::string index = "{file='l.tsv', name='n'}";
  EXPECT_THAT(error(index, "0\n2\n"), StartsWith("l.tsv:2: record 2 is listed, but"));
  EXPECT_THAT(error(index, "1\n0\n1\n"),
              StartsWith("l.tsv:3: record 1 is already listed, at line 1"));
  EXPECT_THAT(error(index, "0\n-1\n"), StartsWith("l.tsv:2: '-1' is not a record number"));
  EXPECT_THAT(
      error("[{file='l.tsv', name='n', value='a'}, {file='l.tsv', name='n', value='b'}]", "0\n"),
      StartsWith("l.tsv:1: the label 'n' would be 'b', but it is 'a' already (item 1)"));
}

TEST(FindDataset, CardsHaveDefaultsByTheirFile) {
  const Folder folder;
  folder.write("p.csv", "first,second,gold\n\"a\",b,1\n");
  const auto file = folder.write("set.toml", "probe = 'sts'\nfile = 'p.csv'\n");
  const Card card = find_dataset(file.string(), {});
  EXPECT_EQ(card.name, "set");
  EXPECT_EQ(card.separator, ',');
  EXPECT_TRUE(card.quoted);
  EXPECT_TRUE(card.header);
  EXPECT_EQ(card.file, folder.path() / "p.csv");
  EXPECT_EQ(find_dataset("mine=" + file.string(), {}).name, "mine");
  EXPECT_EQ(find_dataset((folder.path() / "p.csv").string(), {}).probe, "");
}

TEST(FindDataset, KeepsTheProbesOwnKeys) {
  const Folder folder;
  folder.write("p.tsv", "");
  const auto file = folder.write(
      "k.toml",
      "probe='triplets'\nfile='p.tsv'\ntest='plain'\nmade='by us'\nn=3\nx=0.5\nyes=true\n");
  EXPECT_EQ(find_dataset(file.string(), {}).settings,
            (Labels{{"test", "plain"}, {"n", "3"}, {"x", "0.5"}, {"yes", "true"}}));
}

TEST(FindDataset, NamesFileAndLineOfABadCard) {
  const Folder folder;
  const auto error = [&](std::string_view text) {
    const auto card = folder.write("k.toml", text);
    return bad_input(folder, [&] { find_dataset(card.string(), {}); });
  };
  EXPECT_THAT(error("file='p'\n"), HasSubstr("the card has no 'probe'"));
  EXPECT_THAT(error("probe='sts'\n"), HasSubstr("the card has no 'file'"));
  EXPECT_THAT(error("probe='sts'\nfile=3\n"), StartsWith("k.toml:2: 'file' is not a string"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\nheader='no'\n"),
              StartsWith("k.toml:3: 'header' is not"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\nlayout='wordnets'\n"),
              StartsWith("k.toml:3: unknown layout 'wordnets'; 'table', 'jsonl', 'lines' and "
                         "'wordnet' are known"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\nseparator='; '\n"),
              StartsWith("k.toml:3: 'separator'"));
  for (const char* separator : {"\\\"", "\\n", "\\r", "\\u0000", "", "\u00a7"}) {
    EXPECT_THAT(error("probe='sts'\nfile='p'\nseparator=\"" + std::string(separator) + "\"\n"),
                StartsWith("k.toml:3: 'separator'"));
  }
  EXPECT_THAT(error("probe='sts'\nfile='p'\nname=\"a\\nb\"\n"), StartsWith("k.toml:3: 'name'"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\ncolumns=['a', 1]\n"),
              StartsWith("k.toml:3: 'columns'"));
  EXPECT_EQ(error("probe='sts'\nfile='p'\nlabel={file='x', column='c'}\n"),
            "k.toml:3: unknown key 'label'; did you mean 'labels'?");
  EXPECT_EQ(error("probe='sts'\nfile='p'\nlabels={file='x', colum='c'}\n"),
            "k.toml:3: unknown key 'colum'; did you mean 'column'?");
  EXPECT_THAT(error("probe='sts'\nfile='p'\nlabels={file='x'}\n"), HasSubstr("neither"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\nlabels={file='x', name='n', index=false}\n"),
              HasSubstr("neither"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\nlabels={file='x', column='c', index=true}\n"),
              HasSubstr("both"));
  EXPECT_THAT(error("probe='sts'\nfile='p'\nlabels=['x']\n"), StartsWith("k.toml:3: 'labels'"));
  EXPECT_THAT(error("probe = \n"), StartsWith("k.toml:1: is not valid TOML"));
  EXPECT_THAT(bad_input(folder, [&] { find_dataset((folder.path() / "no.toml").string(), {}); }),
              StartsWith("no.toml: "));
}

TEST(FindDataset, ColumnsOfACardAreChecked) {
  const Folder folder;
  folder.write("p.tsv", "a\tb\tc\n");
  const auto error = [&](const std::string& columns) {
    const auto card =
        folder.write("k.toml", "probe='sts'\nfile='p.tsv'\nheader=false\ncolumns=" + columns);
    return bad_input(folder, [&] { records(card); });
  };
  EXPECT_THAT(error("['first','secnd','gold']"),
              AllOf(StartsWith("k.toml:4: "), HasSubstr("did you mean 'second'?")));
  EXPECT_THAT(error("['first','second','-']"), HasSubstr("no column 'gold'"));
  EXPECT_THAT(error("['first','second','s2','gold']"), HasSubstr("the part of an earlier one"));
  EXPECT_THAT(error("['first','second','gold','-']"),
              StartsWith("p.tsv:1: the line has 3 columns"));
}

std::vector<Field> sentence_field() {
  std::vector<Field> fields{{"sentence", {"text"}}};
  fields[0].is_line = true;
  return fields;
}

TEST(ReadRecords, SentencesOneALine) {
  const Folder folder;
  const auto one = sentence_field();
  const auto file = folder.write("c.txt", "\xef\xbb\xbf\"a b, c\r\n\nsentence\n");
  const auto all = records(find_dataset(file.string(), {}), one);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].values[0], "\"a b, c");
  EXPECT_EQ(all[1].values[0], "");
  EXPECT_EQ(all[2].values[0], "sentence");
  EXPECT_EQ(all[2].id, "3");
  EXPECT_EQ(all[2].place.line, 3U);
  // Columns, if the name or the card promises them.
  folder.write("c.tsv", "topic\tsentence\nt\ts\n");
  const auto table = records(find_dataset((folder.path() / "c.tsv").string(), {}), one);
  ASSERT_EQ(table.size(), 1U);
  EXPECT_EQ(table[0].labels.at("topic"), "t");
  folder.write("c.txt", "a\tb\n");
  const auto card = folder.write("k.toml", "probe='curves'\nfile='c.txt'\nheader=false\n");
  EXPECT_EQ(bad_input(folder, [&] { records(find_dataset(card.string(), {}), one); }),
            "c.txt:1: the line has 2 columns, not 1; columns are separated by tabs");
}

TEST(ReadRecords, LinesAreForProbesOfSingleSentences) {
  const Folder folder;
  folder.write("c.tsv", "a\tb\n");
  const auto card = folder.write("k.toml", "probe='sts'\nfile='c.tsv'\nlayout='lines'\n");
  EXPECT_EQ(bad_input(folder, [&] { records(find_dataset(card.string(), {}), kPair); }),
            "k.toml:3: single sentences cannot be used by the probe 'sts'; see "
            "docs/reference/data.md for "
            "what it reads");
  EXPECT_EQ(records(find_dataset(card.string(), {}), sentence_field())[0].values[0], "a\tb");
}

std::filesystem::path write_wordnet(const Folder& folder, const std::string& keys = {}) {
  for (const char* part : {"noun", "verb", "adj", "adv"}) {
    folder.write(std::string("wn/data.") + part, std::string("00000001 | a; \"a sentence of the ") +
                                                     part + " that is long enough\"\n");
  }
  return folder.write("w.toml", "probe = \"curves\"\nfile = \"wn\"\nlayout = \"wordnet\"\n" + keys);
}

TEST(ReadRecords, SentencesOfWordNet) {
  const Folder folder;
  const Card card = find_dataset(write_wordnet(folder).string(), {});
  std::vector<Field> fields{{"group", {}, false}, {"sentence", {}}};
  fields[1].is_line = true;
  const auto all = records(card, fields);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[1].id, "2");
  EXPECT_EQ(all[1].values,
            (std::vector<std::string>{"", "a sentence of the verb that is long enough"}));
  EXPECT_EQ(all[1].place.file, (folder.path() / "wn/data.verb").string());
  EXPECT_EQ(
      bad_input(folder, [&] { records(card, kPair); }),
      "w.toml:3: single sentences cannot be used by the probe 'curves'; see docs/reference/data.md "
      "for what it reads");
}

TEST(FindDataset, WordNetMustBeThere) {
  const Folder folder;
  const auto card = write_wordnet(folder);
  std::filesystem::remove(folder.path() / "wn/data.adj");
  try {
    find_dataset(card.string(), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);  // same as with missing verbs
    EXPECT_EQ(error.message() + "; " + error.advice(),
              "no such file; install Debian's package wordnet-base");
  }
  EXPECT_EQ(
      bad_input(folder, [&] { find_dataset(write_wordnet(folder, "header = true").string(), {}); }),
      "w.toml:4: the layout 'wordnet' has no 'header'; remove it");
}

TEST(DatasetDigest, CoversAllOfWordNet) {
  const Folder folder;
  const Card card = find_dataset(write_wordnet(folder).string(), {});
  const Digest before = dataset_digest(card);
  folder.write("wn/data.adv", "00000001 | changed\n");
  EXPECT_NE(dataset_digest(card), before);
}

TEST(FindDataset, ShippedSetsGoByName) {
  const Folder folder;
  folder.write("sts/b.toml", "probe='sts'\nfile='b.tsv'\nname='bees'\n");
  folder.write("sts/b.tsv", "");
  folder.write("sts/a.toml", "probe='sts'\nfile='b.tsv'\n");
  folder.write("sts/readme.md", "");
  folder.write("no.toml", "not read");
  const std::vector<std::filesystem::path> folders{folder.path(), folder.path() / "none"};
  const auto cards = list_cards(folders).cards;
  ASSERT_EQ(cards.size(), 2U);
  EXPECT_EQ(cards[0].name, "a");
  EXPECT_EQ(cards[1].name, "bees");
  EXPECT_EQ(find_dataset("bees", folders).file, folder.path() / "sts/b.tsv");
  EXPECT_EQ(find_dataset("other=bees", folders).name, "other");
  EXPECT_EQ(test::error_line(folder, ErrorKind::kUsage, [&] { find_dataset("bee", folders); }),
            "unknown data set 'bee'; did you mean 'bees'?");
}

TEST(DatasetDigest, ChangesWithFilesAndReadingOnly) {
  const Folder folder;
  folder.write("p.tsv", "a;b;1\n");
  folder.write("l.tsv", "0\n");
  const auto file =
      folder.write("k.toml", "probe='sts'\nfile='p.tsv'\nlabels={file='l.tsv', name='n'}\n");
  const Card card = find_dataset(file.string(), {});
  const Digest digest = dataset_digest(card);
  Card other = card;
  other.name = "another";
  other.title = "title";
  EXPECT_EQ(dataset_digest(other), digest);
  other.separator = ';';
  EXPECT_NE(dataset_digest(other), digest);
  other = card;
  other.settings["test"] = "x";
  const Digest with_test = dataset_digest(other);
  EXPECT_NE(with_test, digest);
  other.settings["test"] = "y";
  EXPECT_NE(dataset_digest(other), with_test);
  folder.write("l.tsv", "1\n");
  EXPECT_NE(dataset_digest(card), digest);
  folder.write("l.tsv", "0\n");
  EXPECT_EQ(dataset_digest(card), digest);
  folder.write("p.tsv", "a;b;2\n");
  EXPECT_NE(dataset_digest(card), digest);
}

}  // namespace dataset_test
}  // namespace sonde

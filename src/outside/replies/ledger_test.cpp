#include "outside/replies/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "formats/testing/formats.h"

namespace sonde {
namespace ledger_test {

using testing::HasSubstr;

const Question kFirst{"http://a", R"({"q":"one"})", 0}, kSecond{"http://a", R"({"q":"two"})", 0};

std::string two_answers(const TemporaryFolder& folder) {
  Ledger ledger(folder.path() / "ledger");
  ledger.keep(kFirst, "{\"a\": \"1\xc3\xa4\"}\n");
  ledger.keep(kSecond, "{\"a\": 2}");
  return folder.read("ledger");
}

TEST(Ledger, KeepsAnswersByTheWholeQuestion) {
  const TemporaryFolder folder;
  two_answers(folder);
  const Ledger ledger(folder.path() / "ledger");
  EXPECT_EQ(ledger.find(kFirst), "{\"a\": \"1\xc3\xa4\"}\n");
  EXPECT_EQ(ledger.find(kSecond), "{\"a\": 2}");
  EXPECT_EQ(ledger.flaws().damaged, 0);
  EXPECT_EQ(ledger.find({"http://b", kFirst.body, 0}), std::nullopt);
  EXPECT_EQ(ledger.find({kFirst.url, kFirst.body, 1}), std::nullopt);
  EXPECT_EQ(ledger.find({kFirst.url, kFirst.body + " ", 0}), std::nullopt);
}

// `text` with another count in its first line.
std::string counting(std::string text, std::size_t lines) {
  const std::string count = std::to_string(lines);
  const auto end = text.find('\n');
  return text.replace(end - count.size(), count.size(), count);
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// Cuts as a kill or a power cut does: the count is written after the line it counts.
TEST(Ledger, EveryCutLosesTheCutLineAlone) {
  const TemporaryFolder folder;
  const std::string whole = two_answers(folder);
  const auto start = whole.find('\n') + 1, first_end = whole.find('\n', start) + 1;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const std::size_t lines = lines_in(std::string_view(whole).substr(0, length));
    for (const std::size_t late : {0U, 1U}) {
      if (late + 1 > lines && length >= start) continue;
      const std::string cut = length < start ? whole.substr(0, length)
                                             : counting(whole, lines - 1 - late).substr(0, length);
      folder.write("ledger", cut);
      EXPECT_EQ(read_ledger(folder.path() / "ledger", [](auto&&) {}).missing, 0);
      {
        Ledger ledger(folder.path() / "ledger");
        EXPECT_EQ(ledger.flaws().damaged + ledger.flaws().missing, 0);
        EXPECT_EQ(ledger.find(kFirst).has_value(), length >= first_end) << length;
        EXPECT_EQ(ledger.find(kSecond).has_value(), length == whole.size()) << length;
        if (length < first_end) ledger.keep(kFirst, "{\"a\": \"1\xc3\xa4\"}\n");
        if (length < whole.size()) ledger.keep(kSecond, "{\"a\": 2}");
      }
      ASSERT_EQ(folder.read("ledger"), whole) << length;
    }
  }
}

TEST(Ledger, MissingLastLinesAreNoticed) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "ledger";
  const std::string whole = two_answers(folder);
  std::string left = whole;
  for (std::size_t missing = 1; missing <= 2; ++missing) {
    left.erase(left.rfind('\n', left.size() - 2) + 1);
    folder.write("ledger", left);
    const auto lost = [&] { return read_ledger(file, [](auto&&) {}).missing; };
    EXPECT_EQ(lost(), missing);
    {
      Ledger ledger(file);
      EXPECT_EQ(ledger.flaws().missing, missing);
      EXPECT_EQ(ledger.flaws().damaged, 0);
      ledger.keep({"u", "another", 0}, "{}");  // which hides no gap
    }
    EXPECT_EQ(lost(), missing);
    EXPECT_EQ(Ledger(file).flaws().missing, missing);
  }
}

TEST(Ledger, TheCountIsWrittenWithEachLine) {
  const TemporaryFolder folder;
  Ledger ledger(folder.path() / "ledger");
  EXPECT_EQ(folder.read("ledger"), "sonde ledger 2 0000000000000000\n");
  ledger.keep(kFirst, "{}");
  EXPECT_THAT(folder.read("ledger"), testing::StartsWith("sonde ledger 2 0000000000000001\n"));
}

TEST(Ledger, OfALongLineThatWasCutNothingIsLeft) {
  const TemporaryFolder folder;
  const std::string whole = two_answers(folder);
  std::string line = ledger_line({{"u", "{}", 0}, std::string(5000, 'x')}, 3);
  line.pop_back();
  folder.write("ledger", whole + line);
  Ledger(folder.path() / "ledger").keep({"u", "{}", 1}, "{}");
  const Ledger ledger(folder.path() / "ledger");
  EXPECT_EQ(ledger.flaws().damaged, 0);
  EXPECT_EQ(folder.read("ledger"), counting(whole, 3) + ledger_line({{"u", "{}", 1}, "{}"}, 3));
}

TEST(Ledger, EveryChangedByteIsNoticed) {
  const TemporaryFolder folder;
  const std::string whole = two_answers(folder);
  const auto begin = whole.find('\n') + 1, first_end = whole.find('\n', begin) + 1;
  for (std::size_t at = begin; at < first_end; ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    folder.write("ledger", damaged);
    Ledger ledger(folder.path() / "ledger");
    EXPECT_EQ(ledger.find(kFirst), std::nullopt) << at;
    EXPECT_GE(ledger.flaws().damaged, 1) << at;
    // Its end is the other's beginning.
    EXPECT_EQ(ledger.find(kSecond).has_value(), at + 1 != first_end) << at;
    ledger.keep(kFirst, "{}");
    EXPECT_EQ(ledger.find(kFirst), "{}");
  }
}

TEST(Ledger, EveryMissingLineIsNoticed) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "ledger";
  constexpr int kLines = 6;
  {
    Ledger ledger(file);
    for (int i = 0; i < kLines; ++i) ledger.keep({"u", std::to_string(i), 0}, "{}");
  }
  const std::string whole = folder.read("ledger");
  std::vector<std::size_t> ends;
  for (auto at = whole.find('\n'); at != whole.npos; at = whole.find('\n', at + 1)) {
    ends.push_back(at + 1);
  }
  for (std::size_t first = 0; first + 1 < kLines; ++first) {
    for (std::size_t last = first + 1; last < kLines; ++last) {
      folder.write("ledger", whole.substr(0, ends[first]) + whole.substr(ends[last]));
      EXPECT_EQ(read_ledger(file, [](auto&&) {}).missing, last - first);
      Ledger ledger(file);
      EXPECT_EQ(ledger.flaws().missing, last - first);
      ledger.keep({"u", "another", 0}, "{}");  // which hides no gap
      EXPECT_EQ(read_ledger(file, [](auto&&) {}).missing, last - first);
    }
  }
  folder.write("ledger", whole.substr(0, ends[2]) + "damaged\n" + whole.substr(ends[3]));
  EXPECT_EQ(read_ledger(file, [](auto&&) {}).missing, 0);
}

// Their lines have no numbers.
TEST(Ledger, LedgersOfEarlierVersionsAreSound) {
  const TemporaryFolder folder;
  folder.write("ledger",
               "sonde ledger 1\n" + ledger_line({kFirst, "1"}) + ledger_line({kSecond, "2"}));
  Ledger ledger(folder.path() / "ledger");
  ledger.keep({"u", "{}", 0}, "3");
  const auto flaws = read_ledger(folder.path() / "ledger", [](auto&&) {});
  EXPECT_EQ(flaws.damaged + flaws.missing, 0);
}

TEST(Ledger, CanBeReadWhileAnotherHasIt) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "ledger";
  std::vector<std::string> answers;
  const auto take = [&](LedgerRecord&& record) { answers.push_back(record.answer); };
  EXPECT_EQ(read_ledger(file, take).damaged, 0);
  const std::string whole = two_answers(folder);
  folder.write("ledger", whole + "damaged\n" + whole.substr(whole.find('\n') + 1, 50));
  EXPECT_EQ(read_ledger(file, take).damaged, 1);
  EXPECT_EQ(answers.size(), 2);
  const Ledger ledger(file);
  EXPECT_EQ(read_ledger(file, take).damaged, 1);
  EXPECT_EQ(answers.size(), 4);
  EXPECT_EQ(answers[1], answers[3]);
  folder.write("ledger", whole.substr(0, 5));
  EXPECT_EQ(read_ledger(file, take).damaged, 0);
  folder.write("ledger", "something else\n");
  EXPECT_THAT(input_error_of([&] { read_ledger(file, take); }), HasSubstr("else than a ledger"));
}

TEST(Ledger, DamageAfterItWasOpenedIsNoticedToo) {
  const TemporaryFolder folder;
  std::string text = two_answers(folder);
  const Ledger ledger(folder.path() / "ledger");
  text[text.find("one")] = 'O';
  std::ofstream(folder.path() / "ledger", std::ios::in | std::ios::binary) << text;
  EXPECT_EQ(ledger.find(kFirst), std::nullopt);
  EXPECT_EQ(ledger.find(kSecond), "{\"a\": 2}");
}

TEST(Ledger, AnotherFileIsLeftAlone) {
  const TemporaryFolder folder;
  for (const std::string text : {"prev\tcurr\n", "sonde ledger 3 0000000000000000\n",
                                 "sonde ledger 2 00000000x0000000\n", "x"}) {
    folder.write("other", text);
    EXPECT_THAT(input_error_of([&] { Ledger(folder.path() / "other"); }),
                HasSubstr("something else than a ledger"));
    EXPECT_EQ(folder.read("other"), text);
  }
  EXPECT_THROW(Ledger(folder.path()), Error);
  EXPECT_THROW(Ledger(folder.path() / "no" / "folder"), Error);
}

TEST(Ledger, OneAtATime) {
  const TemporaryFolder folder;
  {
    const Ledger ledger(folder.path() / "ledger");
    EXPECT_THROW(Ledger(folder.path() / "ledger"), Error);
  }
  EXPECT_NO_THROW(Ledger(folder.path() / "ledger"));
}

// A limit on the size of files simulates a full disk.
TEST(Ledger, AFullDiskLosesNothingThatWasKept) {
  const TemporaryFolder folder;
  two_answers(folder);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  ::rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  {
    Ledger ledger(folder.path() / "ledger");
    ::rlimit tight = before;
    tight.rlim_cur = std::filesystem::file_size(folder.path() / "ledger") + 50;
    ::setrlimit(RLIMIT_FSIZE, &tight);
    EXPECT_THROW(ledger.keep({"u", "{}", 0}, std::string(1000, 'x')), Error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(ledger.find({"u", "{}", 0}), std::nullopt);
    ledger.keep({"u", "{}", 0}, "{}");
  }
  std::signal(SIGXFSZ, was);
  const Ledger ledger(folder.path() / "ledger");
  EXPECT_EQ(ledger.find({"u", "{}", 0}), "{}");
  EXPECT_EQ(ledger.find(kSecond), "{\"a\": 2}");
}

}  // namespace ledger_test
}  // namespace sonde

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <latch>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/atomic_file.h"
#include "base/file_digest.h"
#include "base/file_stamp.h"
#include "base/hash.h"
#include "base/names.h"
#include "base/open_file.h"
#include "base/printable.h"
#include "base/random.h"
#include "base/stop_check.h"
#include "base/testing/eventually_test.h"
#include "base/threads.h"
#include "sonde/digest.h"
#include "sonde/error.h"

namespace sonde {
namespace base_test {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "sonde-base-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const char* name) const { return path_ / name; }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Large files take minutes to read.
TEST(FileDigest, EndsWhenTheUserAsks) {
  const Folder folder;
  write(folder / "file", std::string(1 << 20, 'x'));
  static int asked;
  asked = 0;
  set_stop_check([] { return ++asked > 3; });
  try {
    file_digest(folder / "file");
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  set_stop_check(nullptr);
  EXPECT_EQ(asked, 4);
  EXPECT_NO_THROW(file_digest(folder / "file"));
}

TEST(Printable, NoTextTurnsOrEndsALine) {
  for (const char* turning : {"\u202a", "\u202e", "\u2066", "\u2069", "\u2028", "\u2029"}) {
    const std::string text = std::string("a") + turning + "b";
    for (const auto& shown :
         {printable(text), printable_field(text), one_line(text), printable_json(text)}) {
      EXPECT_EQ(shown.size(), 8) << shown;
      EXPECT_TRUE(shown.starts_with("a\\u20")) << shown;
    }
    EXPECT_EQ(usage_error(text).what(), "a" + printable(turning) + "b");
  }
  for (const std::string text :
       {"\u2027", "\u202f", "\u2065", "\u206a", "\u2010", "\u05d0\u200f", "\xe2\x80", "\xe2"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Error, IsOneLineWithPlaceAndAdvice) {
  const Error error = input_error("bad\nrating", {"a.tsv", 3, "gold", "7"}, "give a number");
  EXPECT_STREQ(error.what(), "a.tsv:3: bad rating (column gold, item 7); give a number");
  EXPECT_STREQ(usage_error("what?").what(), "what?");
}

// FIPS 180-2's test vector.
TEST(Digest, IsSha256) {
  const Folder folder;
  write(folder / "abc", "abc");
  EXPECT_EQ(file_digest(folder / "abc").hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, FramesItsParts) {
  EXPECT_NE(digest_of("ab", "c"), digest_of("a", "bc"));
  EXPECT_NE(digest_of("", "a"), digest_of("a", ""));
  EXPECT_EQ(digest_of("a", std::uint64_t{1}), digest_of("a", std::uint64_t{1}));
}

TEST(FileDigest, IsRememberedUntilTheFileChanges) {
  const Folder folder;
  const fs::path file = folder / "model";
  const fs::path memo = folder / "memo";
  write(file, "one");
  const auto later = std::chrono::system_clock::now() + std::chrono::hours(1);
  const Digest one = file_digest(file, memo, later);
  ASSERT_EQ(std::distance(fs::directory_iterator(memo), {}), 1);
  EXPECT_EQ(file_digest(file, memo, later), one);
  // A damaged memo is not believed.
  for (const auto& entry : fs::directory_iterator(memo)) write(entry.path(), std::string(130, 'a'));
  EXPECT_EQ(file_digest(file, memo, later), one);
  const auto time = fs::last_write_time(file);
  ASSERT_TRUE(test::eventually_ticks(file));
  write(file, "two");
  fs::last_write_time(file, time);
  EXPECT_NE(file_digest(file, memo, later), one);
}

TEST(FileDigest, IsNotRememberedBeforeTheFileHasRested) {
  const Folder folder;
  const auto now = std::chrono::system_clock::now();
  write(folder / "model", "one");
  file_digest(folder / "model", folder / "memo", now);
  EXPECT_FALSE(fs::exists(folder / "memo"));
}

TEST(FileStamp, IsSettledOnceBothOfItsTimesAreTwoSecondsAgo) {
  const auto settled = [](std::int64_t modified, std::int64_t changed, std::int64_t now) {
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    const FileStamp stamp{1, 2, 3, modified * kNanoseconds, changed * kNanoseconds};
    return is_settled(stamp, std::chrono::system_clock::from_time_t(now));
  };
  EXPECT_TRUE(settled(100, 100, 103));
  EXPECT_FALSE(settled(100, 100, 102));
  EXPECT_FALSE(settled(100, 101, 103));
  EXPECT_FALSE(settled(101, 100, 103));
  EXPECT_FALSE(settled(200, 100, 103));  // a time to come
}

TEST(FileDigest, NeedsAFile) {
  const Folder folder;
  EXPECT_THROW(file_digest(folder / "none"), Error);
  EXPECT_THROW(file_digest(folder.path()), Error);
}

TEST(FileStamp, ChangesWithTheFile) {
  const Folder folder;
  const fs::path file = folder / "model";
  EXPECT_EQ(file_stamp(file), FileStamp{});
  write(file, "one");
  const FileStamp one = file_stamp(file);
  EXPECT_EQ(file_stamp(file), one);
  const auto time = fs::last_write_time(file);
  ASSERT_TRUE(test::eventually_ticks(file));
  write(file, "two");
  fs::last_write_time(file, time);
  EXPECT_NE(file_stamp(file), one);
  fs::remove(file);
  EXPECT_EQ(file_stamp(file), FileStamp{});
}

ErrorKind kind_of_opening(const fs::path& file) {
  try {
    const OpenFile open(file);
  } catch (const Error& error) {
    return error.kind();
  }
  throw std::logic_error("was opened");
}

TEST(Error, IsALineThatSteersNoTerminal) {
  const Error error = input_error(
      "a\x1b[31m \xc2\x9b"
      "2J\x7f b\nc",
      {"f\tg"}, "d\xc2\xa0");
  EXPECT_STREQ(error.what(), "f g: a\\x1b[31m \\x9b2J\\x7f b c; d\xc2\xa0");
}

TEST(Error, IsShortWhateverAFileHolds) {
  const std::string long_text(1 << 20, 'x');
  const Error error =
      input_error("'" + long_text + "' is not a number", {"f", 3, long_text, long_text}, long_text);
  const std::string line = error.what();
  EXPECT_LT(line.size(), 1700U);
  EXPECT_EQ(line.rfind("f:3: 'xxx", 0), 0U);
  EXPECT_NE(line.find("x' is not a number (column xxx"), line.npos);
}

TEST(Printable, LeavesTheStringsOfJsonWhatTheyAre) {
  EXPECT_EQ(printable_json("{\n\"a\x7f\xc2\x9b\xc2\xa0\"}"), "{\n\"a\\u007f\\u009b\xc2\xa0\"}");
}

TEST(Printable, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  for (std::size_t most = 3; most < 20; ++most) {
    const std::string cut = shortened("ééééééééééé", most);
    EXPECT_EQ(cut.find("\xa9\xa9"), cut.npos);
    EXPECT_EQ(cut.find("\xc3 "), cut.npos);
  }
}

TEST(OpenFile, IsOutsideWhereTheSystemFails) {
  EXPECT_EQ(cannot_read("x", EIO).kind(), ErrorKind::kOutside);
  EXPECT_EQ(cannot_read("x", EMFILE).kind(), ErrorKind::kOutside);
  EXPECT_EQ(cannot_read("x", EACCES).kind(), ErrorKind::kInput);
  EXPECT_STREQ(cannot_read("x", EIO).what(),
               "x: cannot be read: Input/output error; the disk fails; what lies there may still "
               "be sound");
}

TEST(OpenFile, IsPlain) {
  const Folder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const fs::path& file : {folder / "pipe", fs::path("/dev/zero"), folder.path()}) {
    EXPECT_EQ(kind_of_opening(file), ErrorKind::kInput) << file;
  }
}

TEST(OpenFile, IsAPipeToo) {
  const Folder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::array<char, 16> bytes{};
  EXPECT_EQ(OpenFile::or_pipe(pipe).read(bytes), 0U);  // no writer, no waiting
  const OpenFile open = OpenFile::or_pipe(pipe);
  std::ofstream writer(pipe);
  std::thread late([&writer, reader = ::gettid()] {
    test::eventually_waits(reader);
    writer << "key" << std::flush;
  });
  EXPECT_EQ(open.read(bytes), 3U);
  late.join();
}

TEST(AtomicFile, ReplacesWholeOrNotAtAll) {
  const Folder folder;
  const fs::path file = folder / "out";
  write_file_atomically(file, "first");
  EXPECT_THROW(replace_file(file,
                            [](const fs::path& temporary) {
                              write(temporary, "half");
                              throw std::runtime_error("stop");
                            }),
               std::runtime_error);
  EXPECT_EQ(read(file), "first");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  write_file_atomically(file, "second");
  EXPECT_EQ(read(file), "second");
}

TEST(AtomicFile, SaysWhereItCannotWrite) {
  EXPECT_THROW(write_file_atomically("/nonexistent-folder/x", "y"), Error);
}

TEST(Threads, VisitEachIndexOnce) {
  for (const std::size_t threads : {1U, 2U, 4U}) {
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(visits.size(), 7, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) ++visits[i];
    });
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  }
}

TEST(Threads, PassErrorsOn) {
  EXPECT_THROW(parallel_for(100, 1, 4,
                            [](std::size_t first, std::size_t) {
                              if (first == 50) throw usage_error("fifty");
                            }),
               Error);
}

TEST(Threads, PassOnTheErrorOfTheFirstPartThatFailsThoughOthersFailSooner) {
  for (const std::size_t threads : {1U, 2U, 4U, 8U}) {
    std::atomic<bool> another_fails = threads == 1;
    const auto body = [&another_fails](std::size_t first, std::size_t) {
      if (first < 3) return;
      if (first == 3) test::eventually([&another_fails] { return another_fails.load(); });
      another_fails = true;
      throw usage_error(std::to_string(first));
    };
    try {
      parallel_for(100, 1, threads, body);
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.message(), "3") << threads;
    }
  }
}

TEST(ParallelFor, StartsNoMoreThreadsThanItMay) {
  const auto caller = std::this_thread::get_id();
  const std::ptrdiff_t before = test::threads_of_this_process();
  std::atomic<std::ptrdiff_t> started = 0;
  std::latch counted(1);
  // The caller works once it has started the others, and none of them ends before it has counted.
  parallel_for(2000, 1, 2000, [&](std::size_t, std::size_t) {
    if (std::this_thread::get_id() != caller) return counted.wait();
    if (started > 0) return;
    started = test::threads_of_this_process() - before;
    counted.count_down();
  });
  EXPECT_EQ(started + 1, static_cast<std::ptrdiff_t>(kMostThreads));
}

TEST(Hash, OfUpToEightBytesIsTheirNumber) {
  const std::string bytes = "\xff\x01z\x80qrs\xfe";
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    std::uint64_t number = 0;
    for (std::size_t i = size; i > 0; --i) {
      number = (number << 8) | static_cast<unsigned char>(bytes[i - 1]);
    }
    EXPECT_EQ(number_of(bytes.substr(0, size)), number) << size;
  }
}

TEST(Names, SuggestTheNearest) {
  const std::vector<std::string> known{"pooling", "precision", "prompt"};
  EXPECT_EQ(nearest_name("poolign", known), "pooling");
  EXPECT_EQ(nearest_name("zzzzzzzzzzz", known), "");
  EXPECT_EQ(nearest_name("HF", std::vector<std::string>{"exec", "hf"}), "hf");
  EXPECT_EQ(nearest_name("run", std::vector<std::string>{"out", "runs"}), "runs");
  EXPECT_EQ(nearest_name("xml", std::vector<std::string>{"md", "tex"}), "");
  try {
    throw_unknown("option", "promt", known);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_STREQ(error.what(), "unknown option 'promt'; did you mean 'prompt'?");
  }
}

TEST(Random, DependsOnEveryCoordinate) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 8; ++i) {
    for (std::uint64_t j = 0; j < 8; ++j) {
      for (std::uint64_t k = 0; k < 8; ++k) seen.insert(random_bits(i, j, k));
    }
  }
  EXPECT_EQ(seen.size(), 512U);
}

TEST(Random, UnitIntervalIsHalfOpen) {
  EXPECT_TRUE(rc::check([](std::uint64_t bits) {
    const double x = unit_interval(bits);
    RC_ASSERT(x >= 0 && x < 1);
  }));
  EXPECT_LT(unit_interval(~std::uint64_t{0}), 1.0);
}

}  // namespace base_test
}  // namespace sonde

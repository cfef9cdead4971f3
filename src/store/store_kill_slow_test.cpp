// Several processes at one store, and processes that are killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "base/testing/eventually_test.h"
#include "sonde/error.h"
#include "store/database/sqlite.h"
#include "store/vectors/testing/store_damage.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace store_kill_slow_test {

using samples::Batch;
using samples::batch;
using samples::Folder;
using samples::identity;
using samples::keep;
using samples::right;
using samples::serve;

constexpr std::size_t kColumns = 96;

pid_t start(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  try {
    ::_exit(work() ? 0 : 1);
  } catch (const std::exception& error) {
    ::write(2, error.what(), std::strlen(error.what()));
    ::_exit(2);
  }
}

int exit_code(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string integrity(const std::filesystem::path& file) {
  Database database(file, Access::kShared);
  Statement check(database, "PRAGMA integrity_check");
  check.step();
  return std::string(check.text(0));
}

// Writes batches that overlap those of the others, and reads all.
bool write_and_read(const std::filesystem::path& file, std::size_t from) {
  const auto store = open_vector_store(file);
  const Batch all = batch(400, kColumns);
  for (std::size_t i = 0; i < 100; ++i) {
    const Batch some = batch(20, kColumns, 1, (from + i * 20) % 400);
    keep(*store, identity("m"), some);
    const auto served = serve(*store, identity("m"), some);
    if (served.count() != 20 || !right(served, some)) return false;
    if (!right(serve(*store, identity("m"), all), all)) return false;
  }
  return !store->damage().rebuilt && store->damage().records == 0;
}

TEST(SharedStore, IsRightForProcessesThatWriteAtOnce) {
  const Folder folder;
  std::vector<pid_t> children;
  for (std::size_t i = 0; i < 3; ++i) {
    children.push_back(start([&] { return write_and_read(folder / "store", i * 140); }));
  }
  for (const pid_t child : children) EXPECT_EQ(exit_code(child), 0);
  const auto store = open_vector_store(folder / "store");
  EXPECT_EQ(serve(*store, identity("m"), batch(400, kColumns)).count(), 400U);
  EXPECT_EQ(integrity(folder / "store"), "ok");
}

// Gives only right results, and continues, while the file is spoilt under it. Reports each round by
// a byte.
bool survive(const std::filesystem::path& file, std::size_t from, int pipe) {
  const auto store = open_vector_store(file);
  for (std::size_t i = 0; i < 150; ++i) {
    const Batch some = batch(50, kColumns, 1, (from + i * 20) % 350);
    keep(*store, identity("m"), some);
    if (!right(serve(*store, identity("m"), some), some)) return false;
    if (::write(pipe, "x", 1) != 1) return false;
  }
  return true;
}

// Waits for so many bytes. False if no process is left that could write them.
bool await(int pipe, std::size_t count) {
  char c = 0;
  while (count > 0 && ::read(pipe, &c, 1) == 1) --count;
  return count == 0;
}

TEST(SharedStore, IsRightWhileOneOfTheProcessesMendsIt) {
  const Folder folder;
  keep(*open_vector_store(folder / "store"), identity("m"), batch(400, kColumns));
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::vector<pid_t> children;
  for (std::size_t i = 0; i < 2; ++i) {
    children.push_back(start([&] { return survive(folder / "store", i * 100, ends[1]); }));
  }
  ::close(ends[1]);
  for (std::uint64_t i = 0; i < 12; ++i) {
    EXPECT_TRUE(await(ends[0], 20));
    std::fstream file(folder / "store", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(random_bits(3, 4, i) % 100'000));
    file.write("spoilt by another program", 25);
  }
  for (const pid_t child : children) EXPECT_EQ(exit_code(child), 0);
  ::close(ends[0]);
  const auto store = open_vector_store(folder / "store");
  keep(*store, identity("m"), batch(400, kColumns));
  EXPECT_EQ(serve(*store, identity("m"), batch(400, kColumns)).count(), 400U);
}

// All meet the damage at once, and each stores different vectors.
TEST(SharedStore, IsSetAsideOnceByProcessesThatMeetTheDamageTogether) {
  const samples::DamagedStore damaged;
  for (std::size_t round = 0; round < 40; ++round) {
    const Folder folder;
    samples::write_file(folder / "store", damaged.bytes().substr(0, 20'000));
    std::vector<pid_t> children;
    for (std::size_t i = 0; i < 4; ++i) {
      children.push_back(start([&] {
        const auto store = open_vector_store(folder / "store");
        keep(*store, identity("m"), batch(20, kColumns, 1, 20 * i));
        return true;
      }));
    }
    for (const pid_t child : children) EXPECT_EQ(exit_code(child), 0);
    const auto store = open_vector_store(folder / "store");
    EXPECT_EQ(serve(*store, identity("m"), batch(80, kColumns)).count(), 80U);
    EXPECT_TRUE(std::filesystem::exists(folder / "store.damaged-1"));
    EXPECT_FALSE(std::filesystem::exists(folder / "store.damaged-2"));
  }
}

// Reports each batch of 20 over the pipe once it is stored.
[[noreturn]] void write_until_killed(const std::filesystem::path& file, std::size_t first,
                                     int pipe) {
  const auto store = open_vector_store(file);
  for (;; first += 20) {
    keep(*store, identity("m"), batch(20, kColumns, 1, first));
    if (::write(pipe, "x", 1) != 1) ::_exit(1);
  }
}

class Writer {
 public:
  Writer(const std::filesystem::path& file, std::size_t first) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    child_ = ::fork();
    if (child_ == 0) write_until_killed(file, first, ends[1]);
    ::close(ends[1]);
    reports_ = ends[0];
  }
  ~Writer() { ::close(reports_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Kills it once it has written so many bytes. Returns the number of batches that it reported.
  std::size_t kill_after(std::uint64_t bytes) const {
    test::kill_after_writing(child_, bytes);
    std::size_t count = 0;
    for (char c; ::read(reports_, &c, 1) == 1;) ++count;
    return count;
  }
  std::uint64_t bytes_until(std::size_t batches) const {
    await(reports_, batches);
    return test::bytes_moved(child_, "wchar");
  }

 private:
  pid_t child_ = 0;
  int reports_ = -1;
};

std::size_t batches_until_kill(const std::filesystem::path& file, std::size_t first,
                               std::uint64_t bytes) {
  return Writer(file, first).kill_after(bytes);
}

// Bytes that are written for a store and its first batches.
std::uint64_t bytes_of(std::size_t batches) {
  const Folder folder;
  const Writer writer(folder / "store", 0);
  const std::uint64_t bytes = writer.bytes_until(batches);
  writer.kill_after(0);
  return bytes;
}

void expect_kept(const std::filesystem::path& file, std::size_t vectors) {
  const auto store = open_vector_store(file);
  const Batch written = batch(vectors, kColumns);
  const auto served = serve(*store, identity("m"), written);
  EXPECT_EQ(served.count(), vectors);
  EXPECT_TRUE(right(served, written));
  EXPECT_FALSE(store->damage().rebuilt);
  EXPECT_EQ(store->damage().records, 0U);
}

TEST(KilledWriter, LosesNothingThatWasKept) {
  const Folder folder;
  std::size_t kept = 0;
  const std::uint64_t most = bytes_of(20);
  for (std::uint64_t i = 0; i < 50; ++i) {
    kept += 20 * batches_until_kill(folder / "store", kept, random_bits(5, 6, i) % most);
    expect_kept(folder / "store", kept);
  }
  EXPECT_GT(kept, 2000U);
  EXPECT_EQ(integrity(folder / "store"), "ok");
}

TEST(KilledWriter, LosesNothingButTheDamagedPageWhereTheFileIsMended) {
  const samples::DamagedStore damaged;
  const Folder folder;
  std::string bytes = damaged.bytes();
  bytes[5 * 16384] = '\xff';  // the first page of records
  samples::write_file(folder / "store", bytes);
  const std::size_t kept = 200 + 20 * batches_until_kill(folder / "store", 200, bytes_of(5));
  const Batch written = batch(kept, kColumns);
  const auto store = open_vector_store(folder / "store");
  const auto served = serve(*store, identity("m"), written);
  EXPECT_TRUE(store->damage().rebuilt);
  EXPECT_TRUE(right(served, written));
  EXPECT_GE(served.count(), kept - 40);
  EXPECT_LT(served.count(), kept);
}

// Writes until no file may grow any more: as on a full disk.
std::size_t batches_until_full(const std::filesystem::path& file, int pipe) {
  const rlimit limit{400'000, 400'000};
  ::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const auto store = open_vector_store(file);
  for (std::size_t first = 0;; first += 20) {
    try {
      keep(*store, identity("m"), batch(20, kColumns, 1, first));
    } catch (const Error& error) {
      return error.kind() == ErrorKind::kOutside ? first : 0;
    }
    if (::write(pipe, "x", 1) != 1) return 0;
  }
}

TEST(FullDisk, IsSaidAndLosesNothingThatWasKept) {
  const Folder folder;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = start([&] { return batches_until_full(folder / "store", ends[1]) > 0; });
  ::close(ends[1]);
  EXPECT_EQ(exit_code(child), 0);
  std::size_t kept = 0;
  for (char c; ::read(ends[0], &c, 1) == 1;) kept += 20;
  ::close(ends[0]);
  EXPECT_GT(kept, 100U);
  expect_kept(folder / "store", kept);
}

TEST(KilledWriter, LeavesASoundStoreWhileItIsMade) {
  const std::uint64_t most = bytes_of(3);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Folder folder;
    const std::uint64_t bytes = random_bits(7, 8, i) % most;
    expect_kept(folder / "store", 20 * batches_until_kill(folder / "store", 0, bytes));
  }
}

TEST(DamagedStoreAtLength, ServesNothingWrong) {
  const samples::DamagedStore store;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t random = random_bits(9, 10, i);
    store.expect_sound_after_flip(random % store.bytes().size(), static_cast<char>(1 + i % 255));
  }
  for (std::size_t i = 0; i < 512; ++i) store.expect_sound_after_flip(i, '\x41');
  for (std::uint64_t i = 0; i < 200; ++i) {
    store.expect_sound_after_cut(random_bits(11, 12, i) % store.bytes().size());
  }
}

}  // namespace store_kill_slow_test
}  // namespace sonde

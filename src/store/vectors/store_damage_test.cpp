#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "base/testing/eventually_test.h"
#include "store/database/file_lock.h"
#include "store/vectors/stored_vector.h"
#include "store/vectors/testing/store_damage.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace store_damage_test {

using samples::batch;
using samples::Folder;
using samples::identity;
using samples::keep;
using samples::right;
using samples::serve;

TEST(DamagedStore, ServesNothingWrongWhateverByteIsFlipped) {
  const samples::DamagedStore store;
  for (std::uint64_t i = 0; i < 250; ++i) {
    const std::uint64_t random = random_bits(1, 2, i);
    store.expect_sound_after_flip(random % store.bytes().size(), static_cast<char>(1U << (i % 8)));
  }
}

// Most bytes of a file are vectors. These steer how SQLite reads it.
TEST(DamagedStore, ServesNothingWrongWhateverByteOfTheHeaderIsFlipped) {
  const samples::DamagedStore store;
  for (std::size_t i = 0; i < 100; ++i) store.expect_sound_after_flip(i, '\x03');
}

TEST(DamagedStore, ServesNothingWrongWhereverItIsTruncated) {
  const samples::DamagedStore store;
  const std::size_t size = store.bytes().size();
  for (std::size_t i = 0; i < 50; ++i) store.expect_sound_after_cut(size * i / 50 + i % 3);
}

TEST(DamagedStore, CountsARecordThatIsWrong) {
  const Folder folder;
  const auto written = batch(200, 64);
  keep(*open_vector_store(folder / "store"), identity("m"), written);
  std::string bytes = samples::read_file(folder / "store");
  const std::string vector(reinterpret_cast<const char*>(written.vectors[77].data()), 256);
  const std::size_t at = bytes.find(vector);
  ASSERT_NE(at, std::string::npos);
  bytes[at + 100] ^= 1;
  samples::write_file(folder / "store", bytes);

  const auto store = open_vector_store(folder / "store");
  const auto served = serve(*store, identity("m"), written);
  EXPECT_EQ(served.count(), 199U);
  EXPECT_EQ(served.found[77], 0U);
  EXPECT_EQ(store->damage().records, 1U);
  EXPECT_FALSE(store->damage().rebuilt);
  keep(*store, identity("m"), written);
  EXPECT_EQ(serve(*store, identity("m"), written).count(), 200U);
  EXPECT_EQ(store->damage().records, 1U);
}

TEST(DamagedStore, LeavesAloneWhatNeverWasAStore) {
  const std::string own = "CREATE TABLE birds(name TEXT);";
  for (const std::string start : {"\x93NUMPY", "\x1f\x8b\x08",
                                  "\x7f"
                                  "ELF",
                                  "a,b\n", "", "SQLite format 3", own.c_str()}) {
    const Folder folder;
    const std::string bytes = start + std::string(4999, '\0');
    samples::write_file(folder / "store", bytes);
    EXPECT_THROW(open_vector_store(folder / "store"), Error);
    EXPECT_EQ(samples::read_file(folder / "store"), bytes);
    EXPECT_FALSE(std::filesystem::exists(folder / "store.damaged-1"));
  }
}

TEST(DamagedStore, LeavesTextsAlone) {
  const std::string schema = kStoreSchema.sql;
  for (const std::string& text : {"SQ" + std::string(), "BEGIN;\n" + schema + "COMMIT;\n"}) {
    const Folder folder;
    samples::write_file(folder / "store", text);
    EXPECT_THROW(open_vector_store(folder / "store"), Error);
    EXPECT_EQ(samples::read_file(folder / "store"), text);
  }
}

TEST(DamagedStore, SetsAsideWhatIsNoDatabaseAnyMore) {
  const Folder folder;
  const std::string text = std::string(5000, '\0') + kStoreSchema.sql;
  samples::write_file(folder / "store", text);
  samples::write_file(folder / "store.damaged-1", "an earlier one");
  const auto store = open_vector_store(folder / "store");
  EXPECT_TRUE(store->damage().rebuilt);
  EXPECT_EQ(store->damage().set_aside, folder / "store.damaged-2");
  EXPECT_EQ(samples::read_file(folder / "store.damaged-2"), text);
  EXPECT_EQ(samples::read_file(folder / "store.damaged-1"), "an earlier one");
  keep(*store, identity("m"), batch(1, 1));
  EXPECT_EQ(serve(*store, identity("m"), batch(1, 1)).count(), 1U);
}

TEST(DamagedStore, SalvagesWhatCanBeRead) {
  const samples::DamagedStore damaged;
  const Folder folder;
  samples::write_file(folder / "store", damaged.bytes().substr(0, damaged.bytes().size() / 4 * 3));
  const auto store = open_vector_store(folder / "store");
  const auto served = serve(*store, identity("m"), damaged.written());
  EXPECT_TRUE(store->damage().rebuilt);
  EXPECT_TRUE(right(served, damaged.written()));
  EXPECT_GT(served.count(), 60U);
  EXPECT_LT(served.count(), 200U);
}

TEST(DamagedStore, SalvagesMoreThanIsKeptInMemory) {
  const Folder folder;
  const auto all = batch(25'000, 2);
  {
    const auto store = open_vector_store(folder / "store");
    keep(*store, identity("m"), all);
  }
  std::string bytes = samples::read_file(folder / "store");
  bytes[bytes.size() - 16384] = '\xff';
  samples::write_file(folder / "store", bytes);
  const auto store = open_vector_store(folder / "store");
  const auto served = serve(*store, identity("m"), all);
  EXPECT_TRUE(store->damage().rebuilt);
  EXPECT_TRUE(right(served, all));
  EXPECT_GT(served.count(), 24'000U);
}

// Another connection prevents the log from being written back, so it must go with the file.
TEST(DamagedStore, SalvagesWhatItsLogHolds) {
  const samples::DamagedStore damaged;
  const Folder folder;
  std::string bytes = damaged.bytes();
  bytes[5 * 16384] = '\xff';  // the first page of records
  samples::write_file(folder / "store", bytes);
  const auto early = open_vector_store(folder / "store");
  keep(*early, identity("m"), batch(20, 96, 1, 200));
  const auto late = open_vector_store(folder / "store");
  const auto all = batch(220, 96);
  const auto served = serve(*late, identity("m"), all);
  EXPECT_TRUE(late->damage().rebuilt);
  EXPECT_TRUE(right(served, all));
  EXPECT_EQ(std::count(served.found.begin(), served.found.begin() + 37, 0), 37);
  EXPECT_EQ(served.count(), 220U - 37);
  EXPECT_EQ(serve(*early, identity("m"), all).count(), 220U - 37);
}

TEST(DamagedStore, IsLeftForTheOneThatAnotherProcessMade) {
  const samples::DamagedStore damaged;
  const Folder folder;
  samples::write_file(folder / "store", damaged.bytes());
  const auto early = open_vector_store(folder / "store");
  EXPECT_EQ(serve(*early, identity("m"), damaged.written()).count(), 200U);
  std::filesystem::resize_file(folder / "store", 20'000);
  const auto late = open_vector_store(folder / "store");
  keep(*late, identity("m"), damaged.written());
  const auto served = serve(*early, identity("m"), damaged.written());
  EXPECT_EQ(served.count(), 200U);
  EXPECT_TRUE(right(served, damaged.written()));
  EXPECT_TRUE(late->damage().rebuilt);
  EXPECT_FALSE(early->damage().rebuilt);
}

TEST(DamagedStore, KeepsOthersWaitingWhileItIsMended) {
  const Folder folder;
  auto mending = std::make_unique<FileLock>(folder / "store.lock", FileLock::Kind::kExclusive);
  const pid_t other = ::fork();
  if (other == 0) {
    mending.reset();  // the parent holds it still
    open_vector_store(folder / "store");
    ::_exit(0);
  }
  EXPECT_TRUE(test::eventually_waits(other));
  EXPECT_EQ(::waitpid(other, nullptr, WNOHANG), 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "store"));
  mending.reset();
  EXPECT_EQ(::waitpid(other, nullptr, 0), other);
  EXPECT_TRUE(std::filesystem::exists(folder / "store"));
}

TEST(DamagedStore, IsMadeAnewWhereItWasRemoved) {
  const Folder folder;
  const auto store = open_vector_store(folder / "store");
  keep(*store, identity("m"), batch(3, 3));
  std::filesystem::remove(folder / "store");
  EXPECT_EQ(serve(*store, identity("m"), batch(3, 3)).count(), 0U);
  keep(*store, identity("m"), batch(3, 3));
  EXPECT_EQ(serve(*store, identity("m"), batch(3, 3)).count(), 3U);
}

// Reports each use by a byte.
void use_over_and_over(const std::filesystem::path& file, int pipe) {
  const auto store = open_vector_store(file);
  for (int i = 0; i < 1000; ++i) {
    keep(*store, identity("m"), batch(3, 3));
    serve(*store, identity("m"), batch(3, 3));
    if (::write(pipe, "x", 1) != 1) throw std::runtime_error("nobody reads");
  }
}

// Starts a process that does the work. It fails if the work throws.
pid_t start(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    ::_exit(1);
  }
  ::_exit(0);
}

struct User {
  pid_t process = 0;
  int reports = -1;
  bool works = true;

  // Waits for what it reports next, and takes all that it reported before.
  void await_a_use() {
    char bytes[4096];
    works = works && ::read(reports, bytes, sizeof bytes) > 0;
  }
};

User start_user(const std::filesystem::path& file) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const pid_t process = start([&] {
    ::close(ends[0]);
    use_over_and_over(file, ends[1]);
  });
  ::close(ends[1]);
  return {process, ends[0]};
}

// Users may remove a store at any time. Between two removals each process has the time to make it
// again, on a busy machine too.
TEST(DamagedStore, IsMadeAnewHoweverOftenItIsRemoved) {
  const Folder folder;
  std::vector<User> users;
  for (int i = 0; i < 3; ++i) users.push_back(start_user(folder / "store"));
  while (std::ranges::any_of(users, &User::works)) {
    for (auto& user : users) user.await_a_use();
    for (const char* suffix : {"", ".lock", "-shm", "-wal"}) {
      std::error_code ignored;
      std::filesystem::remove((folder / "store").string() + suffix, ignored);
    }
  }
  for (const auto& user : users) {
    int status = 0;
    EXPECT_EQ(::waitpid(user.process, &status, 0), user.process);
    EXPECT_EQ(status, 0);
    ::close(user.reports);
  }
}

}  // namespace store_damage_test
}  // namespace sonde

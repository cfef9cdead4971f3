#include "store/vectors/vector_store.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <limits>

#include "sonde/error.h"
#include "store/vectors/stored_vector.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde {
namespace vector_store_test {

using samples::batch;
using samples::Folder;
using samples::identity;
using samples::keep;
using samples::right;
using samples::serve;

template <class Call>
ErrorKind kind_of_error(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  throw std::runtime_error("no error");
}

void run_sql(const std::filesystem::path& file, const char* sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
}

TEST(TextKey, DependsOnTheTextAndOnTheSideWhereThatCounts) {
  const Text first{"a", Side::kFirst};
  const Text second{"a", Side::kSecond};
  EXPECT_EQ(text_key(first, false), text_key(second, false));
  EXPECT_NE(text_key(first, true), text_key(second, true));
  EXPECT_NE(text_key(first, true), text_key(first, false));
  EXPECT_NE(text_key(first, false), text_key({"b", Side::kFirst}, false));
}

TEST(VectorStore, GivesBackTheBitsThatItTook) {
  const bool held = rc::check([] {
    const Folder folder;
    const auto columns = *rc::gen::inRange<std::size_t>(1, 40);
    auto written =
        batch(*rc::gen::inRange<std::size_t>(1, 30), columns, *rc::gen::arbitrary<std::uint64_t>());
    const float specials[] = {std::numeric_limits<float>::quiet_NaN(), -0.0F,
                              std::numeric_limits<float>::denorm_min(),
                              -std::numeric_limits<float>::infinity()};
    written.vectors.view()(0, 0) = specials[*rc::gen::inRange<std::size_t>(0, 4)];
    {
      const auto store = open_vector_store(folder / "store");
      RC_ASSERT(serve(*store, identity("m"), written).count() == 0U);
      keep(*store, identity("m"), written);
    }
    const auto store = open_vector_store(folder / "store");
    const auto served = serve(*store, identity("m"), written);
    RC_ASSERT(served.count() == written.texts.size());
    RC_ASSERT(right(served, written));
    RC_ASSERT(!store->damage().rebuilt && store->damage().records == 0U);
  });
  EXPECT_TRUE(held);
}

TEST(VectorStore, LeavesRowsThatItLacksAlone) {
  const Folder folder;
  const auto store = open_vector_store(folder / "store");
  const auto written = batch(2, 3);
  store->write(identity("m"), std::span(written.texts).first(1), written.vectors.view().block(0, 1),
               std::span(written.remarks).first(1));
  std::vector<float> wide(2 * 5, 42.0F);  // rows of 3, 5 apart
  std::vector<Remark> remarks(2);
  std::vector<std::uint8_t> found(2, 9);
  store->read(identity("m"), written.texts, {wide.data(), 2, 3, 5}, remarks, found);
  EXPECT_EQ(found, (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(wide[2], written.vectors[0][2]);
  for (std::size_t i = 3; i < wide.size(); ++i) EXPECT_EQ(wide[i], 42.0F);
}

TEST(VectorStore, MissesWhateverWasWrittenForAnotherIdentity) {
  const Folder folder;
  const auto store = open_vector_store(folder / "store");
  const auto written = batch(5, 4);
  keep(*store, identity("m", "f32"), written);
  EXPECT_EQ(serve(*store, identity("m", "bf16"), written).count(), 0U);
  EXPECT_EQ(serve(*store, identity("n", "f32"), written).count(), 0U);
  EXPECT_EQ(serve(*store, identity("m", "f32"), batch(5, 4, 1, 5)).count(), 0U);
  EXPECT_EQ(serve(*store, identity("m", "f32"), batch(5, 6)).count(), 0U);
  EXPECT_EQ(serve(*store, identity("m", "f32"), written).count(), 5U);
  EXPECT_EQ(store->damage().records, 0U);
}

TEST(VectorStore, ReplacesAnEarlierRecord) {
  const Folder folder;
  const auto store = open_vector_store(folder / "store");
  keep(*store, identity("m"), batch(5, 4, 1));
  const auto later = batch(5, 4, 2);
  keep(*store, identity("m"), later);
  const auto served = serve(*store, identity("m"), later);
  EXPECT_EQ(served.count(), 5U);
  EXPECT_TRUE(right(served, later));
  EXPECT_EQ(stored_views(folder / "store").at(0).vectors, 5U);
}

// The SHA-256 that the first versions stored for each record.
void put_sha256(const std::filesystem::path& file, const Identity& view) {
  Database database(file, Access::kShared);
  Statement rows(database,
                 "SELECT id, text, tokens, kept, unknown, undefined, vector FROM vectors");
  Statement put(database, "UPDATE vectors SET checksum = ? WHERE id = ?");
  const auto key = view_key(view.what.hex(), view.numerics);
  const auto number = [&](int column) { return static_cast<std::uint64_t>(rows.integer(column)); };
  while (rows.step()) {
    const Digest sum =
        digest_of(key, rows.blob(1), number(2), number(3), number(4), number(5), rows.blob(6));
    put.bind_blob(1, sum.short_key()).bind(2, rows.integer(0)).run();
  }
}

TEST(VectorStore, ServesWhatTheFirstVersionsKept) {
  const Folder folder;
  const auto written = batch(5, 4);
  keep(*open_vector_store(folder / "store"), identity("m"), written);
  put_sha256(folder / "store", identity("m"));
  run_sql(folder / "store", "UPDATE vectors SET tokens = tokens + 1 WHERE id = 2");
  const auto store = open_vector_store(folder / "store");
  const auto served = serve(*store, identity("m"), written);
  EXPECT_EQ(served.count(), 4U);
  EXPECT_TRUE(right(served, written));
  EXPECT_EQ(store->damage().records, 1U);
}

TEST(VectorStore, MakesAMissingFolderAndFillsAnEmptyFile) {
  const Folder folder;
  open_vector_store(folder / "a" / "b" / "store");
  EXPECT_TRUE(std::filesystem::exists(folder / "a" / "b" / "store"));
  samples::write_file(folder / "empty", "");
  const auto store = open_vector_store(folder / "empty");
  keep(*store, identity("m"), batch(1, 1));
  EXPECT_FALSE(store->damage().rebuilt);
  EXPECT_EQ(serve(*store, identity("m"), batch(1, 1)).count(), 1U);
}

TEST(VectorStore, IsLockedAtThePlaceThatALinkLeadsTo) {
  const Folder folder;
  std::filesystem::create_directory(folder / "a");
  open_vector_store(folder / "a" / "store");
  std::filesystem::create_symlink(folder / "a" / "store", folder / "link");
  keep(*open_vector_store(folder / "link"), identity("m"), batch(1, 1));
  EXPECT_EQ(stored_views(folder / "link").size(), 1U);
  EXPECT_EQ(stored_views(folder / "a" / "store").size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(folder / "a" / "store.lock"));
  EXPECT_FALSE(std::filesystem::exists(folder / "link.lock"));
}

TEST(VectorStore, LeavesOneFileWhenClosed) {
  const Folder folder;
  keep(*open_vector_store(folder / "store"), identity("m"), batch(9, 4));
  EXPECT_FALSE(std::filesystem::exists(folder / "store-wal"));
  EXPECT_FALSE(std::filesystem::exists(folder / "store-shm"));
}

TEST(VectorStore, SaysWhereItCannotWrite) {
  const Folder folder;
  samples::write_file(folder / "file", "x");
  const auto open = [&](const char* name) {
    return [&, name] { open_vector_store(folder / name); };
  };
  EXPECT_EQ(kind_of_error(open("file/store")), ErrorKind::kOutside);
  std::filesystem::create_directory(folder / "store");
  EXPECT_EQ(kind_of_error(open("store")), ErrorKind::kInput);
}

TEST(VectorStore, RefusesAFolderThatIsReadOnly) {
  const Folder folder;
  keep(*open_vector_store(folder / "store"), identity("m"), batch(1, 1));
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  std::filesystem::permissions(folder / "store", std::filesystem::perms(0444));
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::seteuid(65534) != 0) ::_exit(9);
    try {
      open_vector_store(folder / "store");
      ::_exit(1);
    } catch (const Error& error) {
      ::_exit(error.kind() == ErrorKind::kOutside ? 0 : 2);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(VectorStore, RefusesTheDatabaseOfAnotherProgram) {
  const Folder folder;
  run_sql(folder / "other", "CREATE TABLE t(a PRIMARY KEY); INSERT INTO t VALUES(1)");
  const std::string before = samples::read_file(folder / "other");
  EXPECT_EQ(kind_of_error([&] { open_vector_store(folder / "other"); }), ErrorKind::kInput);
  EXPECT_EQ(samples::read_file(folder / "other"), before);
}

TEST(VectorStore, RefusesANewerSchema) {
  const Folder folder;
  keep(*open_vector_store(folder / "store"), identity("m"), batch(1, 1));
  run_sql(folder / "store", "PRAGMA user_version=2; PRAGMA application_id=0x736e7602;");
  EXPECT_EQ(kind_of_error([&] { open_vector_store(folder / "store"); }), ErrorKind::kInput);
}

TEST(StoredViews, AreListedLargestFirstAndPruned) {
  const Folder folder;
  const auto file = folder / "store";
  {
    const auto store = open_vector_store(file);
    keep(*store, identity("small"), batch(3, 4));
    keep(*store, identity("large", "bf16"), batch(400, 100));
    keep(*store, identity("large", "f32"), batch(300, 100));
  }
  const auto views = stored_views(file);
  ASSERT_EQ(views.size(), 3U);
  EXPECT_EQ(views[0].what, identity("large").what.hex());
  EXPECT_EQ(views[0].numerics, "bf16");
  EXPECT_EQ(views[0].name, "model large");
  EXPECT_EQ(views[0].vectors, 400U);
  EXPECT_EQ(views[0].bytes, 400U * 100 * sizeof(float));
  EXPECT_EQ(views[2].vectors, 3U);

  const auto size = std::filesystem::file_size(file);
  const std::vector<std::string> prefix{identity("large").what.hex().substr(0, 8)};
  EXPECT_EQ(prune_store(file, prefix), 700U);
  EXPECT_LT(std::filesystem::file_size(file), size / 2);
  EXPECT_EQ(stored_views(file).size(), 1U);
  const auto store = open_vector_store(file);
  EXPECT_EQ(serve(*store, identity("small"), batch(3, 4)).count(), 3U);
  EXPECT_EQ(serve(*store, identity("large"), batch(3, 100)).count(), 0U);
  EXPECT_EQ(prune_store(file, std::vector<std::string>{"all"}), 3U);
  EXPECT_EQ(serve(*store, identity("small"), batch(3, 4)).count(), 0U);
}

TEST(StoredViews, AreAskedOfAStoreOnly) {
  const Folder folder;
  samples::write_file(folder / "text", std::string(10'000, 'x'));
  const std::vector<std::string> all{"all"};
  for (const char* name : {"missing", "text", "."}) {
    EXPECT_EQ(kind_of_error([&] { stored_views(folder / name); }), ErrorKind::kInput);
    EXPECT_EQ(kind_of_error([&] { prune_store(folder / name, all); }), ErrorKind::kInput);
  }
  EXPECT_EQ(samples::read_file(folder / "text"), std::string(10'000, 'x'));
  EXPECT_EQ(kind_of_error([&] { prune_store(folder / "text", std::vector<std::string>{""}); }),
            ErrorKind::kUsage);
}

}  // namespace vector_store_test
}  // namespace sonde

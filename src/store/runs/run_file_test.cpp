#include "sonde/run_file.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/exhaustive_test.h"
#include "base/testing/eventually_test.h"
#include "sonde/error.h"
#include "store/database/sqlite.h"
#include "store/runs/run_parts.h"
#include "store/runs/testing/run_samples.h"

namespace sonde {
namespace run_file_test {

using samples::Folder;
using samples::read_file;
using samples::some_run;
using samples::WholeRun;
using samples::write_run;

// Equal bits, but any NaN equals another.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(same(a[i], b[i])) << a[i] << " " << b[i];
}

void expect_same(const Item& a, const Item& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.first_row, b.first_row);
  ASSERT_EQ(a.texts.size(), b.texts.size());
  for (std::size_t i = 0; i < a.texts.size(); ++i) {
    EXPECT_EQ(a.texts[i].text, b.texts[i].text);
    EXPECT_EQ(a.texts[i].side, b.texts[i].side);
  }
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    EXPECT_EQ(a.rows[i].label, b.rows[i].label);
    EXPECT_EQ(a.rows[i].at, b.rows[i].at);
    EXPECT_TRUE(same(a.rows[i].gold, b.rows[i].gold));
  }
}

void expect_same(const TaskFacts& a, const TaskFacts& b) {
  const auto all = [](const TaskFacts& t) {
    return std::tie(t.probe, t.dataset, t.title, t.version, t.language, t.licence, t.settings,
                    t.measurements, t.digest, t.items, t.rows, t.whole, t.left_out);
  };
  EXPECT_EQ(all(a), all(b));
}

void expect_same(const SubjectFacts& a, const SubjectFacts& b) {
  const auto all = [](const SubjectFacts& s) {
    return std::tie(s.name, s.spec, s.group, s.has_vectors, s.identity.view, s.identity.what,
                    s.identity.numerics, s.identity.sided, s.identity.batch_dependent,
                    s.identity.facts);
  };
  EXPECT_EQ(all(a), all(b));
}

void expect_same(const TextRemark& a, const TextRemark& b) {
  EXPECT_EQ(std::tie(a.task, a.subject, a.item, a.text),
            std::tie(b.task, b.subject, b.item, b.text));
  EXPECT_TRUE(samples::same_remark(a.remark, b.remark));
}

void expect_same(const Result& a, const Result& b) {
  const auto all = [](const Result& r) {
    return std::tie(r.subject, r.probe, r.dataset, r.slice, r.name, r.n, r.left_out, r.why,
                    r.scope);
  };
  EXPECT_EQ(all(a), all(b));
  expect_same({a.value, a.low, a.high}, {b.value, b.low, b.high});
}

void expect_same(const Series& a, const Series& b) {
  const auto all = [](const Series& s) {
    return std::tie(s.subject, s.probe, s.dataset, s.slice, s.name, s.first, s.step);
  };
  EXPECT_EQ(all(a), all(b));
  expect_same(a.values, b.values);
}

template <class T>
void expect_same(const std::vector<T>& a, const std::vector<T>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) expect_same(a[i], b[i]);
}

void expect_same(const WholeRun& a, const WholeRun& b) {
  EXPECT_EQ(
      std::tie(a.facts.version, a.facts.plan, a.facts.seed, a.facts.replicates, a.facts.limit),
      std::tie(b.facts.version, b.facts.plan, b.facts.seed, b.facts.replicates, b.facts.limit));
  expect_same(a.tasks, b.tasks);
  expect_same(a.subjects, b.subjects);
  expect_same(a.items, b.items);
  EXPECT_EQ(a.digests, b.digests);
  expect_same(a.remarks, b.remarks);
  expect_same(a.results, b.results);
  expect_same(a.series, b.series);
  for (std::size_t t = 0; t < a.measured.size(); ++t) {
    for (std::size_t s = 0; s < a.measured[t].size(); ++s) {
      expect_same(a.measured[t][s].values, b.measured[t][s].values);
      expect_same(a.measured[t][s].fitted, b.measured[t][s].fitted);
    }
  }
}

Error error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  throw std::runtime_error("no error");
}

TEST(RunFile, GivesBackWhatItWasTold) {
  const bool held = rc::check([] {
    const Folder folder;
    const WholeRun run =
        some_run(*rc::gen::arbitrary<std::uint64_t>(), *rc::gen::inRange<std::size_t>(0, 30),
                 *rc::gen::inRange<std::size_t>(0, 4));
    write_run(folder / "run", run);
    expect_same(run, samples::read_run(*open_run_file(folder / "run")));
    RC_ASSERT(!::testing::Test::HasFailure());
  });
  EXPECT_TRUE(held);
}

TEST(RunFile, HasTheSameBytesForTheSameCallsInBlocksOfAnySize) {
  const Folder folder;
  const WholeRun run = some_run(1, 3000, 1, 2);  // more than a block of each
  write_run(folder / "a", run, 100);
  const std::string bytes = read_file(folder / "a");
  EXPECT_EQ(bytes.substr(0, 15), "SQLite format 3");
  std::filesystem::create_directory(folder / "elsewhere");
  for (const std::size_t block : {100U, 1U, 1000U, 7000U}) {
    write_run(folder / "elsewhere/b", run, block);
    EXPECT_TRUE(bytes == read_file(folder / "elsewhere/b")) << block;
  }
  expect_same(run, samples::read_run(*open_run_file(folder / "a")));
}

TEST(RunFile, IsASoundDatabaseThatOthersCanRead) {
  const Folder folder;
  write_run(folder / "run #1?.sonde", some_run(1, 300));
  expect_same(some_run(1, 300), samples::read_run(*open_run_file(folder / "run #1?.sonde")));
  Database database(folder / "run #1?.sonde", Access::kShared);
  Statement check(database, "PRAGMA integrity_check");
  ASSERT_TRUE(check.step());
  EXPECT_EQ(check.text(0), "ok");
  EXPECT_EQ(database.number("SELECT json_array_length(body, '$.items') FROM parts "
                            "WHERE kind = 'items' AND task = 1 AND block = 1"),
            300 - 256);
}

TEST(RunFile, StaysAsItWasWithoutFinish) {
  const Folder folder;
  write_run(folder / "run", some_run(1, 10));
  const std::string before = read_file(folder / "run");
  {
    const auto writer = write_run_file(folder / "run", {});
    samples::tell(*writer, some_run(2, 3000), 100);
    EXPECT_EQ(read_file(folder / "run"), before);
  }
  EXPECT_EQ(read_file(folder / "run"), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

// Starts a process that writes all of a run but its end, then waits.
pid_t start_writer(const std::filesystem::path& file) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const auto writer = write_run_file(file, {});
  samples::tell(*writer, some_run(2, 3000), 100);
  ::raise(SIGSTOP);
  ::_exit(1);
}

std::uint64_t bytes_of_writer() {
  const Folder folder;
  const pid_t child = start_writer(folder / "run");
  ::waitpid(child, nullptr, WUNTRACED);
  const std::uint64_t bytes = test::bytes_moved(child, "wchar");
  test::kill_after_writing(child, 0);
  return bytes;
}

TEST(RunFile, StaysAsItWasWhereTheWriterIsKilled) {
  const Folder folder;
  write_run(folder / "run", some_run(1, 10));
  const std::string before = read_file(folder / "run");
  const std::uint64_t all = bytes_of_writer();
  ASSERT_GT(all, 100'000U);
  const unsigned kills = test::is_exhaustive() ? 20 : 6;
  for (unsigned i = 0; i < kills; ++i) {
    test::kill_after_writing(start_writer(folder / "run"), all * i / (kills - 1));
    EXPECT_EQ(read_file(folder / "run"), before);
  }
  write_run(folder / "run", some_run(3, 10));  // a killed run's leftovers don't interfere
  expect_same(some_run(3, 10), samples::read_run(*open_run_file(folder / "run")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(RunFile, IsWrittenByOneAtATime) {
  const Folder folder;
  const auto writer = write_run_file(folder / "run", {});
  EXPECT_EQ(error_of([&] { write_run_file(folder / "run", {}); }).kind(), ErrorKind::kOutside);
  writer->finish();
  EXPECT_TRUE(open_run_file(folder / "run")->tasks().empty());
}

TEST(RunFile, SaysWhereItCannotBeWritten) {
  const Folder folder;
  const auto write = [&](const char* name) {
    return error_of([&] { write_run_file(folder / name, {}); }).kind();
  };
  EXPECT_EQ(write("missing/run"), ErrorKind::kOutside);
  std::filesystem::create_directory(folder / "run");
  EXPECT_EQ(write("run"), ErrorKind::kOutside);
}

TEST(RunFile, TakesNoRunWithPartsMissing) {
  const Folder folder;
  WholeRun run = some_run(1, 10);
  run.tasks[1].items = 11;
  EXPECT_EQ(error_of([&] { write_run(folder / "run", run); }).kind(), ErrorKind::kUsage);
  run = some_run(1, 10);
  run.measured[0][0].values.resize(4);
  EXPECT_EQ(error_of([&] { write_run(folder / "run", run); }).kind(), ErrorKind::kUsage);
  run = some_run(1, 10);
  run.items[0][3].labels["\xff"] = "no UTF-8";
  EXPECT_EQ(error_of([&] { write_run(folder / "run", run); }).kind(), ErrorKind::kInput);
  EXPECT_FALSE(std::filesystem::exists(folder / "run"));
}

TEST(RunFile, SaysWhatIsNoRunFile) {
  const Folder folder;
  samples::write_file(folder / "text", std::string(5000, 'x'));
  samples::write_file(folder / "empty", "");
  {
    Database(folder / "other", Access::kShared).run("CREATE TABLE t(a PRIMARY KEY)");
  }
  open_vector_store(folder / "store");
  for (const char* name : {"missing", "text", "empty", "other", "store", "."}) {
    const Error error = error_of([&] { open_run_file(folder / name); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << name;
    EXPECT_EQ(error.place().file, (folder / name).string());
    EXPECT_FALSE(error.advice().empty());
  }
}

TEST(RunFile, SaysWhereItsSchemaIsNewer) {
  const Folder folder;
  write_run(folder / "run", some_run(1, 2));
  Database(folder / "run", Access::kShared)
      .run("PRAGMA user_version=3; PRAGMA application_id=0x736e7203;");
  const Error error = error_of([&] { open_run_file(folder / "run"); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_NE(error.message().find("newer"), std::string::npos);
}

// The first version's format: without series and left_out, at first without noise_floor.
TEST(RunFile, ReadsFilesOfTheFirstSchema) {
  const Folder folder;
  WholeRun run = some_run(1, 2);
  run.series.clear();
  for (auto& task : run.tasks) task.left_out.clear();
  write_run(folder / "run", run);
  Database database(folder / "run", Access::kShared);
  std::string head;
  {
    Statement find(database, "SELECT body FROM parts WHERE kind = 'head'");
    ASSERT_TRUE(find.step());
    head = find.text(0);
  }
  for (const std::string later : {",\"left_out\":{}", ",\"series\":0"}) {
    while (head.find(later) != head.npos) head.erase(head.find(later), later.size());
  }
  for (auto at = head.find(",\"noise_floor\":"); at != head.npos;
       at = head.find(",\"noise_floor\":")) {
    head.erase(at, head.find_first_of(",}", at + 1) - at);
  }
  for (auto& subject : run.subjects) subject.noise_floor = NAN;
  ASSERT_EQ(head.find("left_out"), head.npos);
  {
    Statement edit(database, "UPDATE parts SET body = ?, checksum = ? WHERE kind = 'head'");
    edit.bind_text(1, head).bind_blob(2, part_checksum({"head"}, head)).run();
  }
  database.run("PRAGMA user_version=1; PRAGMA application_id=0x736e7201;");
  expect_same(run, samples::read_run(*open_run_file(folder / "run")));
}

// Checks that it equals the written run, or that an error is reported.
void expect_right_or_refused(const std::filesystem::path& file, const WholeRun& run, int& refused) {
  try {
    expect_same(run, samples::read_run(*open_run_file(file)));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_EQ(error.place().file, file.string());
    ++refused;
  }
}

TEST(DamagedRunFile, IsRefusedOrRightWhateverByteIsFlipped) {
  const Folder folder;
  const WholeRun run = some_run(1, 60);
  write_run(folder / "run", run);
  const std::string bytes = read_file(folder / "run");
  int refused = 0;
  const std::uint64_t flips = test::is_exhaustive() ? 1000 : 250;
  for (std::uint64_t i = 0; i < flips; ++i) {
    std::string flipped = bytes;
    const std::size_t at = i < 100 ? i : random_bits(1, 2, i) % bytes.size();
    flipped[at] = static_cast<char>(flipped[at] ^ static_cast<char>(1 + i % 255));
    samples::write_file(folder / "flipped", flipped);
    SCOPED_TRACE(at);
    expect_right_or_refused(folder / "flipped", run, refused);
  }
  EXPECT_GT(refused, static_cast<int>(flips / 2));
}

TEST(DamagedRunFile, IsRefusedWhereverItIsTruncated) {
  const Folder folder;
  const WholeRun run = some_run(1, 60);
  write_run(folder / "run", run);
  const std::string bytes = read_file(folder / "run");
  int refused = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    samples::write_file(folder / "cut", bytes.substr(0, bytes.size() * i / 200));
    expect_right_or_refused(folder / "cut", run, refused);
  }
  EXPECT_EQ(refused, 200);
}

TEST(DamagedRunFile, IsRefusedWhereAnyOfItsPartsIsLost) {
  const Folder folder;
  const WholeRun run = some_run(1, 600);
  write_run(folder / "run", run);
  const std::int64_t parts =
      Database(folder / "run", Access::kImmutable).number("SELECT count(*) FROM parts");
  ASSERT_GT(parts, 20);
  int refused = 0;
  for (std::int64_t id = 1; id <= parts; ++id) {
    std::filesystem::copy_file(folder / "run", folder / "lost",
                               std::filesystem::copy_options::overwrite_existing);
    Database(folder / "lost", Access::kShared)
        .run("DELETE FROM parts WHERE id = " + std::to_string(id));
    expect_right_or_refused(folder / "lost", run, refused);
  }
  EXPECT_EQ(refused, parts);
}

TEST(RunFile, ResultsWithFormerNamesAreReadByThePresentOnes) {
  Result result;
  result.probe = "curves?seed=2";
  result.name = "best_cosine";
  EXPECT_EQ(results_from_json(to_json(std::vector{result})).at(0).name, "threshold");
}

}  // namespace run_file_test
}  // namespace sonde

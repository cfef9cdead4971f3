#include "sonde/run.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <atomic>
#include <cmath>
#include <functional>

#include "run/run_folder_test.h"
#include "run/vectors/vector_source.h"
#include "sonde/error.h"

namespace sonde {
namespace run_test {

namespace fs = std::filesystem;

class Silent : public Observer {
 public:
  void begin(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override { ++advances; }
  void note(std::string_view) override {}
  bool stop() override { return advances >= stop_after; }

  std::atomic<int> advances = 0;  // stop() is called on any thread
  std::atomic<int> stop_after = 1 << 30;
};

RunPlan small_plan(const fs::path& data, const fs::path& out) {
  RunPlan plan;
  plan.encoders = {parse_spec("random?dimension=16"), parse_spec("b=random?seed=2&dimension=16")};
  plan.probes = {parse_spec("sts")};
  plan.datasets = {data.string()};
  plan.out = out;
  plan.replicates = 50;
  return plan;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(RunTest, StoredResultsAreThoseMadeAgainFromMeasurements) {
  const auto plan = small_plan(write("pairs.tsv", numbered_pairs(60)), folder_ / "a.sonde");
  Silent silent;
  run(plan, silent);
  const auto file = open_run_file(plan.out);
  const auto stored = file->results();
  const auto again = summarise_again(*file);
  ASSERT_EQ(stored.size(), again.size());
  ASSERT_FALSE(stored.empty());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    EXPECT_EQ(stored[i].name, again[i].name);
    EXPECT_TRUE(stored[i].value == again[i].value || std::isnan(stored[i].value));
    EXPECT_TRUE(stored[i].low == again[i].low || std::isnan(stored[i].low));
  }
}

TEST_F(RunTest, TheFirstDataSetThatIsBadIsToldOnAnyThreads) {
  const auto good = write("good.tsv", numbered_pairs(2000));
  const auto late = write("late.tsv", numbered_pairs(2000) + "a\tb\tnine\n");
  const auto soon = write("soon.tsv", "first\tsecond\tgold\na\tb\tnine\n");
  auto plan = small_plan(good, folder_ / "a.sonde");
  plan.datasets = {good.string(), late.string(), soon.string()};
  Silent silent;
  for (const std::size_t threads : {1U, 2U, 4U}) {
    plan.threads = threads;
    try {
      run(plan, silent);
      FAIL() << "nothing was told";
    } catch (const Error& error) {
      EXPECT_EQ(error.place().file, late.string()) << error.what();
    }
  }
}

TEST_F(RunTest, AnyNumberOfThreadsSummarises) {
  const auto plan = small_plan(write("pairs.tsv", numbered_pairs(20)), folder_ / "a.sonde");
  Silent silent;
  run(plan, silent);
  const auto file = open_run_file(plan.out);
  EXPECT_EQ(summarise_again(*file, std::size_t{1} << 62).size(), file->results().size());
}

// Acts when a phase begins.
class Meddling : public Silent {
 public:
  Meddling(std::string phase, std::function<void()> act)
      : phase_(std::move(phase)), act_(std::move(act)) {}
  void begin(std::string_view phase, std::uint64_t) override {
    if (phase.starts_with(phase_)) act_();
  }

 private:
  std::string phase_;
  std::function<void()> act_;
};

std::string error_of(const RunPlan& plan, Observer& observer, ErrorKind kind) {
  try {
    run(plan, observer);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "no error";
}

TEST_F(RunTest, DataThatChangeDuringARunAreNoticed) {
  std::string other = numbered_pairs(60);
  other.replace(other.rfind("two"), 3, "six");
  const std::string labelled = "first\tsecond\tgold\tage\na\tb\t1\told\nc\td\t2\tnew\n";
  std::string relabelled = labelled;
  relabelled.replace(relabelled.find("\told"), 4, "\tnew");
  const std::pair<std::string, std::string> changes[] = {{numbered_pairs(60), numbered_pairs(20)},
                                                         {numbered_pairs(60), numbered_pairs(90)},
                                                         {numbered_pairs(60), other},
                                                         {labelled, relabelled}};
  for (const auto& [before, after] : changes) {
    for (const char* phase : {"encoding", "measuring"}) {
      for (const std::uint64_t stream_above : {1'000U, 2U}) {  // stored in memory, and read again
        auto plan = small_plan(write("pairs.tsv", before), folder_ / "a.sonde");
        plan.stream_above = stream_above;
        Meddling observer(phase, [&, &data = after] { write("pairs.tsv", data); });
        EXPECT_THAT(error_of(plan, observer, ErrorKind::kInput),
                    testing::HasSubstr("changed during the run"));
        EXPECT_FALSE(fs::exists(plan.out));
      }
    }
  }
}

// The first data set is resampled while the second, which is stopped, is measured.
TEST_F(RunTest, ARunThatIsStoppedWhileItSummarisesGoesOn) {
  auto plan = small_plan(write("pairs.tsv", numbered_pairs(60)), folder_ / "whole.sonde");
  plan.datasets.push_back(write("more.tsv", numbered_pairs(90)).string());
  plan.threads = 2;
  plan.replicates = 20'000;
  Silent silent;
  run(plan, silent);
  const auto whole = bytes_of(plan.out);
  plan.out = folder_ / "stopped.sonde";
  plan.store = folder_ / "store";
  Meddling observer("measuring", [&] { observer.stop_after = observer.advances + 1; });
  EXPECT_THAT(error_of(plan, observer, ErrorKind::kInterrupted),
              testing::HasSubstr("vectors so far are saved"));
  EXPECT_FALSE(fs::exists(plan.out));
  EXPECT_EQ(run(plan, silent).encoded, 0U);
  EXPECT_EQ(bytes_of(plan.out), whole);
}

TEST_F(RunTest, AScorerIsNeverAskedForRowsThatWereNotListed) {
  std::string scores;
  for (int i = 0; i < 60; ++i) scores += "0.5\n";
  auto plan = small_plan(write("pairs.tsv", numbered_pairs(60)), folder_ / "a.sonde");
  plan.encoders.clear();
  plan.scorers = {parse_spec("scores:" + write("scores.txt", scores).string())};
  plan.stream_above = 2;  // read again
  Meddling observer("measuring", [&] { write("pairs.tsv", numbered_pairs(90)); });
  EXPECT_THAT(error_of(plan, observer, ErrorKind::kInput),
              testing::HasSubstr("changed during the run"));
}

TEST_F(RunTest, APipeIsNoDataSet) {
  const auto pipe = folder_ / "pairs.tsv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Silent silent;
  EXPECT_THAT(error_of(small_plan(pipe, folder_ / "a.sonde"), silent, ErrorKind::kInput),
              testing::HasSubstr("is a pipe or a device"));
}

TEST_F(RunTest, ThreadsHaveABound) {
  auto plan = small_plan(write("pairs.tsv", numbered_pairs(5)), folder_ / "a.sonde");
  plan.threads = 513;
  Silent silent;
  EXPECT_THAT(error_of(plan, silent, ErrorKind::kUsage), testing::HasSubstr("513 threads"));
}

TEST_F(RunTest, AFolderThatIsNotThereIsNoticedBeforeAnyWork) {
  const auto data = write("pairs.tsv", numbered_pairs(5));
  for (const bool stored : {false, true}) {
    auto plan = small_plan(data, folder_ / "no" / "a.sonde");
    if (stored) plan.store = folder_ / "store";
    Meddling observer("", [] { FAIL() << "work was done"; });
    EXPECT_THAT(error_of(plan, observer, ErrorKind::kOutside),
                testing::HasSubstr("no such folder"));
    EXPECT_FALSE(fs::exists(folder_ / "no"));
    EXPECT_FALSE(fs::exists(folder_ / "store"));
  }
}

TEST_F(RunTest, AllThatACardSaysOfItselfIsPartOfTheRun) {
  write("pairs.tsv", numbered_pairs(5));
  const std::string card = "probe = \"sts\"\nfile = \"pairs.tsv\"\n";
  for (const char* key : {"title", "version", "language", "licence"}) {
    const auto plan = small_plan(write("card.toml", card), folder_ / key);
    Silent silent;
    run(plan, silent);
    EXPECT_TRUE(run(plan, silent).up_to_date);
    write("card.toml", card + key + " = \"x\"\n");
    EXPECT_THAT(error_of(plan, silent, ErrorKind::kUsage), testing::HasSubstr("holds another run"))
        << key;
  }
}

TEST_F(RunTest, NoFolderIsInARunFile) {
  write("pairs.tsv", numbered_pairs(5));
  for (const char* folder : {"here", "there"}) {
    fs::create_directory(folder_ / folder);
    const auto scores = write(std::string(folder) + "/scores.txt", "1\n2\n3\n4\n5\n");
    auto plan = small_plan(folder_ / "pairs.tsv", folder_ / (std::string(folder) + ".sonde"));
    plan.scorers = {parse_spec("scores:" + scores.string())};
    Silent silent;
    run(plan, silent);
    EXPECT_EQ(open_run_file(plan.out)->subjects()[2].spec, "scores:scores.txt");
  }
  EXPECT_EQ(bytes_of(folder_ / "here.sonde"), bytes_of(folder_ / "there.sonde"));
}

TEST_F(RunTest, AProbeThatIsNamedTwiceIsToldAsThat) {
  auto plan = small_plan(write("pairs.tsv", numbered_pairs(5)), folder_ / "a.sonde");
  plan.probes.push_back(parse_spec("sts"));
  Silent silent;
  EXPECT_THAT(error_of(plan, silent, ErrorKind::kUsage),
              testing::HasSubstr("the probe 'sts' is named twice"));
}

// A run file may come from anywhere: its items need not be those of its probe.
TEST_F(RunTest, ARunFileOfAnotherShapeIsRefused) {
  std::vector<Item> items(1);
  items[0].id = "1";
  items[0].texts = {{"a"}, {"b"}};
  items[0].rows = {{"", {0, 1}}};
  const std::vector<Digest> digests{item_digest(items[0], 0)};
  const std::pair<std::string, std::vector<std::string>> shapes[] = {
      {"triplets", {"similarity", "margin"}}, {"sts", {"similarity", "margin"}}};
  for (const auto& [probe, columns] : shapes) {
    const auto file = folder_ / (probe + ".sonde");
    const auto writer = write_run_file(file, {"0", "plan", 1, 20, ""});
    TaskFacts task;
    task.probe = probe;
    task.dataset = "d";
    task.measurements = columns;
    task.digest = digest_of("d").hex();
    task.items = task.rows = task.whole = 1;
    writer->add_task(task);
    writer->add_subject({"s", "random", "", true, {}});
    writer->add_items(0, items, digests);
    const MatrixOf<double> values(1, 2);
    writer->add_measurements(0, 0, values.view());
    writer->finish();
    EXPECT_THROW(summarise_again(*open_run_file(file)), Error) << probe;
  }
}

TEST_F(RunTest, AStoppedRunGoesOnToTheSameBytes) {
  const auto data = write("pairs.tsv", numbered_pairs(900));
  Silent through;
  run(small_plan(data, folder_ / "a.sonde"), through);
  const auto plan = small_plan(data, folder_ / "b.sonde");
  Silent stopped;
  stopped.stop_after = 3;
  try {
    run(plan, stopped);
    FAIL() << "was not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  EXPECT_FALSE(fs::exists(plan.out));
  Silent on;
  const RunSummary summary = run(plan, on);
  EXPECT_GT(summary.served, 0U);
  EXPECT_EQ(bytes_of(folder_ / "a.sonde"), bytes_of(plan.out));
  EXPECT_TRUE(run(plan, on).up_to_date);
}

}  // namespace run_test
}  // namespace sonde

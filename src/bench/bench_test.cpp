#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "bench/item_stream.h"
#include "bench/noise.h"
#include "bench/vector_source.h"
#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

class BenchTest : public testing::Test {
 protected:
  BenchTest() {
    std::string name = (fs::temp_directory_path() / "sonde-bench-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~BenchTest() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  fs::path folder_;
};

// Counts its work: the length of a text is its vector.
class CountingEncoder : public Encoder {
 public:
  CountingEncoder() { view_.what = digest_of("counting"); }
  std::span<const Identity> views() const override { return {&view_, 1}; }
  std::size_t dimension() const override { return 2; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ++times[texts[i].text];
      out[0](i, 0) = static_cast<float>(texts[i].text.size());
      out[0](i, 1) = 1;
      remarks[i] = {3, 3, 0, false};
    }
  }

  std::map<std::string, int> times;

 private:
  Identity view_;
};

std::vector<Text> some_texts() {
  std::vector<Text> texts;
  for (int i = 0; i < 1500; ++i) texts.push_back({"sentence " + std::to_string(i)});
  return texts;
}

TEST_F(BenchTest, EachSentenceIsEncodedOnce) {
  const auto encoder = std::make_shared<CountingEncoder>();
  const auto store = open_vector_store(folder_ / "store");
  const auto texts = some_texts();
  std::size_t heard = 0;
  VectorSource source(encoder, store.get(), [&](std::size_t count) { heard += count; });
  source.keep(texts);
  source.keep(texts);
  EXPECT_EQ(source.encoded(), texts.size());
  EXPECT_EQ(heard, 2 * texts.size());
  for (const auto& [text, times] : encoder->times) EXPECT_EQ(times, 1) << text;

  MatrixOf<float> out(texts.size(), 2);
  std::vector<Remark> remarks(texts.size());
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_EQ(encoder->times.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(out[i][0], static_cast<float>(texts[i].text.size()));
    EXPECT_EQ(remarks[i].tokens, 3U);
  }
}

TEST_F(BenchTest, WhatTheStoreLacksIsMadeWhenAskedFor) {
  const auto encoder = std::make_shared<CountingEncoder>();
  const auto store = open_vector_store(folder_ / "store");
  VectorSource source(encoder, store.get(), [](std::size_t) {});
  const std::vector<Text> texts{{"a"}, {"bb"}, {"a"}};
  MatrixOf<float> out(3, 2);
  std::vector<Remark> remarks(3);
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_EQ(out[1][0], 2);
  EXPECT_EQ(out[2][0], 1);
}

TEST_F(BenchTest, WithoutAStoreEachTextOfACallIsEncodedOnce) {
  const auto encoder = std::make_shared<CountingEncoder>();
  VectorSource source(encoder, nullptr, [](std::size_t) {});
  const std::vector<Text> texts{{"a"}, {"bb"}, {"a"}};
  MatrixOf<float> out(3, 2);
  std::vector<Remark> remarks(3);
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_EQ(encoder->times, (std::map<std::string, int>{{"a", 1}, {"bb", 1}}));
  EXPECT_EQ(out[0][0], 1);
  EXPECT_EQ(out[1][0], 2);
  EXPECT_EQ(out[2][0], 1);
  EXPECT_EQ(remarks[2].tokens, 3U);
}

// Of two views, the second has no vector of a certain text.
class HalfEncoder : public Encoder {
 public:
  HalfEncoder() {
    views_[0].what = digest_of("whole");
    views_[1].what = digest_of("half");
  }
  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override { return 1; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool half = texts[i].text == "half";
      out[0](i, 0) = 1;
      out[1](i, 0) = half ? NAN : 1;
      remarks[i] = {3, 3, 0, half};
    }
  }

 private:
  std::array<Identity, 2> views_;
};

TEST_F(BenchTest, ATextWithoutAVectorInOneViewHasItsVectorInTheOther) {
  const auto store = open_vector_store(folder_ / "store");
  VectorSource source(std::make_shared<HalfEncoder>(), store.get(), [](std::size_t) {});
  const std::vector<Text> texts{{"whole"}, {"half"}};
  MatrixOf<float> out(2, 1);
  std::vector<Remark> remarks(2);
  source.vectors(0, texts, out.view(), remarks);
  EXPECT_FALSE(remarks[0].undefined || remarks[1].undefined);
  source.vectors(1, texts, out.view(), remarks);
  EXPECT_TRUE(!remarks[0].undefined && remarks[1].undefined && std::isnan(out[1][0]));
}

// Vectors lean towards the place that their text has in its batch.
class LeaningEncoder : public Encoder {
 public:
  LeaningEncoder() {
    view_.what = digest_of("leaning");
    view_.batch_dependent = true;
  }
  std::span<const Identity> views() const override { return {&view_, 1}; }
  std::size_t dimension() const override { return 2; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ++calls;
      out[0](i, 0) = static_cast<float>(texts[i].text.size());
      out[0](i, 1) = 0.01F * static_cast<float>(i);
      remarks[i] = {};
    }
  }

  int calls = 0;

 private:
  Identity view_;
};

NoiseSample sample_of(const std::vector<Text>& texts) {
  NoiseSample sample;
  sample.add(texts, false);
  return sample;
}

TEST_F(BenchTest, NoiseIsMeasuredOnceAndKept) {
  const auto encoder = std::make_shared<LeaningEncoder>();
  const auto store = open_vector_store(folder_ / "store");
  const auto texts = sample_of(some_texts()).texts();
  ASSERT_EQ(texts.size(), 200U);
  const auto floors = noise_floor(encoder, *store, texts);
  ASSERT_EQ(floors.size(), 1U);
  EXPECT_GT(floors[0], 1e-6);
  EXPECT_LT(floors[0], 0.5);
  const int calls = encoder->calls;
  EXPECT_EQ(calls, 400);
  EXPECT_EQ(noise_floor(encoder, *store, texts), floors);
  EXPECT_EQ(encoder->calls, calls);
}

TEST_F(BenchTest, SondesOwnEngineHasNoNoise) {
  const std::string tiny = "hf:" SONDE_SOURCE_DIR "/tests/golden/plain-bert";
  for (const std::string& spec :
       {tiny + "?layer=0,3", tiny + "?layer=words", tiny + "?pooling=cls"}) {
    const std::shared_ptr<Encoder> encoder = make_encoder(parse_spec(spec), {{}, 2});
    const auto store = open_vector_store(folder_ / "store");
    std::vector<Text> texts;
    for (const char* words : {"a dog", "the old man", "a river and a stone"}) {
      for (int i = 0; i < 40; ++i) texts.push_back({std::string(words) + " " + std::to_string(i)});
    }
    for (const double floor : noise_floor(encoder, *store, sample_of(texts).texts())) {
      EXPECT_EQ(floor, 0) << spec;
    }
  }
}

TEST_F(BenchTest, NoiseOfTooFewTextsIsUndefined) {
  const auto store = open_vector_store(folder_ / "store");
  const std::vector<Text> one{{"a"}};
  EXPECT_TRUE(std::isnan(noise_floor(std::make_shared<LeaningEncoder>(), *store, one)[0]));
}

TEST(Limit, IsANumberAFractionOrAPercentage) {
  EXPECT_EQ(parse_limit("1500").count, 1500U);
  EXPECT_DOUBLE_EQ(parse_limit("0.25").fraction, 0.25);
  EXPECT_DOUBLE_EQ(parse_limit("10%").fraction, 0.1);
  EXPECT_TRUE(parse_limit("").none());
  for (const char* bad : {"0", "-1", "1.5", "x", "0%", "nan", "200%", "5 "}) {
    EXPECT_THROW(parse_limit(bad), Error) << bad;
  }
}

std::string numbered_pairs(int count) {
  std::string text = "first\tsecond\tgold\n";
  for (int i = 0; i < count; ++i) {
    text += "one " + std::to_string(i) + "\ttwo " + std::to_string(i) + "\t0." +
            std::to_string(i % 7) + "\n";
  }
  return text;
}

std::set<std::string> kept(const ItemStream& stream, const std::string& limit, std::uint64_t seed) {
  std::set<std::string> ids;
  stream.read(stream.sample(parse_limit(limit), seed), 16,
              [&](std::span<const Item> items, std::span<const Digest>) {
                for (const auto& item : items) ids.insert(item.id);
              });
  return ids;
}

TEST_F(BenchTest, ALargerLimitKeepsWhatASmallerKept) {
  const Card card = find_dataset(write("pairs.tsv", numbered_pairs(300)).string(), {});
  const auto probe = make_probe(parse_spec("sts"), {});
  const ItemStream stream(card, *probe);
  const auto ten = kept(stream, "10", 1);
  const auto fifty = kept(stream, "50", 1);
  EXPECT_EQ(ten.size(), 10U);
  EXPECT_EQ(fifty.size(), 50U);
  EXPECT_TRUE(std::includes(fifty.begin(), fifty.end(), ten.begin(), ten.end()));
  EXPECT_NE(kept(stream, "10", 2), ten);
  EXPECT_EQ(kept(stream, "1000", 1).size(), 300U);
  EXPECT_NEAR(static_cast<double>(kept(stream, "0.5", 1).size()), 150, 40);
}

TEST_F(BenchTest, EqualItemsHaveDigestsOfTheirOwn) {
  const Card card =
      find_dataset(write("pairs.tsv", "first\tsecond\tgold\na\tb\t1\na\tb\t1\n").string(), {});
  const auto probe = make_probe(parse_spec("sts"), {});
  std::set<Digest> digests;
  const auto counts = ItemStream(card, *probe)
                          .read({}, 16, [&](std::span<const Item>, std::span<const Digest> block) {
                            digests.insert(block.begin(), block.end());
                          });
  EXPECT_EQ(digests.size(), 2U);
  EXPECT_EQ(counts.items, 2U);
}

class Silent : public Observer {
 public:
  void begin(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override { ++advances; }
  void note(std::string_view) override {}
  bool stop() override { return advances >= stop_after; }

  int advances = 0;
  int stop_after = 1 << 30;
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

TEST_F(BenchTest, StoredResultsAreThoseMadeAgainFromMeasurements) {
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

TEST_F(BenchTest, AnyNumberOfThreadsSummarises) {
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

TEST_F(BenchTest, DataThatChangeDuringARunAreNoticed) {
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
      for (const std::uint64_t stream_above : {1'000U, 2U}) {  // kept in memory, and read again
        auto plan = small_plan(write("pairs.tsv", before), folder_ / "a.sonde");
        plan.stream_above = stream_above;
        Meddling observer(phase, [&] { write("pairs.tsv", after); });
        EXPECT_THAT(error_of(plan, observer, ErrorKind::kInput),
                    testing::HasSubstr("changed during the run"));
        EXPECT_FALSE(fs::exists(plan.out));
      }
    }
  }
}

// The first data set is resampled beside the measuring of the second, which is stopped.
TEST_F(BenchTest, ARunThatIsStoppedWhileItSummarisesGoesOn) {
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
              testing::HasSubstr("what was encoded is kept"));
  EXPECT_FALSE(fs::exists(plan.out));
  EXPECT_EQ(run(plan, silent).encoded, 0U);
  EXPECT_EQ(bytes_of(plan.out), whole);
}

TEST_F(BenchTest, AScorerIsNeverAskedForRowsThatWereNotListed) {
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

TEST_F(BenchTest, APipeIsNoDataSet) {
  const auto pipe = folder_ / "pairs.tsv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Silent silent;
  EXPECT_THAT(error_of(small_plan(pipe, folder_ / "a.sonde"), silent, ErrorKind::kInput),
              testing::HasSubstr("is a pipe or a device"));
}

TEST_F(BenchTest, ThreadsHaveABound) {
  auto plan = small_plan(write("pairs.tsv", numbered_pairs(5)), folder_ / "a.sonde");
  plan.threads = 513;
  Silent silent;
  EXPECT_THAT(error_of(plan, silent, ErrorKind::kUsage), testing::HasSubstr("513 threads"));
}

TEST_F(BenchTest, AFolderThatIsNotThereIsNoticedBeforeAnyWork) {
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

TEST_F(BenchTest, AllThatACardSaysOfItselfIsPartOfTheRun) {
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

TEST_F(BenchTest, NoFolderIsInARunFile) {
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

TEST_F(BenchTest, AProbeThatIsNamedTwiceIsToldAsThat) {
  auto plan = small_plan(write("pairs.tsv", numbered_pairs(5)), folder_ / "a.sonde");
  plan.probes.push_back(parse_spec("sts"));
  Silent silent;
  EXPECT_THAT(error_of(plan, silent, ErrorKind::kUsage),
              testing::HasSubstr("the probe 'sts' is named twice"));
}

// A run file may come from anywhere: its items need not be those of its probe.
TEST_F(BenchTest, ARunFileOfAnotherShapeIsRefused) {
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

TEST_F(BenchTest, AStoppedRunGoesOnToTheSameBytes) {
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

}  // namespace
}  // namespace sonde

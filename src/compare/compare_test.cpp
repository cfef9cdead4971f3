#include "sonde/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "compare/gates/result_range.h"
#include "compare/paired_results.h"
#include "formats/testing/formats.h"
#include "run/measure/task_tables.h"
#include "sonde/error.h"
#include "store/runs/testing/run_samples.h"

namespace sonde {
namespace compare_test {

Result a_result(double value, std::size_t items = 40) {
  Result result;
  result.name = "x";
  result.value = value;
  result.n = items;
  result.replicates = {{value - 0.1, value, value + 0.1}, items};
  return result;
}

TEST(PairedResults, AreTestedWhereBothAreOfTheSameItems) {
  auto second = a_result(0.6);
  second.replicates.values = {0.5, 0.7, 0.6};
  const auto pair = paired_results(a_result(0.5), second);
  EXPECT_EQ(pair.undefined, "");
  EXPECT_NEAR(pair.difference.value, 0.1, 1e-15);
  EXPECT_NEAR(pair.difference.error, 0.1, 1e-12);
}

TEST(PairedResults, SayWhyNot) {
  const auto why = [](const Result& a, const Result& b) { return paired_results(a, b).undefined; };
  Result none = a_result(NAN, 0), undefined = a_result(NAN), scoped = a_result(0.5);
  scoped.scope = "3 subjects";
  EXPECT_EQ(why(a_result(0.5), none), "no item is defined for both");
  EXPECT_EQ(why(a_result(0.5), undefined), "a value is undefined");
  EXPECT_EQ(why(a_result(0.5), scoped), "computed over other subjects");
  EXPECT_EQ(why(scoped, scoped), "");
  EXPECT_EQ(why(a_result(0.5), a_result(0.5, 41)), "not of the same items");
  EXPECT_EQ(why(a_result(0.5, 9), a_result(0.5, 9)), "fewer than 10 items");
  Result own = a_result(0.5);
  own.replicates.scale = Scale::kOwn;
  EXPECT_EQ(why(own, own), "each has thresholds of its own");
  EXPECT_TRUE(std::isnan(two_sided_p(paired_results(own, own).difference)));
  Result unsure = a_result(0.5);
  unsure.replicates.values = {NAN, NAN, 0.5};
  EXPECT_EQ(why(a_result(0.5), unsure), "undefined in most replicates");
  EXPECT_TRUE(std::isnan(paired_results(a_result(0.5), unsure).difference.error));
}

TEST(TaskTables, KeepTheRowsOfTheItemsKept) {
  TaskTables task;
  for (std::uint32_t item = 0; item < 4; ++item) {
    task.frame.keys.push_back(100 + item);
    task.frame.labels["kind"].push_back("k" + std::to_string(item));
    for (std::uint32_t row = 0; row < item; ++row) {  // the first has none
      task.frame.item_of_row.push_back(item);
      task.frame.gold.push_back(10.0 * item + row);
      task.frame.row_labels.push_back("r" + std::to_string(row));
    }
  }
  task.values.emplace_back(6, 1);
  for (std::size_t row = 0; row < 6; ++row) task.values[0][row][0] = static_cast<double>(row);
  const std::vector<std::uint32_t> wanted{3, 0, 2};
  const TaskTables kept = with_items(task, wanted);
  EXPECT_EQ(kept.frame.keys, (std::vector<std::uint64_t>{103, 100, 102}));
  EXPECT_EQ(kept.frame.item_of_row, (std::vector<std::uint32_t>{0, 0, 0, 2, 2}));
  const std::vector<double> gold{30, 31, 32, 20, 21};
  for (std::size_t row = 0; row < gold.size(); ++row) EXPECT_EQ(kept.frame.gold[row], gold[row]);
  EXPECT_EQ(kept.frame.labels.at("kind"), (CodedTexts{"k3", "k0", "k2"}));
  const std::vector<double> rows{3, 4, 5, 1, 2};
  for (std::size_t row = 0; row < rows.size(); ++row) EXPECT_EQ(kept.values[0][row][0], rows[row]);
}

// Two runs by one model, the second on kernels of another revision: the vectors differ, the
// questions don't.
TEST(Compare, OtherKernelsAreOtherNumerics) {
  const TemporaryFolder folder;
  auto made = samples::some_run(1, 12, 1, 1);
  made.tasks[0].probe = "sts";
  made.tasks[0].settings.clear();
  made.tasks[0].measurements = {"similarity"};
  made.tasks[0].rows = 12;
  for (auto& item : made.items[0]) item.rows.resize(1);
  made.measured[0][0] = {std::vector<double>(12, 0.5), {}};
  made.results.clear(), made.series.clear();
  made.subjects[0].identity.numerics = "openvino 1, f32, avx512, attention 1, norm 1";
  samples::write_run(folder.path() / "a", made);
  made.subjects[0].identity.numerics = "openvino 1, f32, avx512, attention 2, norm 1";
  samples::write_run(folder.path() / "b", made);
  const auto a = open_run_file(folder.path() / "a"), b = open_run_file(folder.path() / "b");
  const std::vector<NamedRun> runs{{"a", a.get()}, {"b", b.get()}};
  EXPECT_THAT(compare(runs, {}).notes,
              testing::Contains("a:s0 and b:s0 differ only in numerics: openvino 1, f32, avx512, "
                                "attention 1, norm 1 against openvino 1, f32, avx512, attention "
                                "2, norm 1"));
}

// Contents of a run file that only a forger can have written.
std::string error_of_forged(const std::string& probe, double value) {
  const TemporaryFolder folder;
  auto forged = samples::some_run(1, 12, 1, 1);
  forged.tasks[0].probe = probe;
  forged.tasks[0].settings.clear();
  forged.tasks[0].measurements = {probe == "curves" ? "cosine" : "similarity"};
  forged.tasks[0].rows = 12;
  for (auto& item : forged.items[0]) {
    item.rows.resize(1);
    item.rows[0].label = probe == "curves" ? "fuzz" : "";
  }
  forged.measured[0][0] = {std::vector<double>(12, value), {}};
  forged.results.clear(), forged.series.clear();
  samples::write_run(folder.path() / "a", forged);
  const auto a = open_run_file(folder.path() / "a");
  try {
    check({"forged.sonde", a.get()}, {"forged.sonde", a.get()}, {}, {});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    return error.what();
  }
  return "";
}

TEST(Check, NamesTheRunFileThatIsForged) {
  EXPECT_EQ(error_of_forged("sts", 0.5), "");
  EXPECT_THAT(error_of_forged("curves", 1e308), testing::HasSubstr("forged.sonde"));
  EXPECT_THAT(error_of_forged("curves", INFINITY), testing::HasSubstr("a measurement is infinite"));
  EXPECT_THAT(error_of_forged("nothing", 0.5), testing::HasSubstr("forged.sonde"));
}

TEST(Gates, TakeAnyWholeNumber) {
  const auto gates = parse_gates(
      "[[gate]]\nresult = \"a\"\nallow_undefined = 9223372036854775807\n"
      "smallest = 9007199254740993\n",
      "g.toml");
  EXPECT_EQ(gates.gates[0].undefined_items, 9223372036854775807U);
  EXPECT_EQ(gates.gates[0].smallest, 0x1p53);
}

TEST(Gates, AreNotWithoutEnd) {
  std::string many;
  for (int i = 0; i < 10001; ++i) many += "[[gate]]\nresult = \"a\"\n";
  EXPECT_THAT([&] { parse_gates(many, "g.toml"); },
              testing::Throws<Error>(testing::Property(&Error::what, testing::HasSubstr("10000"))));
}

TEST(Gates, AreReadInFull) {
  const Gates gates = parse_gates(
      "strict = true\n[[gate]]\nresult = \"a\"\n\n[[gate]]\nresult = \"b\"\ndata = \"d\"\n"
      "subject = [\"s\"]\nbase = \"t\"\nsmallest = 0\nat_least = 1\nat_most = 2.5\n"
      "allow_undefined = 0.25\nbetter = \"lower\"\nslice = \"k=v\"\nprobe = [\"sts\", "
      "\"triplets\"]\n",
      "g.toml");
  EXPECT_TRUE(gates.strict);
  ASSERT_EQ(gates.gates.size(), 2U);
  EXPECT_TRUE(gates.gates[0].asks_drop() && gates.gates[0].datasets.empty());
  const Gate& gate = gates.gates[1];
  EXPECT_TRUE(gate.asks_drop());
  EXPECT_EQ(gate.smallest, 0);
  EXPECT_EQ(gate.at_least, 1);
  EXPECT_EQ(gate.at_most, 2.5);
  EXPECT_EQ(gate.base, "t");
  EXPECT_EQ(gate.slice, "k=v");
  EXPECT_EQ(gate.better, Better::kLower);
  EXPECT_EQ(gate.probes, (std::vector<std::string>{"sts", "triplets"}));
  EXPECT_EQ(gate.datasets, std::vector<std::string>{"d"});
  EXPECT_EQ(gate.subjects, std::vector<std::string>{"s"});
  EXPECT_EQ(gate.line, 5U);
  EXPECT_TRUE(gate.allows_undefined(3, 12) && !gate.allows_undefined(4, 12));
  EXPECT_TRUE(gates.gates[0].allows_undefined(0, 0) && !gates.gates[0].allows_undefined(1, 9999));
}

std::string error_of_range(const std::string& numbers, std::string_view result,
                           const std::string& probe = "triplets", bool is_plugin = false) {
  TaskFacts task;
  task.probe = probe;
  if (is_plugin) task.settings["plugin"] = "1";
  const Gates gates = parse_gates("[[gate]]\nresult = \"x\"\n" + numbers + "\n", "g.toml");
  try {
    check_range(gates, gates.gates[0], task, result, true);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Gates, InPercentAreRefused) {
  for (const char* numbers : {"at_most = 2", "at_least = 90", "smallest = 5", "at_most = -0.1"}) {
    EXPECT_THAT(error_of_range(numbers, "false_matches"), testing::HasSubstr("from 0 to 1"))
        << numbers;
  }
  EXPECT_EQ(error_of_range("at_most = 2", "accuracy"),
            "g.toml:1: at_most = 2, but 'accuracy' is from 0 to 1; for 2% write 0.02");
  EXPECT_THAT(error_of_range("threshold = 85\nat_most = 0.02", "false_matches"),
              testing::HasSubstr("from -1 to 1"));
  EXPECT_THAT(error_of_range("smallest = 3", "spearman", "sts"), testing::HasSubstr("from 0 to 2"));
}

TEST(Gates, MayHaveAllNumbersOfTheRange) {
  EXPECT_EQ(error_of_range("at_least = 0\nat_most = 1\nsmallest = 1", "accuracy"), "");
  EXPECT_EQ(error_of_range("at_least = -1\nsmallest = 2", "spearman", "sts"), "");
  EXPECT_EQ(error_of_range("at_least = -30", "mean_similarity", "sts?similarity=l2"), "");
  EXPECT_EQ(error_of_range("at_least = 3", "mean_rating", "sts"), "");
  EXPECT_EQ(error_of_range("at_most = 90", "accuracy", "mine", true), "");
}

TEST(Gates, NameResultsByFormerNamesToo) {
  const Gates gates = parse_gates("[[gate]]\nresult = \"best_error\"\n", "g.toml");
  EXPECT_EQ(gates.gates.at(0).result, "balanced_error");
}

}  // namespace compare_test
}  // namespace sonde

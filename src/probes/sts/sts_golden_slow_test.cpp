// The stored similarities of a published study through the data set, the probe and its results,
// against scipy and against the figures printed with them.
#include <gtest/gtest.h>
#include <stdio.h>

#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include "base/testing/shared_data.h"
#include "data/folder_test.h"
#include "data/number_fields.h"
#include "probes/probe_test.h"
#include "sonde/dataset.h"

namespace sonde {
namespace sts_golden_slow_test {

namespace fs = std::filesystem;

const fs::path kStudy = shared_data("sts3k-study");

// Reads lines "KEY SCORES DATA INDICES", prints lines "KEY NAME VALUE": with the
// rows of the index list ("-": all) whose score is a number.
constexpr std::string_view kScript = R"(
import json, sys, warnings
import numpy as np
from scipy import stats
warnings.simplefilter("ignore")  # constant similarities

for line in open(sys.argv[1]):
    key, scores, data, indices = line.rstrip("\n").split("\t")
    x = np.loadtxt(scores)
    y = np.array([float(row.rstrip("\n").split(";")[2]) for row in open(data, encoding="utf-8")])
    if indices != "-":
        rows = np.loadtxt(indices, dtype=int)
        x, y = x[rows], y[rows]
    x, y = x[~np.isnan(x)], y[~np.isnan(x)]
    for name, of in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr),
                     ("kendall", stats.kendalltau)):
        print(key, name, repr(float(of(x, y)[0])), sep="\t")
for model, figures in json.load(open(sys.argv[2])).items():
    for part, figure in zip(("all", "subset=non-adversarial", "subset=adversarial"), figures):
        print("printed " + model + " " + part, "spearman", figure, sep="\t")
)";

using Figures = std::map<std::pair<std::string, std::string>, double>;  // (key, name) -> figure

Figures scipy_figures(const test::Folder& folder, const std::string& cases) {
  const auto script = folder.write("figures.py", kScript);
  const auto list = folder.write("cases.tsv", cases);
  const std::string command = std::string("'") + SONDE_VENV_PYTHON + "' '" + script.string() +
                              "' '" + list.string() + "' '" +
                              (kStudy / "spearman_of_stored_similarities.json").string() + "'";
  FILE* out = popen(command.c_str(), "r");
  std::string text;
  for (int c = fgetc(out); c != EOF; c = fgetc(out)) text += static_cast<char>(c);
  EXPECT_EQ(pclose(out), 0);
  Figures figures;
  std::istringstream lines(text);
  std::string key, name, value;
  while (std::getline(lines, key, '\t') && std::getline(lines, name, '\t') &&
         std::getline(lines, value)) {
    figures[{key, name}] = std::strtod(value.c_str(), nullptr);
  }
  return figures;
}

// One data set of the study, read once.
struct Study {
  std::vector<Item> items;
  Frame frame;
  std::unique_ptr<Probe> sts = test::probe("sts");

  explicit Study(const Card& card) {
    read_records(card, sts->fields(), [&](Record&& record) {
      items.push_back(sts->item(std::move(record)));
      return true;
    });
    frame = test::frame_of(items);
  }

  std::vector<Result> results(const fs::path& scores) const {
    const auto similarities = read_numbers(scores);
    EXPECT_EQ(similarities.size(), items.size()) << scores;
    MatrixOf<double> values(items.size(), 1);
    sts->measure({items, {}, similarities}, {}, values.view());
    const Table table{"s", false, values.view()};
    return sts->summarise(frame, std::span(&table, 1), Resampler(1, 1, 1));
  }
};

Card study_card(const test::Folder& folder, const std::string& file) {
  const std::string data = (kStudy / "datasets").string();
  std::string text = "probe = 'sts'\nfile = '" + data + "/" + file +
                     "'\nseparator = ';'\nheader = false\ncolumns = ['first', 'second', 'gold']\n";
  if (file == "STS3k_all.txt") {
    for (const auto& [value, list] : {std::pair("non-adversarial", "STS3k_non_adv_indices.txt"),
                                      std::pair("adversarial", "STS3k_adv_noneg_indices.txt")}) {
      text += "[[labels]]\nname = 'subset'\nvalue = '" + std::string(value) + "'\nfile = '" + data +
              "/" + list + "'\n";
    }
    text += "[[labels]]\nfile = '" + data +
            "/STS3k_conditions.tsv'\ncolumn = 'condition'\nkey = 'pair_id'\n";
  }
  return find_dataset(folder.write("card.toml", text).string(), {});
}

// Rounded, so that ties abound, and with every seventh one undefined.
fs::path with_ties_and_nan(const test::Folder& folder, const fs::path& scores) {
  std::ostringstream text;
  std::size_t row = 0;
  for (const double value : read_numbers(scores)) {
    if (row++ % 7 == 3) {
      text << "nan\n";
    } else {
      text << std::round(value * 10) / 10 << "\n";
    }
  }
  return folder.write("ties_" + scores.filename().string(), text.str());
}

std::vector<fs::path> stored_scores(const test::Folder& folder, const std::string& dataset) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kStudy / "similarities")) {
    const std::string name = entry.path().filename().string();
    // Two files of KS2013 have a line for each pair of Fodor_pilot_2022 instead.
    if (name.starts_with("KS2013_processed_S3BERT")) continue;
    if (name.starts_with(dataset)) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  const std::vector<fs::path> stored = found;
  for (const auto& scores : stored) found.push_back(with_ties_and_nan(folder, scores));
  return found;
}

std::string list_of(const std::string& slice) {
  if (slice == "subset=adversarial") {
    return (kStudy / "datasets/STS3k_adv_noneg_indices.txt").string();
  }
  return slice == "all" ? "-" : (kStudy / "datasets/STS3k_non_adv_indices.txt").string();
}

std::string model_of(const fs::path& scores, const std::string& dataset) {
  const std::string name = scores.filename().string();
  return name.substr(dataset.size() + 1, name.rfind("_similarities") - dataset.size() - 1);
}

// Undefined agrees with undefined: constant similarities.
bool agree(double value, double expected) {
  if (std::isnan(expected)) return std::isnan(value);
  return std::abs(value - expected) <= 1e-12;
}

using ResultsByFile = std::map<std::string, std::vector<Result>>;

// The slices of the conditions are ours: the study has no figures of them.
bool is_in_study(const Result& result) { return !result.slice.starts_with("condition"); }

// A line per file of scores and slice, as scipy_figures() reads them.
std::string cases_of(const ResultsByFile& results, const std::string& dataset_file) {
  std::string cases;
  for (const auto& [scores, of_scores] : results) {
    for (const auto& result : of_scores) {
      if (!is_in_study(result)) continue;
      cases += scores + " " + result.slice + "\t" + scores + "\t" +
               (kStudy / "datasets" / dataset_file).string() + "\t" + list_of(result.slice) + "\n";
    }
  }
  return cases;
}

// Returns how many results were compared.
std::size_t compare_with_scipy(const ResultsByFile& results, const Figures& expected) {
  std::size_t compared = 0;
  for (const auto& [scores, of_scores] : results) {
    for (const auto& result : of_scores) {
      if (!is_in_study(result)) continue;
      const auto figure = expected.find({scores + " " + result.slice, result.name});
      const double value = figure == expected.end() ? INFINITY : figure->second;
      EXPECT_TRUE(agree(result.value, value)) << scores << " " << result.slice << " " << result.name
                                              << ": " << result.value << " against " << value;
      ++compared;
    }
  }
  return compared;
}

// The same for the figures that the paper prints. They are of its own scores only.
std::size_t compare_with_printed(const ResultsByFile& results, const Figures& expected,
                                 const std::string& dataset) {
  std::size_t printed = 0;
  for (const auto& [scores, of_scores] : results) {
    if (!scores.starts_with(kStudy.string())) continue;
    for (const auto& result : of_scores) {
      const auto print =
          expected.find({"printed " + model_of(scores, dataset) + " " + result.slice, result.name});
      if (!is_in_study(result) || print == expected.end()) continue;
      EXPECT_NEAR(result.value, print->second, 0.0005 + 1e-9) << scores << result.slice;
      ++printed;
    }
  }
  return printed;
}

class Golden : public testing::TestWithParam<std::tuple<const char*, std::size_t>> {};

TEST_P(Golden, CorrelationsAreScipysAndThosePrinted) {
  if (lacks(kStudy)) GTEST_SKIP() << kNoSharedData;
  const auto [file, models] = GetParam();
  const test::Folder folder;
  const std::string dataset = fs::path(file).stem().string();
  const Study study(study_card(folder, file));
  const auto all_scores = stored_scores(folder, dataset);
  ASSERT_EQ(all_scores.size(), 2 * models);

  ResultsByFile results;
  for (const auto& scores : all_scores) results[scores.string()] = study.results(scores);
  const Figures expected = scipy_figures(folder, cases_of(results, file));
  const std::size_t compared = compare_with_scipy(results, expected);
  const std::size_t printed =
      dataset == "STS3k_all" ? compare_with_printed(results, expected, dataset) : 0;
  const std::size_t parts = dataset == "STS3k_all" ? 3 : 1;
  EXPECT_EQ(compared, 2 * models * parts * 3);
  EXPECT_EQ(printed, dataset == "STS3k_all" ? 3 * models : 0);
}

INSTANTIATE_TEST_SUITE_P(Study, Golden,
                         testing::Values(std::tuple("STS3k_all.txt", 46),
                                         std::tuple("STSb_test.txt", 30),
                                         std::tuple("KS2013_processed.csv", 29),
                                         std::tuple("Fodor_pilot_2022.txt", 20)));

TEST(Study, SlicesHaveThePublishedSizes) {
  if (lacks(kStudy)) GTEST_SKIP() << kNoSharedData;
  const test::Folder folder;
  const Study study(study_card(folder, "STS3k_all.txt"));
  const auto results = study.results(kStudy / "similarities/STS3k_all_mean_similarities.txt");
  const auto n = [&](const std::string& slice) {
    return test::find_result(results, "spearman", slice).n;
  };
  EXPECT_EQ(n("all"), 2800U);
  EXPECT_EQ(n("subset=adversarial"), 1664U);
  EXPECT_EQ(n("subset=non-adversarial"), 1065U);
  EXPECT_EQ(n("condition=ADV"), 1736U);
  EXPECT_EQ(n("condition=NADV"), 1064U);
}

}  // namespace sts_golden_slow_test
}  // namespace sonde

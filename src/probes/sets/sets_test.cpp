#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/testing/shared_data.h"
#include "probes/probe_test.h"
#include "probes/sets/sets_columns.h"
#include "sonde/error.h"
#include "statistics/measures/testing/python_oracle.h"

namespace sonde {
namespace sets_test {

using test::find_result;
using test::frame_of;
using test::measure;
using test::probe;

Record base_record(std::size_t number, bool kept) {
  const std::string id = std::to_string(number);
  Record one{id, {}, {}, {"f", number}};
  for (const char* name : {"prev ", "curr ", "next ", "fused prev curr ", "fused curr next "}) {
    one.values.push_back(name + id);
  }
  one.values.emplace_back(kept ? "yes" : "no");
  one.values.resize(12);
  one.labels["register"] = number % 2 ? "news" : "science";
  return one;
}

std::vector<Item> some_items(std::size_t count) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    items.push_back(probe("sets")->item(base_record(i, i % 4 != 0)));
  }
  return items;
}

std::vector<Result> results_of(const std::vector<Item>& items, const MatrixOf<double>& values,
                               const std::string& spec = "sets",
                               const Resampler& resampler = Resampler(1, 100, 1)) {
  const Table table{"s", true, values.view()};
  return probe(spec)->summarise(frame_of(items), std::span(&table, 1), resampler);
}

// The value in a row's measurements under a measure.
double at(std::span<const double> row, SetsMeasure measure, Similar similar) {
  return row[sets_column(static_cast<std::size_t>(measure), similar)];
}

// The plain evaluation's results at every pair of thresholds.
struct Plain {
  double tt = 0, tf = 0, ft = 0, ff = 0, at0 = 0;
};

constexpr int kCount = 132;

// The thresholds from the least value to the greatest.
std::vector<double> thresholds(const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax(values);
  std::vector<double> all(kCount, high);
  for (int i = 0; i < kCount - 1; ++i) {
    all[static_cast<std::size_t>(i)] = low + i * ((high - low) / (kCount - 1));
  }
  return all;
}

Plain plain(const std::vector<double>& first, const std::vector<double>& second) {
  const auto of_first = thresholds(first), of_second = thresholds(second);
  Plain sum;
  for (std::size_t s = 0; s < first.size(); ++s) {
    sum.at0 += first[s] >= 0 && second[s] >= 0;
    for (const double at1 : of_first) {
      for (const double at2 : of_second) {
        const bool one = first[s] >= at1, two = second[s] >= at2;
        (one ? (two ? sum.tt : sum.tf) : (two ? sum.ft : sum.ff)) += 1;
      }
    }
  }
  const double n = static_cast<double>(first.size());
  for (double* share : {&sum.tt, &sum.tf, &sum.ft, &sum.ff}) *share /= n * kCount * kCount;
  sum.at0 /= n;
  return sum;
}

TEST(Sets, CriteriaAreThePlainEvaluation) {
  const auto items = some_items(21);
  const auto values = measure(*probe("sets"), items, 5);
  const auto results = results_of(items, values);
  const auto frame = frame_of(items);
  for (std::size_t m = 0; m < kSetsMeasures.size(); ++m) {
    const auto measure_kind = static_cast<SetsMeasure>(m);
    std::vector<double> o1, o2, d1, d2;
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      const auto of = [&](Similar similar) { return at(values[row], measure_kind, similar); };
      if (frame.row_labels[row] == "overlap") {
        o1.push_back(of(kAT) - of(kAB));
        o2.push_back(of(kBT) - of(kAB));
      } else if (frame.row_labels[row].starts_with("difference")) {
        d1.push_back(of(kAT) - of(kBT));
        d2.push_back(of(kAB) - of(kBT));
      }
    }
    const std::string name = "." + std::string(kSetsMeasures[m].name) + ".";
    for (const auto& [criterion, told] :
         {std::pair{"c1", plain(o1, o2)}, std::pair{"c3", plain(d1, d2)}}) {
      const std::string c(criterion);
      const auto value = [&](const std::string& which) {
        const bool headline = m == 0 && which.starts_with("tt");
        return find_result(results, headline ? c + "_" + which : c + name + which).value;
      };
      EXPECT_NEAR(value("tt"), told.tt, 1e-12) << c << name;
      EXPECT_NEAR(value("tf"), told.tf, 1e-12) << c << name;
      EXPECT_NEAR(value("ft"), told.ft, 1e-12) << c << name;
      EXPECT_NEAR(value("ff"), told.ff, 1e-12) << c << name;
      EXPECT_NEAR(value("tt_at0"), told.at0, 1e-12) << c << name;
    }
  }
}

TEST(Sets, SubjectsWithoutVectorsHaveNoPartInTheEnds) {
  const auto items = some_items(12);
  const auto values = measure(*probe("sets"), items, 5);
  MatrixOf<double> none(values.rows(), values.columns());
  for (std::size_t row = 0; row < none.rows(); ++row) std::ranges::fill(none[row], NAN);
  const std::vector<Table> tables{{"s", true, values.view()}, {"scores", false, none.view()}};
  const auto frame = frame_of(items);
  const auto results = probe("sets")->summarise(frame, tables, Resampler(1, 20, 1));
  EXPECT_EQ(find_result(results, "c1_tt").scope, "");
  EXPECT_EQ(find_result(results, "c1_tt").value,
            find_result(results_of(items, values), "c1_tt").value);
}

TEST(Sets, CountsWhatIsNotKept) {
  const auto items = some_items(20);
  const auto results = results_of(items, measure(*probe("sets"), items, 20));
  EXPECT_EQ(find_result(results, "c1_tt").n, 20U);
  EXPECT_EQ(find_result(results, "c3_tt").n, 15U);
  EXPECT_EQ(find_result(results, "c3_tt").why.at("not kept for differences"), 5U);
  EXPECT_EQ(find_result(results, "c6").left_out, 0U);
  EXPECT_EQ(find_result(results, "c3_tt", "difference=s1-s2").n, 15U);
  EXPECT_EQ(find_result(results, "c3_tt", "register=news").n, 10U);
  EXPECT_EQ(find_result(results, "c3_tt", "register=science").n, 5U);
}

TEST(Sets, KindsMakeUpTheWhole) {
  const auto items = some_items(17);
  const auto results = results_of(items, measure(*probe("sets"), items, 17));
  for (const char* name : {"c3_tt", "c3_tt_at0", "c3.ned.tt", "c4_t", "c5"}) {
    double sum = 0;
    for (const char* kind : {"s1-prev", "s1-curr", "s1-s2", "s2-next", "s2-curr", "s2-s1"}) {
      sum += find_result(results, name, std::string("difference=") + kind).value;
    }
    EXPECT_NEAR(find_result(results, name).value, sum / 6, 1e-12) << name;
  }
}

// All samples of an item come and go together.
TEST(Sets, ResamplesBaseRows) {
  const auto items = some_items(40);
  const auto values = measure(*probe("sets"), items, 40);
  const Resampler resampler = Resampler(3, 64, 1).keeping();
  const auto results = results_of(items, values, "sets", resampler);
  const Result& found = find_result(results, "c3.dot.mean_at");
  const auto frame = frame_of(items);
  MatrixOf<std::uint8_t> weights(64, items.size());
  resampler.weights(frame.keys, 0, weights.view());
  for (std::size_t r = 0; r < 64; ++r) {
    double sum = 0, count = 0;
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      if (!frame.row_labels[row].starts_with("difference")) continue;
      const double weight = weights[r][frame.item_of_row[row]];
      sum += weight * at(values[row], SetsMeasure::kDot, kAT);
      count += weight;
    }
    EXPECT_NEAR(found.replicates.values.at(r), sum / count, 1e-12);
  }
}

TEST(Sets, ThresholdsSpanAllSubjectsWhereTheyHaveBounds) {
  const auto items = some_items(12);
  const auto sets = probe("sets");
  const auto near = measure(*sets, items, 12, 40), wide = measure(*sets, items, 12, 4);
  const Resampler resampler(1, 50, 1);
  const std::vector<Table> both{{"s", true, near.view()}, {"t", true, wide.view()}};
  const std::vector<Table> turned{both[1], both[0]};
  const auto frame = frame_of(items);
  const auto alone = sets->summarise(frame, std::span(both).first(1), resampler);
  const auto joint = sets->summarise(frame, both, resampler);
  const auto other_order = sets->summarise(frame, turned, resampler);
  EXPECT_EQ(find_result(joint, "c1_tt").scope, "s, t");
  EXPECT_NE(find_result(joint, "c1_tt").value, find_result(alone, "c1_tt").value);
  EXPECT_EQ(find_result(joint, "c1.ned.e1_low").value,
            std::min(find_result(alone, "c1.ned.e1_low").value,
                     find_result(joint, "c1.ned.e1_low", "all", "t").value));
  std::size_t same = 0;
  for (const auto& result : joint) {
    const auto& turned_one = find_result(other_order, result.name, result.slice, result.subject);
    EXPECT_EQ(result.scope, turned_one.scope);
    if (!std::isnan(result.value)) {
      EXPECT_EQ(result.value, turned_one.value) << result.name;
    }
    if (!result.scope.empty() || result.subject != "s" || std::isnan(result.value)) continue;
    EXPECT_EQ(result.value, find_result(alone, result.name, result.slice).value) << result.name;
    ++same;
  }
  EXPECT_GT(same, 100U);
  const auto fixed = probe("sets?grid_range=-1:1")->summarise(frame, both, resampler);
  EXPECT_EQ(find_result(fixed, "c1_tt").scope, "");
  EXPECT_EQ(find_result(fixed, "c3.cosine.e2_high").value, 1);
}

TEST(Sets, DistancesArePrintedAsPublished) {
  const auto items = some_items(9);
  const auto values = measure(*probe("sets"), items, 9);
  const auto results = results_of(items, values);
  EXPECT_LT(at(values[0], SetsMeasure::kL2, kAB), 0);
  EXPECT_GT(find_result(results, "c1.l2.mean_ab").value, 0);
  EXPECT_GT(find_result(results, "c3.ned.mean_bt").value, 0);
  const auto value = [&](const char* name) { return find_result(results, name).value; };
  EXPECT_NEAR(value("c1.l2.margin1_mean"), value("c1.l2.mean_at") - value("c1.l2.mean_ab"), 1e-12);
  EXPECT_NEAR(value("c3.l1.margin2_mean"), value("c3.l1.mean_ab") - value("c3.l1.mean_bt"), 1e-12);
}

// A world of two dimensions, in which everything can be expressed.
std::vector<Result> results_in_plane(const std::string& op, const std::vector<float>& a,
                                     const std::vector<float>& b, const std::vector<float>& target,
                                     const std::string& spec = "sets") {
  const auto sets = probe(spec);
  Record record{"1", std::vector<std::string>(12), {}, {"f", 2}};
  record.values[6] = op;
  record.values[7] = "a", record.values[8] = "b", record.values[9] = "t";
  const std::vector<Item> items{sets->item(std::move(record))};
  MatrixOf<float> vectors(3, a.size());
  std::ranges::copy(a, vectors[0].begin());
  std::ranges::copy(b, vectors[1].begin());
  std::ranges::copy(target, vectors[2].begin());
  MatrixOf<double> values(1, kSetsColumns);
  sets->measure({items, vectors.view(), {}}, {}, values.view());
  return results_of(items, values, spec);
}

TEST(SetsPositions, SayWhereTheTargetLies) {
  const auto value = [](const std::string& name, auto... with) {
    return find_result(results_in_plane(with...), name).value;
  };
  using V = std::vector<float>;
  const V x{1, 0, 0}, y{0, 1, 0}, between{1, 1, 3}, outside{1, -.1F, 0}, just{1, -.01F, 0};
  EXPECT_EQ(value("c2", "overlap", x, y, between), 1);
  EXPECT_EQ(value("c2", "overlap", x, y, outside), 0);
  EXPECT_EQ(value("c2", "overlap", x, y, just), 0);  // .57 degrees, which count twice
  EXPECT_EQ(value("c2", "overlap", x, y, just, "sets?tolerance=2"), 1);
  EXPECT_EQ(value("c5", "difference", x, y, V{1, .9F, 2}), 1);
  EXPECT_EQ(value("c5", "difference", x, y, V{.9F, 1, 2}), 0);
  EXPECT_EQ(value("c5", "difference", x, y, V{1, .9F, 2}, "sets?theta=.4"), 0);
  EXPECT_EQ(value("c6", "union", x, y, between), 1);
  EXPECT_EQ(value("c6", "union", x, y, V{1, .1F, 0}), 0);
  EXPECT_EQ(value("c6", "union", V{2, 0, 0}, y, V{1, .1F, 0}), 1);
  EXPECT_EQ(value("c6.longer_a", "union", V{2, 0, 0}, y, V{1, .1F, 0}), 1);
  EXPECT_EQ(value("c6", "union", x, V{0, 2, 0}, V{1, .1F, 0}), 0);
  EXPECT_EQ(value("c6.longer_b", "union", x, V{0, 2, 0}, V{.1F, 1, 0}), 1);
  EXPECT_EQ(value("c6", "union", x, V{0, 1.09F, 0}, V{.1F, 1, 0}), 0);
  EXPECT_EQ(value("c6", "union", x, V{0, 1.09F, 0}, V{.1F, 1, 0}, "sets?norms=5"), 1);
}

TEST(SetsPositions, NothingIsSaidOfALine) {
  const auto results = results_in_plane("overlap", {1, 0}, {2, 0}, {1, 1});
  const Result& found = find_result(results, "c2");
  EXPECT_TRUE(std::isnan(found.value));
  EXPECT_EQ(found.n, 0U);
  EXPECT_EQ(found.left_out, 1U);
  EXPECT_FALSE(std::isnan(find_result(results, "c1_tt_at0").value));
}

TEST(SetsPositions, HistogramsAddUpToOne) {
  const auto items = some_items(15);
  const auto values = measure(*probe("sets"), items, 15);
  const Table table{"s", true, values.view()};
  const auto series = probe("sets")->series(frame_of(items), std::span(&table, 1));
  ASSERT_EQ(series.size(), 8U);
  for (const auto& one : series) {
    double sum = 0;
    for (const double share : one.values) sum += share;
    if (one.name == "difference_within") continue;
    EXPECT_NEAR(sum, 1, 1e-12) << one.name;
  }
}

// An angle is the position without its sign, as far as neither has left its bins.
TEST(SetsPositions, AnglesHaveNoSign) {
  const auto items = some_items(40);
  const auto values = measure(*probe("sets"), items, 40);
  const Table table{"s", true, values.view()};
  const auto all = probe("sets")->series(frame_of(items), std::span(&table, 1));
  for (const std::string name : {"overlap", "difference", "union"}) {
    const auto& angles = std::ranges::find(all, name + "_angle", &Series::name)->values;
    const auto& positions = std::ranges::find(all, name + "_position", &Series::name)->values;
    for (std::size_t bin = 0; bin < 19; ++bin) {
      EXPECT_NEAR(angles[bin], positions[20 + bin] + positions[19 - bin], 1e-12) << name << bin;
    }
  }
}

// Ratios that are 1 but for rounding fall into one bin.
TEST(SetsPositions, NoEdgeOfTheNormsRatiosIsAt1) {
  const auto items = some_items(12);
  auto values = measure(*probe("sets"), items, 12);
  for (std::size_t row = 0; row < values.rows(); ++row) {
    values.view()(row, kNormRatio) = row % 2 ? 1 + 1e-7 : 1 - 1e-7;
  }
  const Table table{"s", true, values.view()};
  const auto all = probe("sets")->series(frame_of(items), std::span(&table, 1));
  const auto& ratios = *std::ranges::find(all, "union_norm_ratio", &Series::name);
  const auto most = std::ranges::max_element(ratios.values);
  EXPECT_EQ(*most, 1);
  EXPECT_NEAR(ratios.first + ratios.step * static_cast<double>(most - ratios.values.begin()), 1,
              1e-12);
}

TEST(SetsPositions, SharesWithinAThetaAreC5s) {
  const auto items = some_items(15);
  const auto values = measure(*probe("sets"), items, 15);
  const Table table{"s", true, values.view()};
  const auto all = probe("sets")->series(frame_of(items), std::span(&table, 1));
  const auto& within = *std::ranges::find(all, "difference_within", &Series::name);
  ASSERT_EQ(within.values.size(), 40U);
  for (const std::size_t i : {9U, 19U, 39U}) {
    const std::string theta = "sets?theta=" + std::to_string(.05 * static_cast<double>(i + 1));
    EXPECT_EQ(within.values[i], find_result(results_of(items, values, theta), "c5").value) << theta;
  }
  EXPECT_LT(within.values.back(), 1);
}

TEST(Sets, AZeroVectorIsUndefined) {
  const auto results = results_in_plane("difference", {0, 0}, {2, 1}, {1, 1});
  EXPECT_TRUE(std::isnan(find_result(results, "c3_tt").value));
  EXPECT_EQ(find_result(results, "c3_tt").why.at("undefined similarity"), 1U);
  // Defined under another measure, but a single margin does not make a range of thresholds.
  EXPECT_EQ(find_result(results, "c3.dot.tt_at0").n, 1U);
  EXPECT_FALSE(std::isnan(find_result(results, "c3.dot.tt_at0").value));
  EXPECT_TRUE(std::isnan(find_result(results, "c3.dot.margin1_sd").value));
  EXPECT_EQ(find_result(results, "c3.dot.margin1_sd").why.count("one sample has no deviation"), 1U);
  EXPECT_TRUE(std::isnan(find_result(results, "c3.dot.tt").value));
  EXPECT_EQ(find_result(results, "c3.dot.tt")
                .why.count("no range of thresholds: all margins are the same"),
            1U);
}

// A row has four differences and two unions here.
TEST(Sets, UndefinedSamplesOfARowThatCountsAreCounted) {
  const auto items = some_items(13);
  auto values = measure(*probe("sets"), items, 5);
  const auto frame = frame_of(items);
  std::size_t undefined = 0;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.item_of_row[row] == 0 || !frame.row_labels[row].starts_with("difference:s1"))
      continue;
    std::ranges::fill(values[row], NAN);
    ++undefined;
  }
  const auto results = results_of(items, values);
  EXPECT_GT(undefined, 9U);
  for (const auto* name : {"c3_tt", "c3_tt_at0", "c4_t", "c5"}) {
    const Result& found = find_result(results, name);
    std::size_t counted = 0;
    for (const auto& [reason, count] : found.why) {
      if (reason.ends_with(", of a sample of a row that counts")) counted += count;
    }
    EXPECT_EQ(counted, undefined) << name;
  }
}

TEST(Sets, AScorerHasNoResults) {
  const auto items = some_items(3);
  const auto sets = probe("sets");
  std::vector<double> similarities(test::count_rows(items), .5);
  MatrixOf<double> values(similarities.size(), kSetsColumns);
  sets->measure({items, {}, similarities}, {}, values.view());
  const Table table{"s", false, values.view()};
  EXPECT_TRUE(sets->summarise(frame_of(items), std::span(&table, 1), Resampler(1, 10, 1)).empty());
}

TEST(Sets, RefusesMeasurementsThatAreNotOfItsItems) {
  const auto items = some_items(4);
  const auto values = measure(*probe("sets"), items, 4);
  const Table table{"s", true, values.view()};
  const auto refuses = [&](auto spoil) {
    Frame frame = frame_of(items);
    spoil(frame);
    EXPECT_THROW(probe("sets")->summarise(frame, std::span(&table, 1), Resampler(1, 10, 1)), Error);
  };
  refuses([](Frame& frame) { frame.item_of_row[2] = 99; });
  refuses([](Frame& frame) { frame.item_of_row.pop_back(); });
  refuses([](Frame& frame) {
    frame.row_labels = {};
    for (std::size_t row = 0; row < frame.rows(); ++row) frame.row_labels.push_back("other");
  });
}

TEST(Sets, ThePublishedGridHas23ValuesBetweenTicksAndOfNed11) {
  const auto items = some_items(21);
  const auto values = measure(*probe("sets"), items, 5);
  const auto of = [&](const std::string& spec, const char* name) {
    return find_result(results_of(items, values, spec), name).value;
  };
  for (const char* name : {"c1_tt", "c3.dot.tt", "c4.l2.t"}) {
    EXPECT_EQ(of("sets?grid=published", name), of("sets?grid=published:11:22", name)) << name;
    EXPECT_NE(of("sets?grid=published", name), of("sets?grid=published:11:10", name)) << name;
  }
  for (const char* name : {"c1.ned.tt", "c3.ned.tt", "c4.ned.t"}) {
    EXPECT_EQ(of("sets?grid=published", name), of("sets?grid=published:11:10", name)) << name;
    EXPECT_NE(of("sets?grid=published", name), of("sets?grid=published:11:22", name)) << name;
  }
}

TEST(Sets, DeviationsDivideByNMinus1) {
  const auto items = some_items(9);
  const auto values = measure(*probe("sets"), items, 9);
  const auto frame = frame_of(items);
  std::vector<double> margins;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.row_labels[row] != "overlap") continue;
    margins.push_back(at(values[row], SetsMeasure::kCosine, kAT) -
                      at(values[row], SetsMeasure::kCosine, kAB));
  }
  const auto told = ask_python("answer = np.array([np.std(given, ddof=1)])", margins);
  EXPECT_NEAR(find_result(results_of(items, values), "c1.cosine.margin1_sd").value, told.at(0),
              1e-12);
}

// 12 triples and the published code's results for them.
TEST(SetsPublished, FourCasesOfC1) {
  const auto path = shared_data("sets/published_criteria.json");
  if (lacks(path)) GTEST_SKIP() << kNoSharedData;
  const auto told = ask_python("import json\nt = json.load(open('" + path.string() + R"('))
c = t['C1_own_bounds']
shares = [c['result'][k] for k in ('true_rows', 's1_true', 's2_true', 'false_rows')]
inside = np.mean([row[0] == 'In' for row in t['compute_angles']])
vectors = np.stack([t['A'], t['B'], t['T']], axis=1)
answer = np.concatenate([[c['n_bins'], c['grid_points'], *shares, inside], np.ravel(vectors)]))",
                               {});
  ASSERT_EQ(told.size(), 7U + 12 * 3 * 6);
  ASSERT_EQ(told[0], 11);
  ASSERT_EQ(told[1], 22);
  const std::string spec = "sets?grid=published";
  const auto sets = probe(spec);
  std::vector<Item> items;
  MatrixOf<float> vectors(36, 6);
  for (std::size_t i = 0; i < 12; ++i) {
    const std::string id = std::to_string(i);
    Record record{id, std::vector<std::string>(12), {}, {"f", i}};
    record.values[6] = "overlap";
    record.values[7] = "a" + id, record.values[8] = "b" + id, record.values[9] = "t" + id;
    items.push_back(sets->item(std::move(record)));
  }
  for (std::size_t i = 0; i < 36 * 6; ++i) vectors[i / 6][i % 6] = static_cast<float>(told[7 + i]);
  MatrixOf<double> values(12, kSetsColumns);
  sets->measure({items, vectors.view(), {}}, {}, values.view());
  const auto results = results_of(items, values, spec);
  EXPECT_NEAR(find_result(results, "c1_tt").value, told[2], 1e-6);
  EXPECT_NEAR(find_result(results, "c1.cosine.tf").value, told[3], 1e-6);
  EXPECT_NEAR(find_result(results, "c1.cosine.ft").value, told[4], 1e-6);
  EXPECT_NEAR(find_result(results, "c1.cosine.ff").value, told[5], 1e-6);
  EXPECT_EQ(find_result(results, "c2").value, told[6]);
}

}  // namespace sets_test
}  // namespace sonde

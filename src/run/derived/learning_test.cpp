#include "run/derived/learning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "base/random.h"
#include "run/derived/learned_head.h"

namespace sonde {
namespace learning_test {

constexpr std::size_t kRows = 60, kFeatures = 12;

struct Learnt {
  MatrixOf<double> features{kRows, kFeatures};
  TaskRows rows;
};

Learnt learnt_rows() {
  Learnt some;
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t i = 0; i < kFeatures; ++i) {
      some.features[row][i] = unit_interval(random_bits(1, row, i));
    }
    some.rows.gold.push_back(some.features[row][0] + 0.3 * some.features[row][1]);
    some.rows.texts.push_back(row);
    some.rows.places.push_back(row);
    some.rows.item_of.push_back(static_cast<std::uint32_t>(row));
    some.rows.labels.push_back({{"part", row % 2 == 0 ? "easy" : "hard"}});
  }
  return some;
}

// Predictions of a head with components, scaling and a hidden layer.
std::vector<double> predicted(const Learnt& some, const Split& split, bool published = false) {
  HeadOptions head;
  head.components = 4;
  head.scaled = true;
  head.network.hidden = {5};
  head.network.most_epochs = 20;
  const Examples examples{some.features.view(), some.rows};
  const Learn learn = [&](Matrix<const double> rows, std::span<const double> targets) {
    const auto fitted_to = published ? some.features.view() : rows;
    const auto prepare = std::make_shared<Preparation>(head, fitted_to);
    const auto prepared = (*prepare)(rows);
    const auto predict = learn_network(head.network, prepared.view(), targets, [] {});
    return [prepare, predict](Matrix<const double> others) {
      const auto there = (*prepare)(others);
      return predict(there.view());
    };
  };
  Observer silent;
  return predict_parts(examples, parts_of(examples, split), learn, RunContext(silent, 2));
}

// The row and those that are predicted with it, by the same model.
std::vector<std::size_t> beside(const Learnt& some, const Split& split, std::size_t row) {
  const Examples examples{some.features.view(), some.rows};
  for (const auto& part : parts_of(examples, split)) {
    if (std::ranges::find(part.test, row) != part.test.end()) return part.test;
  }
  return {};
}

std::vector<Split> all_splits() {
  Split folds, random, labels;
  folds.folds = 5;
  random.kind = Split::Kind::kRandom;
  labels.kind = Split::Kind::kLabels;
  labels.train = {"part", "easy"};
  labels.test = {"part", "hard"};
  return {folds, random, labels};
}

// A row that is tested, by any of the splits.
std::size_t tested_row(const Learnt& some, const Split& split) {
  std::size_t row = 1;
  while (beside(some, split, row).empty()) row += 2;
  return row;
}

TEST(Learning, NothingOfATestRowReachesItsModel) {
  const auto before = learnt_rows();
  for (const auto& split : all_splits()) {
    const std::size_t row = tested_row(before, split);
    auto after = before;
    after.rows.gold[row] += 100;
    for (double& feature : after.features[row]) feature *= -50;
    const auto values = predicted(before, split), others = predicted(after, split);
    EXPECT_NE(values[row], others[row]);  // uses its own features
    for (const auto i : beside(before, split, row)) {
      if (i == row) continue;
      EXPECT_EQ(values[i], others[i]);
    }
  }
}

TEST(Learning, AsPublishedTheComponentsKnowTheTestRows) {
  const auto before = learnt_rows();
  const Split split = all_splits()[2];
  auto after = before;
  for (double& feature : after.features[1]) feature *= -50;
  EXPECT_NE(predicted(before, split, true)[3], predicted(after, split, true)[3]);
}

TEST(Learning, EachRowIsPredictedOnceByFolds) {
  const auto some = learnt_rows();
  const Examples examples{some.features.view(), some.rows};
  std::vector<int> times(kRows);
  for (const auto& [train, test] : parts_of(examples, all_splits()[0])) {
    EXPECT_EQ(train.size() + test.size(), kRows);
    for (const auto row : test) ++times[row];
    for (const auto row : train) EXPECT_EQ(std::ranges::count(test, row), 0);
  }
  EXPECT_EQ(times, std::vector<int>(kRows, 1));
}

TEST(Learning, FewModelsAtOnceWhereTheyAreLarge) {
  const std::vector<double> one(1);
  const auto threads = [&](std::size_t rows, std::size_t most) {  // a MiB a row
    return learning_threads({one.data(), rows, std::size_t{1} << 17}, most);
  };
  EXPECT_EQ(threads(0, 10), 10U);
  EXPECT_EQ(threads(1, 10), 10U);
  EXPECT_EQ(threads(117, 10), 4U);
  EXPECT_EQ(threads(1024, 10), 1U);
}

TEST(Learning, RowsWithoutAVectorOrARatingTeachNothing) {
  auto some = learnt_rows();
  some.features[4][2] = NAN;
  some.rows.gold[6] = NAN;
  const auto values = predicted(some, all_splits()[0]);
  EXPECT_TRUE(std::isnan(values[4]));
  EXPECT_FALSE(std::isnan(values[6]));
  for (const auto& part : parts_of({some.features.view(), some.rows}, all_splits()[0])) {
    EXPECT_EQ(std::ranges::count(part.train, 4U) + std::ranges::count(part.train, 6U), 0);
  }
}

}  // namespace learning_test
}  // namespace sonde

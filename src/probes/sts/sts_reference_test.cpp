#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "probes/probe_test.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace sts_reference_test {

using test::find_result;

// Pairs of three kinds with different similarities. The last one has no ratings.
struct World {
  std::vector<Item> items;
  MatrixOf<double> similarities;

  explicit World(std::size_t count) : similarities(count, 1) {
    const auto sts = test::probe("sts");
    constexpr std::array kKinds{"plain", "swapped", "negated"};
    for (std::size_t i = 0; i < count; ++i) {
      const std::string n = std::to_string(i);
      const double rating = unit_interval(random_bits(3, 0, i));
      Record record{
          n, {"first " + n, "second " + n, i + 1 < count ? std::to_string(rating) : "nan"}, {}, {}};
      record.labels["kind"] = kKinds[i % 3];
      record.labels["half"] = i % 2 ? "odd" : "even";
      items.push_back(sts->item(std::move(record)));
      const double noise = unit_interval(random_bits(3, 1, i)) * (i % 3 == 1 ? 2 : 0.3);
      similarities[i][0] = 1 + rating + noise;
    }
  }

  std::vector<Result> results(const std::string& spec,
                              const std::map<std::string, std::string>& settings = {}) const {
    const Frame frame = test::frame_of(items);
    const Table table{"s", true, similarities.view()};
    return test::probe(spec, settings)
        ->summarise(frame, std::span(&table, 1), Resampler(1, 300, 1).keeping());
  }

  // The mean of similarities or of ratings.
  double mean(const std::string& label, const std::string& value, bool ratings) const {
    double sum = 0, n = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const double gold = items[i].rows[0].gold;
      if (std::isnan(gold) || items[i].labels.at(label) != value) continue;
      sum += ratings ? gold : similarities[i][0];
      ++n;
    }
    return sum / n;
  }
};

constexpr const char* kSpec = "sts?reference=kind=plain";

TEST(StsReference, WithoutOneNothingIsAdded) {
  const World world(40);
  for (const auto& result : world.results("sts")) {
    EXPECT_TRUE(result.name == "spearman" || result.name == "pearson" || result.name == "kendall");
  }
}

TEST(StsReference, MeansAreRelativeToThoseOfTheReference) {
  const World world(90);
  const auto results = world.results(kSpec);
  for (const std::string kind : {"plain", "swapped", "negated"}) {
    const std::string slice = "kind=" + kind;
    const auto& similarity = find_result(results, "mean_similarity", slice);
    const auto& rating = find_result(results, "mean_rating", slice, "data");
    EXPECT_NEAR(similarity.value, world.mean("kind", kind, false), 1e-12);
    EXPECT_NEAR(rating.value, world.mean("kind", kind, true), 1e-12);
    EXPECT_LT(similarity.low, similarity.value);
    EXPECT_GT(rating.high, rating.value);
    if (kind == "plain") continue;
    const auto& relative = find_result(results, "relative_similarity", slice);
    EXPECT_NEAR(relative.value,
                world.mean("kind", kind, false) / world.mean("kind", "plain", false), 1e-12);
    EXPECT_NEAR(find_result(results, "relative_rating", slice, "data").value,
                world.mean("kind", kind, true) / world.mean("kind", "plain", true), 1e-12);
    EXPECT_LT(relative.low, relative.value);
    EXPECT_GT(relative.high, relative.value);
  }
  // The last pair, which is negated, has no rating.
  EXPECT_EQ(find_result(results, "mean_similarity", "kind=negated").why.at("no rating"), 1U);
  EXPECT_EQ(find_result(results, "mean_rating", "kind=negated", "data").left_out, 1U);
}

TEST(StsReference, EveryOtherSliceHasItsDifference) {
  const World world(90);
  const auto results = world.results(kSpec);
  const auto& reference = find_result(results, "spearman", "kind=plain");
  for (const std::string slice : {"all", "kind=swapped", "half=odd"}) {
    const auto& own = find_result(results, "spearman", slice);
    const auto& difference = find_result(results, "spearman_difference", slice);
    EXPECT_DOUBLE_EQ(difference.value, own.value - reference.value);
    // Resampled together, replicate by replicate.
    for (std::size_t r = 0; r < own.replicates.values.size(); ++r) {
      EXPECT_EQ(difference.replicates.values[r],
                own.replicates.values[r] - reference.replicates.values[r]);
    }
    EXPECT_LT(difference.low, difference.high);
  }
  EXPECT_THROW(find_result(results, "spearman_difference", "kind=plain"), std::runtime_error);
  EXPECT_THROW(find_result(results, "relative_similarity", "kind=plain"), std::runtime_error);
}

TEST(StsReference, TheDeviationIsOverTheValuesOfItsLabel) {
  const World world(90);
  const auto results = world.results(kSpec);
  double sum = 0;
  for (const std::string kind : {"swapped", "negated"}) {
    sum += std::abs(world.mean("kind", kind, false) / world.mean("kind", "plain", false) -
                    world.mean("kind", kind, true) / world.mean("kind", "plain", true));
  }
  const auto& deviation = find_result(results, "relative_deviation");
  EXPECT_NEAR(deviation.value, sum / 3, 1e-12);  // the reference's own is 0
  EXPECT_EQ(deviation.n, 89U);
  EXPECT_EQ(deviation.better, Better::kLower);
  EXPECT_LT(deviation.low, deviation.value);
  EXPECT_GT(deviation.high, deviation.value);
  EXPECT_EQ(std::ranges::count(results, "relative_deviation", &Result::name), 1);
}

TEST(StsReference, AllPairsMayBeTheReference) {
  const World world(60);
  const auto results = world.results("sts?reference=all");
  EXPECT_THROW(find_result(results, "relative_deviation"), std::runtime_error);
  EXPECT_NEAR(
      find_result(results, "spearman_difference", "kind=plain").value,
      find_result(results, "spearman", "kind=plain").value - find_result(results, "spearman").value,
      1e-15);
}

TEST(StsReference, TheOptionWinsOverTheCard) {
  const World world(60);
  const auto by_card = world.results("sts", {{"reference", "half=odd"}});
  EXPECT_NO_THROW(find_result(by_card, "relative_similarity", "half=even"));
  const auto by_option = world.results(kSpec, {{"reference", "half=odd"}});
  EXPECT_THROW(find_result(by_option, "relative_similarity", "kind=plain"), std::runtime_error);
}

// A sample may have none of its pairs.
TEST(StsReference, WithoutPairsOfTheReferenceThereAreMeansAlone) {
  const World world(60);
  const auto results = world.results("sts?reference=kind=none");
  EXPECT_NO_THROW(find_result(results, "mean_similarity", "kind=plain"));
  EXPECT_THROW(find_result(results, "relative_similarity", "kind=plain"), std::runtime_error);
}

TEST(StsReference, WhatIsUndefinedSpoilsNoOther) {
  World world(60);
  for (std::size_t i = 1; i < 60; i += 3) world.similarities[i][0] = NAN;  // all swapped ones
  const auto results = world.results(kSpec);
  const auto& none = find_result(results, "relative_similarity", "kind=swapped");
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_EQ(none.n, 0U);
  EXPECT_TRUE(std::isnan(find_result(results, "mean_similarity", "kind=swapped").value));
  EXPECT_FALSE(std::isnan(find_result(results, "relative_deviation").value));
  EXPECT_FALSE(std::isnan(find_result(results, "relative_similarity", "kind=negated").value));
}

// A mean of 0 can't be a unit.
TEST(StsReference, AReferenceOfZeroIsUndefined) {
  World world(60);
  for (std::size_t i = 0; i < 60; i += 3) world.similarities[i][0] = 0;  // all plain ones
  const auto results = world.results(kSpec);
  EXPECT_TRUE(std::isnan(find_result(results, "relative_similarity", "kind=swapped").value));
  EXPECT_TRUE(std::isnan(find_result(results, "relative_deviation").value));
}

}  // namespace sts_reference_test
}  // namespace sonde

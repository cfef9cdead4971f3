#include "report/figures/layers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/figures/figure_data.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace layers_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Layers, ANameWithoutItsLayer) {
  EXPECT_EQ(without_layer("m@layer=3"), "m");
  EXPECT_EQ(without_layer("m@layer=3&pooling=cls"), "m@pooling=cls");
  EXPECT_EQ(without_layer("minilm?layer=12"), "minilm");
  EXPECT_EQ(without_layer("minilm?pooling=cls&layer=12&dims=0:3"), "minilm?pooling=cls&dims=0:3");
  EXPECT_EQ(without_layer("a.sonde:m@layer=0"), "a.sonde:m");
  EXPECT_EQ(without_layer("my-layer=3"), "my-layer=3");
  EXPECT_EQ(without_layer("minilm"), "minilm");
}

struct Measured {
  std::string subject, layer;
  double value;
  std::vector<double> replicates{};
};

Overview overview_of(const std::vector<Measured>& measured, Better better = Better::kHigher) {
  Overview overview;
  overview.tasks.resize(1);
  auto& task = overview.tasks.front();
  task.kind = task.facts.probe = "sts";
  task.facts.dataset = "pairs";
  for (const auto& one : measured) {
    OverviewSubject subject;
    subject.label = one.subject;
    if (!one.layer.empty()) subject.facts.identity.facts = {{"layer", one.layer}};
    overview.subjects.push_back(subject);
    Result result;
    result.subject = one.subject;
    result.probe = "sts";
    result.dataset = "pairs";
    result.name = "spearman";
    result.value = one.value;
    result.better = better;
    result.replicates.values = one.replicates;
    task.results.push_back(result);
  }
  return overview;
}

std::vector<LayerCurve> curves_of(const Overview& overview) {
  return layer_curves(overview, overview.tasks.front(), "spearman");
}

TEST(Layers, ViewsThatDifferInTheLayerAreACurve) {
  const auto overview = overview_of({{"a@layer=6", "6", .5},
                                     {"a@layer=0", "0", .1},
                                     {"b", "6", .9},
                                     {"words", "words", .2},
                                     {"scores", "", .3},
                                     {"c?layer=1", "1", .4},
                                     {"c?layer=2", "2", .4}});
  const auto curves = curves_of(overview);
  ASSERT_EQ(curves.size(), 2);
  EXPECT_EQ(curves[0].series, "a");
  EXPECT_EQ(curves[0].points[0].layer, 0);
  EXPECT_EQ(curves[0].points[1].layer, 6);
  EXPECT_EQ(curves[0].best, 1);
  EXPECT_FALSE(curves[0].as_good);  // nothing is known of chance
  EXPECT_EQ(curves[1].series, "c");
  EXPECT_EQ(curves[1].best, 0);  // the lowest of equals
}

// Layer 1 is worse than layer 3 in every replicate, layer 2 in half of them.
TEST(Layers, TheLowestThatCannotBeToldFromTheBest) {
  std::vector<double> best, behind, near;
  for (int i = 0; i < 100; ++i) {
    best.push_back(.6);
    behind.push_back(.4);
    near.push_back(i % 2 == 0 ? .5 : .7);
  }
  const std::vector<Measured> measured{{"m@layer=0", "0", NAN, {}},
                                       {"m@layer=1", "1", .4, behind},
                                       {"m@layer=2", "2", .59, near},
                                       {"m@layer=3", "3", .6, best},
                                       {"m@layer=4", "4", NAN, {}}};
  const auto overview = overview_of(measured);
  const auto curve = curves_of(overview).front();
  EXPECT_EQ(curve.best, 3);
  EXPECT_EQ(curve.as_good, 2);
  const auto lower = overview_of(measured, Better::kLower);
  EXPECT_EQ(curves_of(lower).front().best, 1);
  EXPECT_EQ(curves_of(lower).front().as_good, 1);
  const auto neither = overview_of(measured, Better::kNeither);
  EXPECT_FALSE(curves_of(neither).front().best);
  EXPECT_THAT(show_layers(overview, {}),
              HasSubstr("m: best at layer 3, .600; layer 2 is the lowest that can't be told"));
}

TEST(Layers, AFigureFromThreeLayersOn) {
  const auto two = overview_of({{"m@layer=1", "1", .4}, {"m@layer=2", "2", .5}});
  EXPECT_FALSE(layer_figure(two, two.tasks.front()));
  const auto three =
      overview_of({{"m@layer=1", "1", .4}, {"m@layer=2", "2", .5}, {"m@layer=9", "9", .3}});
  const auto figure = layer_figure(three, three.tasks.front());
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->series, ElementsAre("m"));
  EXPECT_THAT(figure->categories, IsEmpty());
  EXPECT_EQ(figure->points.back().x, 9);
  EXPECT_EQ(figure->points[1].mark, kBestMark);
  EXPECT_EQ(figures_of(three, three.tasks.front()).back().id, "sts-pairs-layers");
}

TEST(Layers, TablesShareAScaleAndNameChance) {
  auto overview = overview_of({{"m@layer=1", "1", .25}, {"m@layer=2", "2", .5}});
  auto higher = overview_of({{"m@layer=1", "1", .75}, {"m@layer=2", "2", 1}});
  overview.tasks.push_back(higher.tasks.front());
  OverviewQuestion question;
  question.of.result = "spearman";
  question.of.chance = .5;
  overview.tasks[0].questions = {question};
  overview.tasks[0].results[1].low = .45;
  const std::string shown = show_layers(overview, {});
  EXPECT_THAT(shown, HasSubstr(" ███\n"));
  EXPECT_THAT(shown, HasSubstr(" ██████\n"));
  EXPECT_THAT(shown, HasSubstr(" ████████████"));
  EXPECT_THAT(shown,
              HasSubstr("m: best at layer 2, .500, which can't be told from chance, .500.\n"));
}

TEST(Layers, WithoutTwoLayersItSaysHowToMakeThem) {
  const auto one = overview_of({{"m@layer=1", "1", .4}, {"n", "2", .5}});
  try {
    show_layers(one, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("layer=all"));
  }
}

}  // namespace layers_test
}  // namespace sonde

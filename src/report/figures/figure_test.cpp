#include "report/figures/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "report/figures/figure_data.h"
#include "report/number_format.h"
#include "sonde/resampling.h"

namespace sonde {
namespace figure_test {

using nlohmann::json;
using testing::Each;
using testing::ElementsAre;

// Two subjects at three places each: pair types, roles, learned heads or layers.
Figure by_name(FigureKind kind, std::vector<std::string> names) {
  Figure figure;
  figure.id = "hand-made";
  figure.kind = kind;
  figure.summary = "a summary";
  figure.x = "place";
  figure.y = "value";
  figure.series = {"one", "two"};
  figure.categories = std::move(names);
  double y = .1;
  for (const auto& series : figure.series) {
    for (const auto& name : figure.categories) {
      FigurePoint point{series, name};
      point.y = y += .1;
      point.low = y - .05;
      point.high = y + .05;
      point.box = {y - .2, y - .1, y, y + .1, y + .2};
      point.told = "told";
      figure.points.push_back(point);
    }
  }
  return figure;
}

Figure by_step(FigureKind kind) {
  Figure figure = by_name(kind, {});
  for (const auto& series : figure.series) {
    for (int layer = 0; layer < 4; ++layer) {
      FigurePoint point{series, {}};
      point.x = layer;
      point.y = layer * .25;
      figure.points.push_back(point);
    }
  }
  return figure;
}

json spec_of(const Figure& figure) { return json::parse(figure_spec(figure)); }

json values(const json& spec, const char* field) {
  json all = json::array();
  for (const auto& row : spec["data"]["values"]) all.push_back(row.at(field));
  return all;
}

TEST(Figure, IdsAreOfPlainCharacters) {
  EXPECT_EQ(figure_id({"heros", "Heros EN!", "of: it"}), "heros-heros-en-of-it");
  EXPECT_EQ(figure_id({"a", "ÄÖ", "b"}), "a-b");
  EXPECT_EQ(figure_id({"../../etc/passwd"}), "etc-passwd");
  EXPECT_LE(figure_id({std::string(500, 'a')}).size(), 100);
}

TEST(Figure, EveryKindSaysWhatItIsAndHoldsItsNumbers) {
  const std::vector<std::string> roles{"agent", "patient", "verb"};
  for (const auto kind : {FigureKind::kHeatMap, FigureKind::kBox, FigureKind::kBars}) {
    const json spec = spec_of(by_name(kind, roles));
    EXPECT_EQ(spec["description"], "a summary") << figure_kind_name(kind);
    EXPECT_EQ(spec["data"]["values"].size(), 6) << figure_kind_name(kind);
    EXPECT_EQ(values(spec, "category"),
              json({"agent", "patient", "verb", "agent", "patient", "verb"}));
  }
}

TEST(Figure, BarsHaveIntervals) {
  const json spec = spec_of(by_name(FigureKind::kBars, {"swap-2", "swap-4"}));
  EXPECT_EQ(values(spec, "low"), json({.15, .25, .35, .45}));
  EXPECT_EQ(values(spec, "high"), json({.25, .35, .45, .55}));
  EXPECT_EQ(spec["layer"].size(), 2);
}

TEST(Figure, LinesOverLayersKeepTheirOrder) {
  const json spec = spec_of(by_step(FigureKind::kLines));
  EXPECT_EQ(values(spec, "x"), json({0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(spec["encoding"]["x"]["type"], "quantitative");
  EXPECT_EQ(spec["layer"].size(), 1);  // without intervals
}

TEST(Figure, LinesHaveBandsChanceAndTheBestPlaces) {
  Figure figure = by_step(FigureKind::kLines);
  for (auto& point : figure.points) point.low = point.high = point.y;
  figure.points[3].mark = kBestMark;
  figure.points[2].mark = kAsGoodMark;
  figure.marks = {{"", "chance", .5}};
  const json spec = spec_of(figure);
  std::vector<std::string> kinds;
  for (const auto& layer : spec["layer"]) kinds.push_back(layer["mark"]["type"]);
  EXPECT_THAT(kinds, ElementsAre("line", "area", "point", "point", "rule"));
  EXPECT_EQ(spec["data"]["values"][3]["mark"], kBestMark);
  EXPECT_EQ(spec["layer"][4]["data"]["values"][0]["at"], .5);
}

TEST(Figure, BinsStandAroundTheirMiddles) {
  Figure figure = by_step(FigureKind::kHistogram);
  figure.step = 1;
  const json spec = spec_of(figure);
  EXPECT_EQ(values(spec, "from"), json({-.5, .5, 1.5, 2.5, -.5, .5, 1.5, 2.5}));
  EXPECT_EQ(values(spec, "to"), json({.5, 1.5, 2.5, 3.5, .5, 1.5, 2.5, 3.5}));
  EXPECT_FALSE(spec["facet"].contains("column"));
}

TEST(Figure, DensitiesShowWhatTheyShare) {
  Figure figure;
  figure.kind = FigureKind::kDensities;
  figure.series = {"one"};
  figure.categories = {"same", "changed"};
  for (const auto& [name, y] : {std::pair{"same", .75}, std::pair{"changed", .25}}) {
    FigurePoint point{"one", name};
    point.x = .5;
    point.y = y;
    figure.points.push_back(point);
  }
  figure.marks = {{"one", "threshold", .4}};
  const json rows = spec_of(figure)["data"]["values"];
  ASSERT_EQ(rows.size(), 4);
  EXPECT_EQ(rows[2]["category"], "both");
  EXPECT_EQ(rows[2]["y"], .25);
  EXPECT_EQ(rows[3]["at"], .4);
}

TEST(Figure, UndefinedIsNoNumber) {
  Figure figure = by_name(FigureKind::kBars, {"a"});
  figure.points.front().y = std::nan("");
  EXPECT_TRUE(values(spec_of(figure), "y")[0].is_null());
}

Result result_of(std::string subject, std::string name, double value, std::string slice = "all") {
  Result result;
  result.subject = std::move(subject);
  result.name = std::move(name);
  result.slice = std::move(slice);
  result.value = value;
  return result;
}

// A probe unknown to sonde: its figures are drawn from its declarations.
Overview overview_of(FigureForm form) {
  Overview overview;
  overview.subjects.resize(2);
  overview.subjects[0].label = "one";
  overview.subjects[1].label = "two";
  OverviewTask task;
  task.kind = "layers";
  task.facts.dataset = "own";
  task.facts.measurements = {"value"};
  task.shown.figures = {std::move(form)};
  task.values.resize(2);
  overview.tasks.push_back(std::move(task));
  return overview;
}

TEST(FigureData, DrawsResultsThatAProbeNames) {
  auto overview = overview_of({.name = "heads",
                               .kind = FigureKind::kBars,
                               .source = FigureSource::kResults,
                               .title = "Heads",
                               .caption = {},
                               .names = {{"head_1", "first"}, {"head_2", "second"}}});
  overview.tasks[0].results = {result_of("one", "head_1", .5), result_of("one", "head_2", .25),
                               result_of("two", "head_1", .75)};
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_EQ(figures[0].id, "layers-own-heads");
  EXPECT_THAT(figures[0].categories, ElementsAre("first", "second"));
  EXPECT_THAT(figures[0].series, ElementsAre("one", "two"));
  EXPECT_EQ(figures[0].summary, "Heads: own: from 0.250 of one, second to 0.750 of two, first.");
}

TEST(FigureData, NamesSubjectsWithoutAValueInTheCaption) {
  auto overview = overview_of({.name = "heads",
                               .kind = FigureKind::kBars,
                               .source = FigureSource::kResults,
                               .title = "Heads",
                               .caption = "Numbers.",
                               .names = {{"head_1", ""}}});
  overview.tasks[0].results = {result_of("one", "head_1", FigurePoint::kNone),
                               result_of("two", "head_1", .75)};
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_THAT(figures[0].series, ElementsAre("two"));
  EXPECT_THAT(figures[0].categories, ElementsAre("two"));
  EXPECT_EQ(figures[0].caption, "Numbers. Undefined: one.");
}

TEST(Numbers, OnPagesHaveAZeroAndATrueMinus) {
  EXPECT_EQ(on_pages(".543 [-.497, 1.588]"), "0.543 [\u22120.497, 1.588]");
  EXPECT_EQ(on_pages("-1.250"), "\u22121.250");
  EXPECT_EQ(on_pages("+.043 [-.010, .096]"), "+0.043 [\u22120.010, 0.096]");
  EXPECT_EQ(on_pages("undefined"), "undefined");
}

TEST(Figure, IsConstantIfItShowsOneValueEverywhere) {
  Figure bins = by_step(FigureKind::kHistogram);
  EXPECT_FALSE(constant_of(bins));
  for (auto& point : bins.points) point.y = point.x == 2 ? 1 : 0;
  EXPECT_EQ(constant_of(bins), 2.);
  Figure values = by_name(FigureKind::kBars, {"a", "b"});
  for (auto& point : values.points) point.y = point.low = point.high = 1;
  for (auto& point : values.points) point.box.fill(1);
  EXPECT_EQ(constant_of(values), 1.);
  values.points[1].high = 1.1;
  EXPECT_FALSE(constant_of(values));
}

TEST(Figure, BaselinesDontStretchTheColours) {
  Figure figure = by_name(FigureKind::kHeatMap, {"a", "b"});
  const auto domain = [&] {
    const json spec = spec_of(figure);
    return spec["layer"][0]["encoding"]["color"]["scale"]["domain"].get<std::vector<double>>();
  };
  EXPECT_THAT(domain(), ElementsAre(.2, .5));
  figure.baselines = {"one"};
  EXPECT_THAT(domain(), ElementsAre(.4, .5));
  EXPECT_EQ(values(spec_of(figure), "outside"), json({true, true, false, false}));
}

// The subjects named stretch a density each, at ten places from `from` on.
TEST(FigureData, DensitiesHaveOneAxisWithoutFarBaselines) {
  auto overview = overview_of({.name = "densities",
                               .kind = FigureKind::kDensities,
                               .source = FigureSource::kSeries,
                               .title = "Densities",
                               .caption = "Two curves.",
                               .names = {{"same", "same"}}});
  overview.subjects[1].facts.spec = "random";
  for (const auto& [subject, from] : {std::pair{"one", .8}, std::pair{"two", -.2}}) {
    Series series;
    series.subject = subject;
    series.name = "same";
    series.slice = "all";
    series.first = from;
    series.step = .01;
    series.values.assign(10, .1);
    overview.tasks[0].series.push_back(std::move(series));
  }
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_THAT(figures[0].series, ElementsAre("one"));
  EXPECT_EQ(figures[0].caption, "Two curves. Not drawn, since it is far from the others: two.");
  EXPECT_FALSE(spec_of(figures[0])["resolve"]["scale"].contains("x"));
}

TEST(FigureData, SlicesSayTheirSizeAndWhichAreTooSmall) {
  auto overview = overview_of({.name = "kinds",
                               .kind = FigureKind::kBars,
                               .source = FigureSource::kSlices,
                               .title = "Kinds",
                               .caption = "Kinds.",
                               .names = {{"accuracy", ""}}});
  for (const auto& [subject, slice, n] :
       {std::tuple{"one", "kind=a", 20}, std::tuple{"two", "kind=a", 30},
        std::tuple{"one", "kind=b", 40}, std::tuple{"one", "kind=c", 9}}) {
    overview.tasks[0].results.push_back(result_of(subject, "accuracy", .5, slice));
    overview.tasks[0].results.back().n = static_cast<std::size_t>(n);
  }
  OverviewQuestion question;
  question.of.result = "accuracy";
  question.of.chance = .5;
  overview.tasks[0].questions.push_back(question);
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_THAT(figures[0].categories, ElementsAre("a (n = 20 to 30)", "b (n = 40)"));
  EXPECT_EQ(figures[0].caption, "Kinds. Fewer than 10 items: c. Dashed line: chance.");
  ASSERT_EQ(figures[0].marks.size(), 1);
  EXPECT_EQ(figures[0].marks[0].at, .5);
}

TEST(FigureData, DrawsNothingWithoutNumbers) {
  const auto overview = overview_of({.name = "none",
                                     .kind = FigureKind::kBars,
                                     .source = FigureSource::kResults,
                                     .title = "None",
                                     .caption = {},
                                     .names = {{"missing", ""}}});
  EXPECT_TRUE(figures_of(overview, overview.tasks[0]).empty());
}

TEST(FigureData, ASliceLessTheOtherHasTheReplicatesInterval) {
  auto overview = overview_of({.name = "kinds",
                               .kind = FigureKind::kBars,
                               .source = FigureSource::kSlices,
                               .title = "Kinds",
                               .caption = {},
                               .names = {{"spearman", ""}},
                               .difference = true});
  auto first = result_of("one", "spearman", .2, "kind=a");
  auto second = result_of("one", "spearman", .6, "kind=b");
  for (auto* result : {&first, &second}) {
    result->low = result->high = result->value;
    result->n = kFewestItems;
  }
  for (int i = 0; i < 101; ++i) {
    first.replicates.values.push_back(.2);
    second.replicates.values.push_back(.55 + .001 * i);
  }
  overview.tasks[0].results = {first, second};
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  const FigurePoint& difference = figures[0].points.back();
  EXPECT_EQ(difference.category, "b \u2212 a");
  EXPECT_DOUBLE_EQ(difference.y, .4);
  EXPECT_NEAR(difference.low, .3525, 1e-9);
  EXPECT_NEAR(difference.high, .4475, 1e-9);
}

// Items of two kinds, whose gold is 4 and 2.
Overview rated() {
  auto overview = overview_of({.name = "kinds",
                               .kind = FigureKind::kBars,
                               .source = FigureSource::kRows,
                               .title = "Kinds",
                               .caption = {},
                               .names = {{"value", ""}},
                               .relative = true});
  MatrixOf<double> values(6, 1);
  for (int i = 0; i < 6; ++i) {
    Item item;
    item.rows = {{"", {0, 1}, i % 2 == 0 ? 4. : 2.}};
    item.labels["kind"] = i % 2 == 0 ? "near" : "far";
    overview.tasks[0].items.push_back(item);
    values[static_cast<std::size_t>(i)][0] = (i % 2 == 0 ? .8 : .2) + .01 * (i / 2 - 1);
  }
  overview.tasks[0].values[0] = std::move(values);
  return overview;
}

TEST(FigureData, KindsStandInThePeoplesOrderInUnitsOfTheFirst) {
  const auto overview = rated();
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_THAT(figures[0].categories, ElementsAre("near", "far"));
  EXPECT_THAT(figures[0].series, ElementsAre("people", "one"));
  std::vector<double> y;
  for (const auto& point : figures[0].points) y.push_back(point.y);
  EXPECT_THAT(y, testing::Pointwise(testing::DoubleNear(1e-12), {1., .5, 1., .25}));
  // Student's 97.5% point of two degrees of freedom, from a table: 4.3027.
  EXPECT_NEAR(figures[0].points[3].high - .25, 4.3027 * .01 / std::sqrt(3.) / .8, 1e-5);
}

TEST(FigureData, BoxesAreQuantiles) {
  auto overview = rated();
  auto& form = overview.tasks[0].shown.figures[0];
  form.kind = FigureKind::kBox;
  const auto figures = figures_of(overview, overview.tasks[0]);
  ASSERT_EQ(figures.size(), 1);
  EXPECT_THAT(figures[0].points[0].box,
              testing::Pointwise(testing::DoubleNear(1e-12), {.19, .2025, .5, .7975, .81}));
}

}  // namespace figure_test
}  // namespace sonde

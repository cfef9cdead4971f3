#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <sstream>

#include "report/tables/comparison.h"
#include "sonde/report.h"
#include "text/unicode.h"

namespace sonde {
namespace comparison_tables_test {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Le;
using testing::Not;

Difference difference(const std::string& label, Better better, double value, double p) {
  Difference d;
  d.probe = "triplets";
  d.dataset = "argument-sensitivity";
  d.slice = "all";
  d.name = label;
  d.label = label;
  d.second = 1;
  d.first_value = .5;
  d.second_value = .5 + value;
  d.value = value;
  d.low = value - .1;
  d.high = value + .1;
  d.effect = .3;
  d.p_holm = p;
  d.better = better;
  d.n = 120;
  return d;
}

Comparison compared() {
  Comparison c;
  c.runs = {"a.sonde"};
  c.subjects = {{"old", "old", 0, {}, {}}, {"new", "new", 0, {}, {}}};
  c.tasks = {{"triplets", "argument-sensitivity", 120, {0}, true}};
  c.hypotheses = 4;
  c.differences = {difference("accuracy", Better::kHigher, .2, .001),
                   difference("ties", Better::kLower, .2, .001),
                   difference("ties 2", Better::kLower, -.2, .001),
                   difference("margin", Better::kHigher, .2, .2),
                   difference("mean", Better::kNeither, .2, .001)};
  Moves moves{"triplets", "argument-sensitivity", "margin", true, 1, 0, {}, {}};
  const std::string lengthy(300, 'x');
  moves.better.push_back({"as-1", {"An original.", "unused", lengthy}, -.1, .1, {0, 2}});
  c.moves = {moves};
  return c;
}

std::vector<std::string> column(const TextTable& table, std::size_t at) {
  std::vector<std::string> cells;
  for (const auto& row : table.rows) cells.push_back(row[at]);
  return cells;
}

std::vector<std::size_t> widths(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::size_t> found;
  for (std::string line; std::getline(in, line);) found.push_back(display_width(line));
  return found;
}

TEST(ComparisonTables, NameTheBetterSubject) {
  const auto table = difference_table(compared(), 3);
  EXPECT_THAT(column(table, 1), ElementsAre("new", "old", "new", "can't tell", "-"));
  EXPECT_THAT(column(table, 0),
              ElementsAre("argument-sensitivity: accuracy", "argument-sensitivity: ties ↓",
                          "argument-sensitivity: ties 2 ↓", "argument-sensitivity: margin",
                          "argument-sensitivity: mean"));
}

TEST(ComparisonTables, FitTheTerminal) {
  for (const std::size_t width : {80U, 100U, 120U}) {
    set_text_width(width);
    EXPECT_THAT(widths(show_comparison(compared(), "text")), Each(Le(width))) << width;
  }
  set_text_width(100);
}

TEST(ComparisonTables, AnItemTakesTwoLines) {
  const Comparison c = compared();
  const auto& moves = c.moves.front();
  const auto text = moved_items(moves, "new", MovedOrder::kBetterFirst, 80);
  EXPECT_EQ(std::ranges::count(text, '\n'), 3) << text;
  EXPECT_THAT(text, HasSubstr("An original."));
  EXPECT_THAT(text, HasSubstr("xx…\n"));
  EXPECT_THAT(text, Not(HasSubstr("unused")));
}

TEST(ComparisonTables, SayWhatMarksMean) {
  const auto text = show_comparison(compared(), "text");
  EXPECT_THAT(text, HasSubstr("↓: lower is better"));
  EXPECT_THAT(text, HasSubstr("samples of 120 items: argument-sensitivity"));
  EXPECT_THAT(text, Not(HasSubstr("agreement")));
}

TEST(ComparisonTables, NameTheBestOfMany) {
  Comparison c = compared();
  c.subjects.push_back({"third", "third", 0, {}, {}});
  const auto standings = [&](std::array<std::size_t, 3> best) {
    for (std::size_t i = 0; i < 3; ++i) {
      Standing one{"triplets", "argument-sensitivity",
                   "all",      std::to_string(c.standings.size() / 3),
                   {},         i,
                   {},         best.at(i),
                   3};
      one.result.value = .5;
      one.result.better = Better::kHigher;
      one.label = one.name;
      c.standings.push_back(one);
    }
  };
  standings({1, 2, 2});
  standings({1, 1, 3});
  standings({1, 1, 1});
  EXPECT_THAT(column(standing_table(c, true), 1), ElementsAre("old", "old, new", "can't tell"));
}

TEST(Tones, AreThereOnlyIfAllowed) {
  EXPECT_EQ(toned("x", Tone::kBad), "x");
  set_text_colours(true);
  EXPECT_EQ(toned("x", Tone::kBad), "\033[31mx\033[0m");
  EXPECT_EQ(toned("x", Tone::kPlain), "x");
  const TextTable table{
      "t", {"a", "b", "c"}, {{"1", "2", "3"}}, 1, {{Tone::kPlain, Tone::kGood, Tone::kPlain}}};
  EXPECT_THAT(render(table, "text"), HasSubstr("1  \033[32m2\033[0m  3"));
  EXPECT_THAT(render(table, "md"), HasSubstr("| 1 | 2 | 3 |"));
  set_text_colours(false);
}

}  // namespace comparison_tables_test
}  // namespace sonde

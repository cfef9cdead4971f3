// A third-party probe: one class, and a row of the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/capabilities.h"
#include "probes/shared/kinds.h"
#include "probes/shared/results.h"
#include "run/run_folder_test.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {
namespace own_probe_test {

// Whether a pair's cosine is above the mean of all pairs (the fit) by a margin, which the user
// names or the data decide. Pairs that its filter finds similar are not measured in reverse.
class AboveMean : public Probe {
 public:
  explicit AboveMean(double margin) : margin_(margin) {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }
  const ItemFilter* filter() const override { return &filter_; }

  Item item(Record&& record) const override {
    Item item;
    item.id = std::move(record.id);
    item.texts = {{record.values[0], Side::kFirst}, {record.values[1], Side::kSecond}};
    item.rows = {{"forth", {0, 1}}, {"back", {1, 0}}};
    return item;
  }

  std::unique_ptr<Fitter> fitter(std::uint64_t) const override {
    return std::make_unique<MeanCosine>();
  }

  void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const override {
    std::size_t row = 0;
    for (std::size_t item = 0; item < block.items.size(); ++item) {
      for (std::size_t i = 0; i < block.items[item].rows.size(); ++i) {
        const double cosine = cosine_of(block, item);
        out(row++, 0) = cosine > fitted.front() + margin_ ? 1 : 0;
      }
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    std::vector<Result> results;
    for (const auto& table : tables) {
      Counted counted;
      for (std::size_t row = 0; row < frame.rows(); ++row) {
        counted.add(table.values(row, 0), frame.keys[frame.item_of_row[row]]);
      }
      const Slice all = slices(frame).front();
      results.push_back(blank_result(frame, table, all, "above", counted));
      add_mean(results.back(), counted, resampler);
    }
    return results;
  }

 private:
  static double cosine_of(const Block& block, std::size_t item) {
    return cosine(block.vectors[2 * item], block.vectors[2 * item + 1]);
  }

  struct MeanCosine : Fitter {
    void add(const Block& block) override {
      for (std::size_t item = 0; item < block.items.size(); ++item) {
        sum += cosine_of(block, item);
        ++items;
      }
    }
    Fitted finish() override { return {sum / items}; }
    double sum = 0, items = 0;
  };

  struct Alike : ItemFilter {
    const Facts& facts() const override { return facts_; }
    std::vector<TextPair> pairs(const Item&) const override { return {{0, 1}}; }
    void drop(Item& item) const override { item.rows.pop_back(); }
    Facts facts_{{"random?seed=9&dimension=8"}, 0.2, "alike", "it has none"};
  };

  double margin_;
  Alike filter_;
  std::vector<Field> fields_{{"left", {}}, {"right", {}}};
  std::vector<Measurement> measurements_{{"above"}};
};

// The user's option, else what settling found, else the default: a probe is made before it is
// settled, to ask for its fields.
std::unique_ptr<Probe> make_above(const Spec& spec,
                                  const std::map<std::string, std::string>& settings) {
  const auto& from = spec.options.contains("margin") ? spec.options : settings;
  const auto margin = from.find("margin");
  return std::make_unique<AboveMean>(margin == from.end() ? 0 : std::stod(margin->second));
}

void settle_above(Settling& settling) {
  std::size_t items = 0;
  const AboveMean asking(0);
  settling.sources.each_item(asking, [&](auto some, auto) { items += some.size(); });
  settling.settings["margin"] = std::to_string(1 / static_cast<double>(items));
}

void join_above(JointForm& form) {
  form.found_anew = "margins";
  if (form.spec.options.erase("margin") > 0) form.spec.text = form.spec.kind;
}

void add_above() {
  static bool added = false;
  if (!added) {
    add_probe_kind({"above", "above[?margin=...]", "how many pairs are above the mean?", make_above,
                    settle_above, join_above});
  }
  added = true;
}

std::string pairs(int count) {
  std::string text = "left\tright\n";
  for (int i = 0; i < count; ++i) text += fmt::format("this is {}\tthat is {}\n", i, i + 1);
  return text;
}

class OwnProbe : public RunTest {
 protected:
  std::unique_ptr<RunFile> measured(const std::string& probe, const std::string& out) {
    RunPlan plan;
    plan.encoders = {parse_spec("random?dimension=16"), parse_spec("b=random?seed=2&dimension=16")};
    plan.probes = {parse_spec(probe)};
    plan.datasets = {write("pairs.tsv", pairs(120)).string()};
    plan.out = folder_ / out;
    plan.replicates = 200;
    Observer observer;
    run(plan, observer);
    return open_run_file(plan.out);
  }
};

TEST_F(OwnProbe, IsSettledFilteredFittedMeasuredAndSummarised) {
  add_above();
  const auto file = measured("above", "a.sonde");
  const TaskFacts task = file->tasks().front();
  EXPECT_EQ(task.settings.at("margin"), std::to_string(1 / 120.0));
  EXPECT_THAT(task.settings.at("filtered_by"), testing::HasSubstr("below 0.2"));
  EXPECT_EQ(task.items, 120U);
  EXPECT_GT(task.rows, 120U);  // the filter finds some pairs similar, they lose a row
  EXPECT_LT(task.rows, 240U);
  ASSERT_EQ(file->fitted(0, 0).size(), 1U);
  const auto results = file->results();
  ASSERT_EQ(results.size(), 2U);
  EXPECT_GT(results[0].value, 0.2);
  EXPECT_LT(results[0].value, 0.7);
  EXPECT_EQ(results[0].n, task.rows);
}

TEST_F(OwnProbe, IsComparedBetweenRunsInItsJointForm) {
  add_above();
  const auto settled = measured("above", "a.sonde");
  const auto named = measured("above?margin=0.1", "b.sonde");
  const std::vector<NamedRun> runs{{"a.sonde", settled.get()}, {"b.sonde", named.get()}};
  CompareOptions options;
  options.subjects = {"b"};
  const Comparison comparison = compare(runs, options);
  EXPECT_THAT(comparison.notes,
              testing::Contains(testing::HasSubstr("with other margins in b.sonde; found again")));
  ASSERT_EQ(comparison.differences.size(), 1U);
  EXPECT_LT(comparison.differences.front().value, 0);  // fewer pairs are above a wider margin
}

TEST(ProbeKinds, HaveOneRowAName) {
  EXPECT_THROW(add_probe_kind({"sts", "", "", make_above}), Error);
}

// A question about another one would be in no row.
TEST(ProbeKinds, AskAboutKnownCapabilities) {
  for (const auto& kind : probe_kinds()) {
    for (const auto& question : kind.shown.evidence) {
      EXPECT_EQ(std::ranges::count(capabilities(), question.capability, &Capability::name), 1)
          << kind.name << ": " << question.capability;
    }
  }
}

}  // namespace own_probe_test
}  // namespace sonde

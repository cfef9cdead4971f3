// A run file for tests, and how to read all of one.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "base/random.h"
#include "sonde/run_file.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde::samples {

// A writer's input, and a reader's output.
struct WholeRun {
  struct Measured {
    std::vector<double> values;  // rows x measurements
    std::vector<double> fitted;
  };
  RunFacts facts;
  std::vector<TaskFacts> tasks;
  std::vector<SubjectFacts> subjects;
  std::vector<std::vector<Item>> items;         // per task
  std::vector<std::vector<Digest>> digests;     // per task
  std::vector<std::vector<Measured>> measured;  // per task and subject
  std::vector<TextRemark> remarks;
  std::vector<Result> results;
  std::vector<Series> series;
};

inline double some_double(std::uint64_t random) {
  const double specials[] = {
      std::numeric_limits<double>::quiet_NaN(),  std::numeric_limits<double>::infinity(),
      -std::numeric_limits<double>::infinity(),  -0.0,
      std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()};
  return random % 8 < 6 && random % 3 == 0 ? specials[random % 6] : unit_interval(random);
}

inline Item some_item(std::uint64_t seed, std::uint64_t number) {
  Item item{"item " + std::to_string(number), {}, {}, {}, number * 2};
  for (std::uint64_t i = 0; i < 3; ++i) {
    const std::string text =
        "Text \"" + std::to_string(random_bits(seed, number, i)) + "\" \u00e9\n";
    item.texts.push_back({text, i == 1 ? Side::kSecond : Side::kFirst});
  }
  item.rows.push_back({"", {0, 1}, some_double(random_bits(seed, number, 9))});
  item.rows.push_back({"b", {2, 1, 0}, 0.1 * static_cast<double>(number)});
  item.labels = {{"kind", "k" + std::to_string(number % 3)}, {"", std::string("\0 nul", 5)}};
  return item;
}

inline WholeRun some_run(std::uint64_t seed, std::size_t items, std::size_t tasks = 2,
                         std::size_t subjects = 3) {
  WholeRun run;
  run.facts = {"0.1.0", digest_of(seed).hex(), seed, 1000, "10 %"};
  for (std::uint64_t s = 0; s < subjects; ++s) {
    run.subjects.push_back(
        {"s" + std::to_string(s),
         "random:?seed=1",
         "group",
         s != 1,
         {"view", digest_of(seed, s), "f32", s == 2, s == 0, {{"b", "1"}, {"a", "2"}}}});
  }
  for (std::uint64_t t = 0; t < tasks; ++t) {
    run.tasks.push_back({"sts?similarity=dot",
                         "set",
                         "A set",
                         "1",
                         "en",
                         "CC",
                         {{"scale", "5"}},
                         {"similarity", "gold"},
                         digest_of(t).hex(),
                         items,
                         2 * items,
                         items + 7,
                         {{"blank line", t}}});
    auto& made = run.items.emplace_back();
    auto& digests = run.digests.emplace_back();
    for (std::uint64_t i = 0; i < items; ++i) {
      made.push_back(some_item(seed + t, i));
      digests.push_back(digest_of(seed, t, i));
    }
    auto& measured = run.measured.emplace_back(subjects);
    for (std::uint64_t s = 0; s < subjects; ++s) {
      if (s == 1 && t == 1) continue;  // not measured
      for (std::uint64_t v = 0; v < 4 * items; ++v) {
        measured[s].values.push_back(some_double(random_bits(seed, t * 100 + s, v)));
      }
      measured[s].fitted.assign(s, some_double(seed));
    }
    const auto subject = static_cast<std::uint32_t>(subjects - 1);
    run.remarks.push_back(
        {static_cast<std::uint32_t>(t), subject, "item 0", 1, {300, 256, 2, true}});
    run.results.push_back({"s0",
                           "sts",
                           "set",
                           "all",
                           "pearson",
                           some_double(seed),
                           -0.25,
                           1.0 / 3,
                           items,
                           2,
                           {{"no gold", 2}},
                           "all",
                           Better::kNeither,
                           {}});
    run.series.push_back({"s0", "sts", "set", "all", "fuzz", -1, 0.5, {some_double(seed), 2, 3}});
  }
  return run;
}

// Passes everything to the writer in blocks of so many.
inline void tell(RunWriter& writer, const WholeRun& run, std::size_t block) {
  for (const auto& subject : run.subjects) writer.add_subject(subject);
  for (std::uint32_t t = 0; t < run.tasks.size(); ++t) {
    writer.add_task(run.tasks[t]);
    const std::span<const Item> items(run.items[t]);
    const std::span<const Digest> digests(run.digests[t]);
    for (std::size_t i = 0; i < items.size(); i += block) {
      const std::size_t count = std::min(block, items.size() - i);
      writer.add_items(t, items.subspan(i, count), digests.subspan(i, count));
    }
    const std::size_t columns = run.tasks[t].measurements.size();
    for (std::uint32_t s = 0; s < run.subjects.size(); ++s) {
      const auto& [values, fitted] = run.measured[t][s];
      const Matrix<const double> rows(values.data(), values.size() / columns, columns);
      for (std::size_t i = 0; i < rows.rows(); i += block) {
        writer.add_measurements(t, s, rows.block(i, std::min(block, rows.rows() - i)));
      }
      writer.set_fitted(t, s, fitted);
    }
  }
  for (const auto& remark : run.remarks) writer.add_remark(remark);
  writer.add_results(run.results);
  writer.add_series(run.series);
}

inline void write_run(const std::filesystem::path& file, const WholeRun& run,
                      std::size_t block = 100) {
  const auto writer = write_run_file(file, run.facts);
  tell(*writer, run, block);
  writer->finish();
}

inline WholeRun read_run(const RunFile& file) {
  WholeRun run{file.facts(), file.tasks(), file.subjects(), {},           {},
               {},           {},           file.results(),  file.series()};
  file.remarks([&](const TextRemark& remark) { run.remarks.push_back(remark); });
  for (std::uint32_t t = 0; t < run.tasks.size(); ++t) {
    auto& items = run.items.emplace_back();
    auto& digests = run.digests.emplace_back();
    file.items(t, [&](std::span<const Item> some, std::span<const Digest> with) {
      items.insert(items.end(), some.begin(), some.end());
      digests.insert(digests.end(), with.begin(), with.end());
    });
    auto& measured = run.measured.emplace_back();
    for (std::uint32_t s = 0; s < run.subjects.size(); ++s) {
      const auto rows = file.measurements(t, s);
      const double* values = rows.view().data();
      const std::size_t count = rows.view().rows() * rows.view().columns();
      measured.push_back({{values, values + count}, file.fitted(t, s)});
    }
  }
  return run;
}

}  // namespace sonde::samples

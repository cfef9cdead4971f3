#include "run/measure/task_tables.h"

#include <algorithm>
#include <utility>

#include "probes/shared/frame_items.h"
#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {
namespace {

Frame frame_with(const Frame& frame, std::span<const std::uint32_t> items,
                 std::span<const std::size_t> rows) {
  Frame kept;
  kept.dataset = frame.dataset;
  kept.left_out = frame.left_out;
  std::vector<std::uint32_t> place(frame.items());
  for (const auto item : items) {
    place[item] = static_cast<std::uint32_t>(kept.items());
    kept.keys.push_back(frame.keys[item]);
    for (const auto& [name, values] : frame.labels) kept.labels[name].push_back(values[item]);
  }
  for (const auto row : rows) {
    kept.item_of_row.push_back(place[frame.item_of_row[row]]);
    kept.gold.push_back(frame.gold[row]);
    kept.row_labels.push_back(frame.row_labels[row]);
  }
  return kept;
}

// The rows of the items, item by item. An item's rows are contiguous.
std::vector<std::size_t> rows_of(const Frame& frame, std::span<const std::uint32_t> items) {
  std::vector<std::size_t> first(frame.items() + 1, frame.rows());
  for (std::size_t row = frame.rows(); row-- > 0;) first[frame.item_of_row[row]] = row;
  for (std::size_t item = frame.items(); item-- > 0;) {
    first[item] = std::min(first[item], first[item + 1]);  // an item may have no rows
  }
  std::vector<std::size_t> rows;
  for (const auto item : items) {
    for (std::size_t row = first[item]; row < first[item + 1]; ++row) rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<Table> TaskTables::tables(const RunFile& file) const {
  std::vector<Table> tables;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const SubjectFacts& facts = file.subjects()[subjects[i]];
    tables.push_back({facts.name, facts.has_vectors, values[i].view()});
  }
  return tables;
}

TaskTables read_task(const RunFile& file, std::uint32_t task) {
  TaskTables read;
  read.frame.dataset = file.tasks()[task].dataset;
  read.frame.left_out = file.tasks()[task].left_out;
  file.items(task, [&](std::span<const Item> items, std::span<const Digest> digests) {
    add_to_frame(read.frame, items, digests);
  });
  for (std::uint32_t subject = 0; subject < file.subjects().size(); ++subject) {
    auto values = file.measurements(task, subject);
    if (values.rows() == 0) continue;
    if (values.rows() != read.frame.rows() ||
        values.columns() != file.tasks()[task].measurements.size()) {
      throw input_error("the measurements of '" + read.frame.dataset + "' do not fit its items", {},
                        "the run file is damaged; run again");
    }
    read.subjects.push_back(subject);
    read.values.push_back(std::move(values));
  }
  return read;
}

TaskTables with_items(const TaskTables& task, std::span<const std::uint32_t> items) {
  const auto rows = rows_of(task.frame, items);
  TaskTables kept{frame_with(task.frame, items, rows), task.subjects, {}};
  for (const auto& values : task.values) {
    MatrixOf<double> some(rows.size(), values.columns());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::ranges::copy(values[rows[i]], some[i].begin());
    }
    kept.values.push_back(std::move(some));
  }
  return kept;
}

std::vector<Result> summarise_again(const RunFile& file, std::size_t threads,
                                    std::size_t replicates) {
  std::vector<Result> all;
  const Resampler resampler(file.facts().seed,
                            replicates > 0 ? replicates : file.facts().replicates, threads);
  for (std::uint32_t number = 0; number < file.tasks().size(); ++number) {
    const TaskFacts& facts = file.tasks()[number];
    const auto probe = make_probe(parse_spec(facts.probe), facts.settings);
    const TaskTables task = read_task(file, number);
    auto results = probe->summarise(task.frame, task.tables(file), resampler);
    for (auto& result : results) result.probe = facts.probe;
    all.insert(all.end(), std::make_move_iterator(results.begin()),
               std::make_move_iterator(results.end()));
  }
  return all;
}

}  // namespace sonde

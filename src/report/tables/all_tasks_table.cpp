#include <algorithm>
#include <utility>

#include "data/spec_text.h"
#include "report/number_format.h"
#include "report/subject_groups.h"
#include "report/tables/task_table.h"

namespace sonde {
namespace {

bool belongs(const Result& result, const TaskFacts& task) {
  return result.probe == task.probe && result.dataset == task.dataset && result.slice == "all" &&
         result.subject != "data";
}

// A subject's own, or the mean of a group's members.
struct Column {
  std::string head;
  std::vector<const SubjectFacts*> subjects;
  bool mean = false;
};

std::vector<Column> columns_of(const RunFile& file) {
  std::vector<Column> columns;
  std::vector<const SubjectFacts*> members;
  const auto close_group = [&] {
    if (members.size() > 1 && !members.front()->group.empty()) {
      columns.push_back({"mean of " + members.front()->group, members, true});
    }
    members.clear();
  };
  for (const auto* subject : by_group(file)) {
    if (!members.empty() && members.front()->group != subject->group) close_group();
    columns.push_back({subject->name, {subject}});
    members.push_back(subject);
  }
  close_group();
  return columns;
}

// The first result of one task.
class SummaryRow {
 public:
  SummaryRow(const TaskFacts& task, const std::vector<Result>& results) : task_(task) {
    for (const auto& result : results) {
      if (!belongs(result, task)) continue;
      if (found_.empty() || result.name == found_.front()->name) found_.push_back(&result);
    }
  }

  bool is_empty() const { return found_.empty(); }
  const std::vector<const Result*>& results() const { return found_; }

  // `whole`: with its options, which distinguish it from another task.
  std::vector<std::string> start(bool mark, bool whole) const {
    return {marked(task_.dataset, mark && task_.partial()),
            (whole ? task_.probe : kind_of_probe(task_.probe)) + " " + found_.front()->name};
  }

  std::string cell(const Column& column) const {
    std::vector<const Result*> own;
    for (const auto* subject : column.subjects) own.push_back(of(subject->name));
    if (std::ranges::count(own, nullptr) == std::ssize(own)) return "not measured";
    return column.mean ? group_mean(own) : with_interval(*own.front());
  }

 private:
  const Result* of(const std::string& subject) const {
    const auto at = std::ranges::find(found_, subject, &Result::subject);
    return at == found_.end() ? nullptr : *at;
  }

  const TaskFacts& task_;
  std::vector<const Result*> found_;
};

}  // namespace

std::vector<Result> summary_results(const RunFile& file, const std::vector<Result>& results) {
  std::vector<Result> found;
  for (const auto& task : file.tasks()) {
    const SummaryRow of_task(task, results);
    for (const auto* result : of_task.results()) found.push_back(*result);
  }
  return found;
}

TextTable summary_table(const RunFile& file, const std::vector<Result>& results) {
  // Facts common to all data sets are in the title: the table is wide as it is.
  const bool all_partial = std::ranges::all_of(file.tasks(), &TaskFacts::partial);
  TextTable table{all_partial ? "summary (all partial)" : "summary", {"data set", "result"}, {}, 2};
  const auto columns = columns_of(file);
  for (const auto& column : columns) table.header.push_back(column.head);
  for (const auto& task : file.tasks()) {
    const SummaryRow of_task(task, results);
    if (of_task.is_empty()) continue;
    auto row = of_task.start(!all_partial, has_twin(file.tasks(), task));
    for (const auto& column : columns) row.push_back(of_task.cell(column));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace sonde

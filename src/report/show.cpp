#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/names.h"
#include "report/json.h"
#include "report/numbers.h"
#include "report/table.h"
#include "sonde/report.h"

namespace sonde {
namespace {

template <class Value>
std::vector<Value> in_order(const std::vector<Result>& results, Value Result::*member) {
  std::vector<Value> values;
  std::set<Value> seen;
  for (const auto& result : results) {
    if (seen.insert(result.*member).second) values.push_back(result.*member);
  }
  return values;
}

// A subject's place in tables: by group in order of first appearance, then as run.
std::vector<const SubjectFacts*> by_group(const RunFile& file) {
  std::vector<const SubjectFacts*> subjects;
  std::map<std::string, std::size_t> groups;
  for (const auto& subject : file.subjects()) {
    groups.emplace(subject.group, groups.size());
    subjects.push_back(&subject);
  }
  std::stable_sort(subjects.begin(), subjects.end(), [&](const auto* a, const auto* b) {
    return groups[a->group] < groups[b->group];
  });
  return subjects;
}

std::string task_title(const TaskFacts& task) {
  std::string title = task.probe + " · " + task.dataset;
  if (task.items < task.whole) {
    return title + fmt::format(" (partial: {} of {} items)", task.items, task.whole);
  }
  return title + fmt::format(" ({} items)", task.items);
}

// The table of one task.
class TaskTable {
 public:
  TaskTable(const RunFile& file, const TaskFacts& task, const std::vector<Result>& results,
            const ShowOptions& options)
      : file_(file), options_(options) {
    for (const auto& result : results) {
      if (result.probe == task.probe && result.dataset == task.dataset) mine_.push_back(result);
    }
    names_ = in_order(mine_, &Result::name);
    slices_ = options.slices ? in_order(mine_, &Result::slice) : std::vector<std::string>{"all"};
    for (const auto& result : mine_) at_[{result.subject, result.slice, result.name}] = &result;
    table_.title = task_title(task);
  }

  TextTable build() {
    grouped_ = std::any_of(file_.subjects().begin(), file_.subjects().end(),
                           [](const auto& subject) { return !subject.group.empty(); });
    add_header();
    for (const auto& slice : slices_) add_slice(slice);
    return table_;
  }

 private:
  void add_header() {
    if (grouped_) table_.header.push_back("group");
    table_.header.push_back("subject");
    if (options_.slices) table_.header.push_back("slice");
    table_.left_columns = table_.header.size();
    table_.header.insert(table_.header.end(), names_.begin(), names_.end());
    table_.header.push_back("n");
    table_.header.push_back("left out");
  }

  void add_slice(const std::string& slice) {
    std::string group;
    std::vector<std::string> members;
    const auto close_group = [&] {
      if (grouped_ && members.size() > 1) add_group_mean(group, members, slice);
      members.clear();
    };
    if (has("data", slice)) add_row("", "data", slice);
    for (const auto* subject : by_group(file_)) {
      if (subject->group != group) close_group();
      group = subject->group;
      if (!has(subject->name, slice)) continue;
      add_row(group, subject->name, slice);
      members.push_back(subject->name);
    }
    close_group();
  }

  const Result* find(const std::string& subject, const std::string& slice,
                     const std::string& name) const {
    const auto it = at_.find({subject, slice, name});
    return it == at_.end() ? nullptr : it->second;
  }

  bool has(const std::string& subject, const std::string& slice) const {
    return std::any_of(names_.begin(), names_.end(),
                       [&](const auto& name) { return find(subject, slice, name) != nullptr; });
  }

  std::vector<std::string> row_start(const std::string& group, const std::string& subject,
                                     const std::string& slice) const {
    std::vector<std::string> row;
    if (grouped_) row.push_back(group);
    row.push_back(subject);
    if (options_.slices) row.push_back(slice);
    return row;
  }

  void add_row(const std::string& group, const std::string& subject, const std::string& slice) {
    auto row = row_start(group, subject, slice);
    std::size_t n = 0;
    std::size_t left_out = 0;
    for (const auto& name : names_) {
      const Result* result = find(subject, slice, name);
      row.push_back(result == nullptr ? "not supported" : with_interval(*result));
      if (result == nullptr) continue;
      n = std::max(n, result->n);
      left_out = std::max(left_out, result->left_out);
    }
    row.push_back(std::to_string(n));
    row.push_back(std::to_string(left_out));
    table_.rows.push_back(std::move(row));
  }

  void add_group_mean(const std::string& group, const std::vector<std::string>& members,
                      const std::string& slice) {
    auto row = row_start(group, "mean of " + std::to_string(members.size()), slice);
    for (const auto& name : names_) {
      double sum = 0;
      std::size_t count = 0;
      for (const auto& member : members) {
        const Result* result = find(member, slice, name);
        if (result == nullptr || std::isnan(result->value)) continue;
        sum += result->value;
        ++count;
      }
      row.push_back(count == 0 ? "undefined" : rounded(sum / static_cast<double>(count)));
    }
    row.insert(row.end(), {"", ""});
    table_.rows.push_back(std::move(row));
  }

  const RunFile& file_;
  const ShowOptions& options_;
  std::vector<Result> mine_;
  std::vector<std::string> names_;
  std::vector<std::string> slices_;
  std::map<std::tuple<std::string, std::string, std::string>, const Result*> at_;
  TextTable table_;
  bool grouped_ = false;
};

// What a reader of the tables must know beside them.
std::string footnotes(const RunFile& file, const std::vector<Result>& results) {
  std::string notes;
  std::map<std::pair<std::uint32_t, bool>, std::size_t> counts;
  for (const auto& remark : file.remarks()) ++counts[{remark.subject, remark.remark.undefined}];
  for (const auto& [key, count] : counts) {
    const auto& name = file.subjects().at(key.first).name;
    notes += key.second ? fmt::format("{}: texts without a vector: {}\n", name, count)
                        : fmt::format("{}: texts cut at its length limit: {}\n", name, count);
  }
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> reasons;
  for (const auto& result : results) {
    if (result.slice != "all") continue;
    for (const auto& [why, count] : result.why) {
      auto& most = reasons[{result.subject, result.dataset, why}];
      most = std::max(most, count);
    }
  }
  for (const auto& [key, count] : reasons) {
    notes += fmt::format("{} on {}: {} left out, {}\n", std::get<0>(key), std::get<1>(key), count,
                         std::get<2>(key));
  }
  for (const auto& subject : file.subjects()) {
    if (subject.identity.batch_dependent) {
      notes += subject.name + ": batch-dependent, its vectors change with their neighbours\n";
    }
  }
  return notes;
}

std::string csv_results(const std::vector<Result>& results) {
  std::string out = csv_line({"subject", "probe", "dataset", "slice", "name", "value", "low",
                              "high", "n", "left_out", "scope"});
  for (const auto& r : results) {
    out += csv_line({r.subject, r.probe, r.dataset, r.slice, r.name, exact(r.value), exact(r.low),
                     exact(r.high), std::to_string(r.n), std::to_string(r.left_out), r.scope});
  }
  return out;
}

std::vector<std::string> fact_names(const RunFile& file) {
  std::vector<std::string> names;
  for (const auto& subject : file.subjects()) {
    for (const auto& [name, value] : subject.identity.facts) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

// A row a subject: what it is.
std::vector<std::vector<std::string>> subject_rows(const RunFile& file) {
  const auto names = fact_names(file);
  std::vector<std::vector<std::string>> rows{{"subject", "spec", "group"}};
  rows[0].insert(rows[0].end(), names.begin(), names.end());
  rows[0].insert(rows[0].end(), {"numerics", "identity"});
  for (const auto& subject : file.subjects()) {
    std::vector<std::string> row{subject.name, subject.spec, subject.group};
    for (const auto& name : names) {
      const auto& facts = subject.identity.facts;
      const auto it = std::find_if(facts.begin(), facts.end(),
                                   [&](const auto& fact) { return fact.first == name; });
      row.push_back(it == facts.end() ? "" : it->second);
    }
    row.push_back(subject.identity.numerics);
    row.push_back(subject.identity.what.hex().substr(0, 16));
    rows.push_back(std::move(row));
  }
  return rows;
}

// For people a column a subject: few subjects, many facts.
TextTable subjects_table(const std::vector<std::vector<std::string>>& rows) {
  TextTable table;
  table.title = "subjects";
  for (std::size_t fact = 0; fact < rows[0].size(); ++fact) {
    std::vector<std::string> line;
    for (const auto& row : rows) line.push_back(row[fact]);
    if (fact == 0) {
      table.header = std::move(line);
    } else {
      table.rows.push_back(std::move(line));
    }
  }
  return table;
}

std::string result_tables(const RunFile& file, const ShowOptions& options) {
  const auto results = file.results();
  std::string out;
  for (const auto& task : file.tasks()) {
    out += render(TaskTable(file, task, results, options).build(), options.format) + "\n";
  }
  if (options.format == "text") out += footnotes(file, results);
  return out;
}

std::string subject_tables(const RunFile& file, const ShowOptions& options) {
  return render(subjects_table(subject_rows(file)), options.format);
}

std::string csv_subjects(const RunFile& file) {
  std::string out;
  for (const auto& row : subject_rows(file)) out += csv_line(row);
  return out;
}

struct Format {
  std::string_view name;
  std::string (*results)(const RunFile&, const ShowOptions&);
  std::string (*subjects)(const RunFile&, const ShowOptions&);
};
constexpr std::array kFormats{
    Format{"text", result_tables, subject_tables}, Format{"md", result_tables, subject_tables},
    Format{"tex", result_tables, subject_tables},
    Format{"csv",
           [](const RunFile& file, const ShowOptions&) { return csv_results(file.results()); },
           [](const RunFile& file, const ShowOptions&) { return csv_subjects(file); }},
    Format{
        "json",
        [](const RunFile& file, const ShowOptions&) { return results_json(file, file.results()); },
        [](const RunFile& file, const ShowOptions&) { return subjects_json(file); }}};

}  // namespace

std::string show_results(const RunFile& file, const ShowOptions& options) {
  return find_row(kFormats, "format", options.format).results(file, options);
}

std::string show_subjects(const RunFile& file, const ShowOptions& options) {
  return find_row(kFormats, "format", options.format).subjects(file, options);
}

}  // namespace sonde

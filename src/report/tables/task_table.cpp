#include "report/tables/task_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/counted.h"
#include "report/number_format.h"
#include "report/subject_groups.h"

namespace sonde {
namespace {

template <class Value>
std::vector<Value> in_order(const std::vector<Result>& results, Value Result::* member) {
  std::vector<Value> values;
  std::set<Value> seen;
  for (const auto& result : results) {
    if (seen.insert(result.*member).second) values.push_back(result.*member);
  }
  return values;
}

// Whether only --details shows it: quartiles, and results that a dot puts beneath another.
bool is_detail(const std::string& name) {
  return name.ends_with("_median") || name.ends_with("_q1") || name.ends_with("_q3") ||
         name.find('.') != name.npos;
}

// "3", or "3-9" if results differ.
std::string range(const std::set<std::size_t>& counts) {
  if (counts.empty()) return "0";
  const std::string least = std::to_string(*counts.begin());
  return counts.size() == 1 ? least : least + "-" + std::to_string(*counts.rbegin());
}

std::string task_title(const TaskFacts& task) {
  std::string title = task.probe + " · " + task.dataset;
  if (task.partial()) {
    return title + fmt::format(" (partial: {} of {})", task.items, counted(task.whole, "item"));
  }
  return title + " (" + counted(task.items, "item") + ")";
}

// More results than this are easier to read with one row per result.
constexpr std::size_t kMostColumns = 12;

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
    if (!options.details) std::erase_if(names_, is_detail);
    slices_ = in_order(mine_, &Result::slice);
    std::erase_if(slices_, [&](const auto& slice) { return !is_shown(slice); });
    std::erase_if(names_, [&](const auto& name) { return !is_in_shown_slice(name); });
    sliced_ = options.slices || !options.label.empty();
    for (const auto& result : mine_) at_[{result.subject, result.slice, result.name}] = &result;
    table_.title = task_title(task);
  }

  TextTable build() {
    grouped_ = has_groups(file_);
    leaves_out_ = std::any_of(mine_.begin(), mine_.end(),
                              [](const Result& result) { return result.left_out > 0; });
    add_header();
    for (const auto& slice : slices_) add_slice(slice);
    if (table_.rows.empty()) table_.title += ": measured for no subject";
    return table_;
  }

 private:
  bool is_shown(const std::string& slice) const {
    if (slice == "all") return true;
    return options_.label.empty() ? options_.slices : slice.starts_with(options_.label + "=");
  }

  bool is_in_shown_slice(const std::string& name) const {
    return std::ranges::any_of(
        mine_, [&](const Result& one) { return one.name == name && is_shown(one.slice); });
  }

  void add_header() {
    if (grouped_) table_.header.push_back("group");
    table_.header.push_back("subject");
    if (sliced_) table_.header.push_back("slice");
    table_.header.push_back("n");
    if (leaves_out_) table_.header.push_back("left out");
    table_.left_columns = table_.header.size();
    table_.header.insert(table_.header.end(), names_.begin(), names_.end());
  }

  void add_slice(const std::string& slice) {
    std::string group;
    std::vector<std::string> members;
    const auto close_group = [&] {
      if (!group.empty() && members.size() > 1) add_group_mean(group, members, slice);
      members.clear();
    };
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

  // Results of the data alone are repeated for every subject. Some results exist only for all items
  // together.
  std::string otherwise(const std::string& subject, const std::string& slice,
                        const std::string& name) const {
    if (const auto* of_data = find("data", slice, name)) return with_interval(*of_data);
    if (find("data", "all", name) != nullptr) return "";
    return find(subject, "all", name) == nullptr ? "not supported" : "";
  }

  std::vector<std::string> row_start(const std::string& group, const std::string& subject,
                                     const std::string& slice) const {
    std::vector<std::string> row;
    if (grouped_) row.push_back(group);
    row.push_back(subject);
    if (sliced_) row.push_back(slice);
    return row;
  }

  void add_row(const std::string& group, const std::string& subject, const std::string& slice) {
    auto row = row_start(group, subject, slice);
    std::size_t n = 0;
    std::set<std::size_t> left_out;
    std::vector<std::string> values;
    for (const auto& name : names_) {
      const Result* result = find(subject, slice, name);
      values.push_back(result == nullptr ? otherwise(subject, slice, name)
                                         : with_interval(*result));
      if (result == nullptr) continue;
      n = std::max(n, result->n);
      left_out.insert(result->left_out);
    }
    tell_fewer(subject, slice, n, values);
    row.push_back(std::to_string(n));
    if (leaves_out_) row.push_back(range(left_out));
    row.insert(row.end(), values.begin(), values.end());
    table_.rows.push_back(std::move(row));
  }

  // If results count different items, `n` of the row is the most.
  void tell_fewer(const std::string& subject, const std::string& slice, std::size_t n,
                  std::vector<std::string>& values) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Result* result = find(subject, slice, names_[i]);
      if (result != nullptr && result->n < n) values[i] += fmt::format(" n={}", result->n);
    }
  }

  void add_group_mean(const std::string& group, const std::vector<std::string>& members,
                      const std::string& slice) {
    auto row = row_start(group, "mean of " + std::to_string(members.size()), slice);
    row.resize(table_.left_columns);
    for (const auto& name : names_) {
      std::vector<const Result*> own;
      for (const auto& member : members) own.push_back(find(member, slice, name));
      const bool none = std::ranges::count(own, nullptr) == std::ssize(own);
      row.push_back(none ? otherwise(members.front(), slice, name) : group_mean(own));
    }
    table_.rows.push_back(std::move(row));
  }

  const RunFile& file_;
  const ShowOptions& options_;
  std::vector<Result> mine_;
  std::vector<std::string> names_;
  std::vector<std::string> slices_;
  std::map<std::tuple<std::string, std::string, std::string>, const Result*> at_;
  TextTable table_;
  bool sliced_ = false;
  bool grouped_ = false;
  bool leaves_out_ = false;  // any result any item
};

// The rows as columns, with the subjects at their head.
TextTable turned(const TextTable& table) {
  const auto subject = static_cast<std::size_t>(
      std::find(table.header.begin(), table.header.end(), "subject") - table.header.begin());
  TextTable result{table.title, {"result"}, {}, 1};
  for (const auto& row : table.rows) result.header.push_back(row[subject]);
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    if (column == subject) continue;
    std::vector<std::string> line{table.header[column]};
    for (const auto& row : table.rows) line.push_back(row[column]);
    result.rows.push_back(std::move(line));
  }
  return result;
}

}  // namespace

TextTable task_table(const RunFile& file, const TaskFacts& task, const std::vector<Result>& results,
                     const ShowOptions& options) {
  const TextTable table = TaskTable(file, task, results, options).build();
  const bool wide = table.header.size() - table.left_columns > kMostColumns;
  return wide && !table.rows.empty() ? turned(table) : table;
}

}  // namespace sonde

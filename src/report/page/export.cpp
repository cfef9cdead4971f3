#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/names.h"
#include "report/json_parts.h"
#include "report/number_format.h"
#include "report/text_table.h"
#include "sonde/report.h"

namespace sonde {
namespace {

// A subject's measurements on a task.
struct SubjectColumns {
  std::string name;
  MatrixOf<double> values;
  std::map<std::string, std::set<std::uint32_t>> cut;  // item's id -> texts cut at a length limit

  std::set<std::uint32_t> cut_of(const Item& item) const {
    const auto found = cut.find(item.id);
    return found == cut.end() ? std::set<std::uint32_t>() : found->second;
  }
};

// The measurements of all subjects on one task.
struct TaskColumns {
  const TaskFacts* task = nullptr;
  std::vector<SubjectColumns> subjects;  // subjects measured on it
};

TaskColumns columns_of(const RunFile& file, std::uint32_t number) {
  TaskColumns columns{&file.tasks()[number], {}};
  std::map<std::uint32_t, std::map<std::string, std::set<std::uint32_t>>> cut;
  file.remarks([&](const TextRemark& of) {
    const bool is_cut = of.task == number && of.remark.kept < of.remark.tokens;
    if (is_cut) cut[of.subject][of.item].insert(of.text);
  });
  for (std::uint32_t subject = 0; subject < file.subjects().size(); ++subject) {
    auto values = file.measurements(number, subject);
    if (values.rows() == 0) continue;
    columns.subjects.push_back(
        {file.subjects()[subject].name, std::move(values), std::move(cut[subject])});
  }
  return columns;
}

// An item with one row has single numbers, one with several has arrays.
Json row_values(const Item& item, const std::function<double(std::size_t)>& value) {
  if (item.rows.size() == 1) return json_number(value(0));
  Json array = Json::array();
  for (std::size_t row = 0; row < item.rows.size(); ++row) array.push_back(json_number(value(row)));
  return array;
}

bool has_labels(const Item& item) {
  return std::ranges::any_of(item.rows, [](const Row& row) { return !row.label.empty(); });
}

// The rows' labels, in the shape of the numbers.
Json row_labels(const Item& item) {
  if (item.rows.size() == 1) return item.rows.front().label;
  return json_array(item.rows, [](const Row& row) { return row.label; });
}

Json item_json(const TaskColumns& columns, const Item& item, std::size_t first_row) {
  Json subjects = Json::object();
  Json all_cut = Json::object();
  for (const auto& subject : columns.subjects) {
    Json measured = Json::object();
    for (std::size_t m = 0; m < columns.task->measurements.size(); ++m) {
      measured[columns.task->measurements[m]] =
          row_values(item, [&, m](std::size_t row) { return subject.values[first_row + row][m]; });
    }
    subjects[subject.name] = std::move(measured);
    if (const auto cut = subject.cut_of(item); !cut.empty()) all_cut[subject.name] = cut;
  }
  Json json{{"dataset", columns.task->dataset},
            {"probe", columns.task->probe},
            {"partial", columns.task->partial()},
            {"item", item.id},
            {"sentences", json_array(item.texts, [](const Text& text) { return text.text; })},
            {"labels", item.labels}};
  if (has_labels(item)) json["rows"] = row_labels(item);
  json["gold"] = row_values(item, [&](std::size_t row) { return item.rows[row].gold; });
  json["subjects"] = std::move(subjects);
  if (!all_cut.empty()) json["cut"] = std::move(all_cut);
  return json;
}

using Write = std::function<void(std::string_view)>;

void export_json_lines(const RunFile& file, const Write& write) {
  for (std::uint32_t number = 0; number < file.tasks().size(); ++number) {
    const TaskColumns columns = columns_of(file, number);
    std::size_t row = 0;
    file.items(number, [&](std::span<const Item> items, std::span<const Digest>) {
      for (const auto& item : items) {
        write(json_text(item_json(columns, item, row), -1));
        row += item.rows.size();
      }
    });
  }
}

// Long form: a line for each measured number, so that all probes fit one table.
void export_csv(const RunFile& file, const Write& write) {
  write(csv_line({"dataset", "probe", "item", "row", "gold", "subject", "measurement", "value",
                  "partial", "cut"}));
  for (std::uint32_t number = 0; number < file.tasks().size(); ++number) {
    const TaskColumns columns = columns_of(file, number);
    std::size_t first = 0;
    const auto write_row = [&](const Item& item, std::size_t row) {
      const auto& at = item.rows[row].at;
      for (const auto& subject : columns.subjects) {
        const auto cut = subject.cut_of(item);
        const auto cut_here =
            std::ranges::count_if(at, [&](auto text) { return cut.contains(text); });
        for (std::size_t m = 0; m < columns.task->measurements.size(); ++m) {
          write(csv_line({columns.task->dataset, columns.task->probe, item.id, item.rows[row].label,
                          exact(item.rows[row].gold), subject.name, columns.task->measurements[m],
                          exact(subject.values[first + row][m]),
                          std::string(csv_truth(columns.task->partial())),
                          std::to_string(cut_here)}));
        }
      }
    };
    file.items(number, [&](std::span<const Item> items, std::span<const Digest>) {
      for (const auto& item : items) {
        for (std::size_t row = 0; row < item.rows.size(); ++row) write_row(item, row);
        first += item.rows.size();
      }
    });
  }
}

struct ExportFormat {
  std::string_view name;
  void (*run)(const RunFile&, const Write&);
};
constexpr std::array kExportFormats{ExportFormat{"jsonl", export_json_lines},
                                    ExportFormat{"csv", export_csv}};

}  // namespace

void export_items(const RunFile& file, std::string_view format, const Write& write) {
  find_row(kExportFormats, "format", format).run(file, write);
}

}  // namespace sonde

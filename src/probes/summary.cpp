#include "probes/summary.h"

#include <algorithm>
#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

Slice everything(const Frame& frame) {
  Slice all{"all", {}};
  for (std::uint32_t item = 0; item < frame.items(); ++item) all.items.push_back(item);
  return all;
}

using Groups = std::map<std::string, std::vector<std::uint32_t>>;

// The items of each value of a label; none where it names items rather than sorts them.
Groups by_value(const std::vector<std::string>& values) {
  Groups groups;
  for (std::uint32_t item = 0; item < values.size(); ++item) {
    if (!values[item].empty()) groups[values[item]].push_back(item);
    if (groups.size() > kMostLabelValues) return {};
  }
  const auto once = [](const auto& group) { return group.second.size() == 1; };
  return std::all_of(groups.begin(), groups.end(), once) ? Groups() : groups;
}

bool has_rows_each(const Frame& frame, std::size_t rows_an_item) {
  if (frame.rows() != frame.items() * rows_an_item) return false;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.item_of_row[row] != row / rows_an_item) return false;
  }
  return true;
}

}  // namespace

void check_shape(const Frame& frame, std::span<const Table> tables, std::size_t rows_an_item,
                 std::size_t columns) {
  const auto fits = [&](const Table& table) {
    return table.values.rows() == frame.rows() && table.values.columns() == columns;
  };
  if (has_rows_each(frame, rows_an_item) && std::all_of(tables.begin(), tables.end(), fits)) return;
  throw input_error("the measurements of '" + frame.dataset + "' do not fit the probe's items", {},
                    "the run file is not one that this probe wrote; run again");
}

std::vector<Slice> slices(const Frame& frame) {
  std::vector<Slice> found{everything(frame)};
  for (const auto& [label, values] : frame.labels) {
    for (auto& [value, items] : by_value(values)) {
      found.push_back({label + "=" + value, std::move(items)});
    }
  }
  return found;
}

Result blank_result(const Frame& frame, const Table& table, const Slice& slice, std::string name,
                    const Counted& counted) {
  Result result;
  result.subject = table.subject;
  result.dataset = frame.dataset;
  result.slice = slice.name;
  result.name = std::move(name);
  result.n = counted.keys.size();
  result.why = counted.left_out;
  for (const auto& [reason, count] : result.why) result.left_out += count;
  return result;
}

}  // namespace sonde

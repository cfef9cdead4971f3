#include "report/tables/agreement_tables.h"

#include <algorithm>

#include "report/number_format.h"

namespace sonde {
namespace {

// Numbers of a few digits as people gave them: 4, not 4.000.
std::string rating(double value) {
  std::string text = rounded(value);
  if (text.ends_with(".000")) text.resize(text.size() - 4);
  return text.empty() || text == "-" ? "0" : text;
}

void add_box(std::vector<std::string>& row, const RatingBox& box) {
  for (const double value :
       {box.low, box.first_quartile, box.median, box.third_quartile, box.high}) {
    row.push_back(rating(value));
  }
}

std::vector<std::string> with_box(std::vector<std::string> header) {
  header.insert(header.end(), {"lowest", "25%", "median", "75%", "highest"});
  return header;
}

}  // namespace

TextTable group_table(const AgreementReport& report) {
  TextTable table{"ratings", with_box({"slice", "items", "annotators", "ratings", "mean"}), {}, 1};
  for (const auto& group : report.groups) {
    std::vector<std::string> row{group.name, std::to_string(group.items),
                                 std::to_string(group.annotators), std::to_string(group.ratings),
                                 rounded(group.mean)};
    add_box(row, group.box);
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable item_means_table(const AgreementReport& report) {
  TextTable table{"means of items", with_box({"slice", "items"}), {}, 1};
  for (const auto& group : report.groups) {
    std::vector<std::string> row{group.name, std::to_string(group.items)};
    add_box(row, group.box_of_means);
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable rated_item_table(const AgreementReport& report) {
  TextTable table{"items", with_box({"item", "group", "ratings", "mean"}), {}, 2};
  for (const auto& item : report.items) {
    std::vector<std::string> row{item.name, item.group, std::to_string(item.ratings),
                                 rounded(item.mean)};
    add_box(row, item.box);
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable annotator_table(const AgreementReport& report) {
  TextTable table{"annotators",
                  {"annotator", "ratings", "mean", "items shared", "correlation with the others"},
                  {},
                  1};
  for (const auto& one : report.annotators) {
    table.rows.push_back({one.name, std::to_string(one.ratings), rounded(one.mean),
                          std::to_string(one.items), with_interval(one.value, one.low, one.high)});
  }
  return table;
}

TextTable agreement_table(const AgreementReport& report) {
  TextTable table{"agreement", {"measure"}, {}, 1};
  const std::size_t slices = report.groups.size();
  const std::size_t measures = slices == 0 ? 0 : report.results.size() / slices;
  for (const auto& group : report.groups) table.header.push_back(group.name);
  for (std::size_t i = 0; i < measures; ++i) {
    std::vector<std::string> row{report.results[i].name};
    for (std::size_t slice = 0; slice < slices; ++slice) {
      const Result& result = report.results[slice * measures + i];
      row.push_back(result.name.ends_with("_p") ? p_value(result.value) : with_interval(result));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace sonde

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/names.h"
#include "report/number_format.h"
#include "report/tables/results_csv.h"
#include "report/tables/results_json.h"
#include "report/text_table.h"
#include "sonde/report.h"

namespace sonde {
namespace {

bool is_of_lengths(const Result& result) {
  constexpr std::array<std::string_view, 4> kOthers{"sentences", "very_short", "very_long",
                                                    "capitals"};
  return result.name.starts_with("words") || std::ranges::count(kOthers, result.name) > 0;
}

bool in_one_row(const Result& a, const Result& b) {
  return a.dataset == b.dataset && a.probe == b.probe && a.slice == b.slice;
}

// "words_10_19" as "10-19", "words_50_more" as "50-more", "very_long" as "long": tables are wide.
std::string head_of(const Result& result) {
  if (result.name.starts_with("very_")) return result.name.substr(5);
  if (!result.name.starts_with("words_")) return result.name;
  std::string range = result.name.substr(result.name.find('_') + 1);
  std::ranges::replace(range, '_', '-');
  return range;
}

// A row a data set and slice, a column a result.
TextTable table_of(const std::vector<Result>& results, TextTable table) {
  table.left_columns = table.header.size() - 1;
  const Result* last = nullptr;
  for (const auto& result : results) {
    if (last == nullptr || !in_one_row(*last, result)) {
      table.rows.push_back({result.dataset});
      if (!is_of_lengths(result)) table.rows.back().push_back(result.slice);
      table.rows.back().push_back(std::to_string(result.n));
    }
    last = &result;
    if (result.name == "sentences") continue;
    table.rows.back().push_back(rounded(result.value));
    if (table.header.size() < table.rows.back().size()) table.header.push_back(head_of(result));
  }
  return table;
}

std::string notes(const std::vector<Result>& results) {
  std::string lines;
  std::set<std::string> told;
  for (const auto& result : results) {
    for (const auto& [reason, count] : result.why) {
      const std::string what =
          is_of_lengths(result) ? "" : ", " + result.slice + ", " + result.name;
      const std::string line =
          fmt::format("{}{}: {} left out, {}\n", result.dataset, what, count, reason);
      if (told.insert(line).second) lines += line;
    }
  }
  return lines;
}

std::string tables(const std::vector<Result>& results, std::string_view format) {
  std::vector<Result> lengths, pairs;
  for (const auto& result : results) (is_of_lengths(result) ? lengths : pairs).push_back(result);
  std::string out;
  if (!pairs.empty()) {
    out += render(table_of(pairs, {"pairs", {"data set", "slice", "n"}, {}}), format) + "\n";
  }
  out += render(table_of(lengths, {"originals", {"data set", "sentences"}, {}}), format);
  const std::string below = notes(results);
  return below.empty() ? out : out + "\n" + render_notes(below, format);
}

struct DescriptionFormat {
  std::string_view name;
  std::string (*show)(const std::vector<Result>&, std::string_view);
};
constexpr std::array kDescriptionFormats{
    DescriptionFormat{"text", tables}, DescriptionFormat{"md", tables},
    DescriptionFormat{"tex", tables},
    DescriptionFormat{"csv", [](const std::vector<Result>& results,
                                std::string_view) { return results_csv(results); }},
    DescriptionFormat{"json", [](const std::vector<Result>& results, std::string_view) {
                        return description_json(results);
                      }}};

}  // namespace

std::string show_description(const std::vector<Result>& results, std::string_view format) {
  return find_row(kDescriptionFormats, "format", format).show(results, format);
}

}  // namespace sonde

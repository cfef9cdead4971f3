#include <algorithm>
#include <array>

#include "base/names.h"
#include "report/number_format.h"
#include "report/tables/results_csv.h"
#include "report/tables/results_json.h"
#include "report/text_table.h"
#include "sonde/report.h"

namespace sonde {
namespace {

using DatasetMeans = std::vector<MeanOverDatasets>;

TextTable means_table(const Result& mean, const std::vector<Result>& parts) {
  TextTable table{
      mean.dataset + ": mean " + mean.name + " of " + mean.scope + " (" + mean.probe + ")",
      {"subject", mean.dataset},
      {},
      1};
  for (const auto& part : parts) table.header.push_back(part.dataset);
  return table;
}

std::string means_tables(const DatasetMeans& means, std::string_view format) {
  std::vector<TextTable> tables;
  const MeanOverDatasets* before = nullptr;
  for (const auto& one : means) {
    const auto belongs = [&](const MeanOverDatasets& other) {
      return other.mean.probe == one.mean.probe && other.mean.dataset == one.mean.dataset;
    };
    if (before == nullptr || !belongs(*before)) {
      tables.push_back(means_table(one.mean, one.parts));
    }
    before = &one;
    std::vector<std::string> row{one.mean.subject, with_interval(one.mean)};
    for (const auto& part : one.parts) row.push_back(with_interval(part));
    tables.back().rows.push_back(std::move(row));
  }
  std::string out;
  for (const auto& table : tables) out += (out.empty() ? "" : "\n") + render(table, format);
  return out;
}

std::string means_csv(const DatasetMeans& means, std::string_view) {
  std::vector<Result> results;
  for (const auto& one : means) {
    results.insert(results.end(), one.parts.begin(), one.parts.end());
    results.push_back(one.mean);
  }
  return results_csv(results);
}

struct MeansFormat {
  std::string_view name;
  std::string (*show)(const DatasetMeans&, std::string_view);
};
constexpr std::array kMeansFormats{
    MeansFormat{"text", means_tables}, MeansFormat{"md", means_tables},
    MeansFormat{"tex", means_tables}, MeansFormat{"csv", means_csv},
    MeansFormat{"json",
                [](const DatasetMeans& means, std::string_view) { return means_json(means); }}};

}  // namespace

std::string show_means(const DatasetMeans& means, std::string_view format) {
  return find_row(kMeansFormats, "format", format).show(means, format);
}

}  // namespace sonde

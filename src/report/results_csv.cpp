#include "report/results_csv.h"

#include "report/numbers.h"
#include "report/table.h"
#include "report/tasks.h"

namespace sonde {
namespace {

const std::vector<std::string> kHeader{"subject", "probe", "dataset", "slice",    "name", "value",
                                       "low",     "high",  "n",       "left_out", "scope"};

std::vector<std::string> fields_of(const Result& r) {
  return {r.subject,
          r.probe,
          r.dataset,
          r.slice,
          r.name,
          exact(r.value),
          exact(r.low),
          exact(r.high),
          std::to_string(r.n),
          std::to_string(r.left_out),
          r.scope};
}

}  // namespace

std::string results_csv(const std::vector<Result>& results) {
  std::string out = csv_line(kHeader);
  for (const auto& result : results) out += csv_line(fields_of(result));
  return out;
}

std::string results_csv(const RunFile& file) {
  const auto line = [](std::vector<std::string> fields, std::string_view partial) {
    fields.emplace_back(partial);
    return csv_line(fields);
  };
  std::string out = line(kHeader, "partial");
  for (const auto& result : file.results()) {
    const auto* task = find_task(file, result);
    out += line(fields_of(result), csv_truth(task != nullptr && task->partial()));
  }
  return out;
}

}  // namespace sonde

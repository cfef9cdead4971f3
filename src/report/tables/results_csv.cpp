#include "report/tables/results_csv.h"

#include <algorithm>
#include <utility>

#include "report/number_format.h"
#include "report/tasks.h"
#include "report/text_table.h"
#include "store/runs/remarked_texts.h"

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

// Texts of the result's data set that its subject cut.
std::size_t count_cut(const RunFile& file, const Remarks& remarks, const Result& result) {
  const auto* task = find_task(file, result);
  const auto subject = std::ranges::find(file.subjects(), result.subject, &SubjectFacts::name);
  if (task == nullptr || subject == file.subjects().end()) return 0;
  return cut_texts(remarks, static_cast<std::uint32_t>(subject - file.subjects().begin()),
                   static_cast<std::uint32_t>(task - file.tasks().data()))
      .texts();
}

}  // namespace

std::string results_csv(const std::vector<Result>& results) {
  std::string out = csv_line(kHeader);
  for (const auto& result : results) out += csv_line(fields_of(result));
  return out;
}

std::string results_csv(const RunFile& file) {
  const auto line = [](std::vector<std::string> fields, std::string_view partial, std::string cut) {
    fields.emplace_back(partial);
    fields.push_back(std::move(cut));
    return csv_line(fields);
  };
  const Remarks remarks = remarks_of(file);
  std::string out = line(kHeader, "partial", "cut");
  for (const auto& result : file.results()) {
    const auto* task = find_task(file, result);
    out += line(fields_of(result), csv_truth(task != nullptr && task->partial()),
                std::to_string(count_cut(file, remarks, result)));
  }
  return out;
}

}  // namespace sonde

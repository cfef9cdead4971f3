#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/tables/task_table.h"
#include "sonde/resampling.h"
#include "store/runs/noise_note.h"
#include "store/runs/remarked_texts.h"

namespace sonde {
namespace {

// The data set, and the probe if several read it.
std::string task_name(const RunFile& file, const std::string& dataset, const std::string& probe) {
  const bool shared = std::ranges::count(file.tasks(), dataset, &TaskFacts::dataset) > 1;
  return shared ? dataset + " by " + probe : dataset;
}

std::string remarks_on_texts(const RunFile& file) {
  std::string notes;
  std::set<std::string> seen;  // probes that read the same texts remark the same
  for (const auto& [key, texts] : remarks_of(file)) {
    const auto& [subject, task, flaw] = key;
    const auto line =
        texts.told(file.subjects().at(subject).name, file.tasks().at(task).dataset, flaw) + "\n";
    if (seen.insert(line).second) notes += line;
  }
  return notes;
}

std::string left_out(const RunFile& file, const std::vector<Result>& results) {
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> reasons;
  for (const auto& result : results) {
    if (result.slice != "all") continue;
    for (const auto& [why, count] : result.why) {
      if (why == kNoInterval) continue;  // marked in place
      auto& most = reasons[{result.subject, task_name(file, result.dataset, result.probe), why}];
      most = std::max(most, count);
    }
  }
  std::string notes;
  for (const auto& [key, count] : reasons) {
    const auto& [subject, task, why] = key;
    notes += count == 0 ? fmt::format("{} on {}: {}\n", subject, task, why)
                        : fmt::format("{} on {}: left out: {} ({})\n", subject, task, count, why);
  }
  return notes;
}

}  // namespace

std::string footnotes(const RunFile& file, const std::vector<Result>& results) {
  std::string notes = remarks_on_texts(file) + left_out(file, results);
  for (const auto& subject : file.subjects()) {
    const auto note = noise_note(subject.name, subject);
    if (!note.empty()) notes += note + "\n";
  }
  return notes;
}

}  // namespace sonde

#include "apps/cli/pair_rows.h"

#include <utility>

#include "probes/shared/incomplete_record.h"
#include "run/tasks/task.h"
#include "sonde/error.h"

namespace sonde {

PairRows read_pair_rows(const std::string& dataset, const std::string& probe,
                        const Resources& resources) {
  RunPlan plan;
  plan.datasets = {dataset};
  if (!probe.empty()) plan.probes = {parse_spec(probe)};
  plan.resources = resources;
  const Task task = tasks_of(plan).at(0);
  PairRows pairs{task.card.name, {}};
  read_records(task.card, task.probe->fields(), [&](Record&& record) {
    const Place place = record.place;
    const Item item = made_item(*task.probe, std::move(record));
    if (!item.left_out.empty()) return true;
    for (const auto& row : item.rows) {
      if (row.at.size() != 2) {
        throw input_error("a row is not a pair of sentences", place, "name a data set of pairs");
      }
      pairs.rows.push_back({item.texts[row.at[0]].text, item.texts[row.at[1]].text, row.gold});
    }
    return true;
  });
  if (!pairs.rows.empty()) return pairs;
  throw input_error("has no pair of sentences", {task.card.file.string()},
                    "name a data set of pairs");
}

}  // namespace sonde

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/nan.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

std::string listed(const std::set<std::string>& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "there are none" : "there are: " + list;
}

const OverviewTask* find_task(const Overview& overview, const std::string& probe,
                              const std::string& dataset) {
  const auto is_it = [&](const OverviewTask& task) {
    return task.facts.probe == probe && task.facts.dataset == dataset;
  };
  const auto at = std::ranges::find_if(overview.tasks, is_it);
  return at == overview.tasks.end() ? nullptr : &*at;
}

// In the order of their first tasks, those that were measured on all of the data sets.
std::vector<std::string> probes_on(const Overview& overview,
                                   const std::vector<std::string>& datasets) {
  std::vector<std::string> probes;
  for (const auto& task : overview.tasks) {
    const std::string& probe = task.facts.probe;
    const auto has = [&](const auto& dataset) { return find_task(overview, probe, dataset); };
    const bool is_new = std::ranges::find(probes, probe) == probes.end();
    if (is_new && std::ranges::all_of(datasets, has)) probes.push_back(probe);
  }
  return probes;
}

bool is_own(const Result& result) { return result.subject != "data" && result.slice == "all"; }

std::string first_result(const OverviewTask& task) {
  const auto at = std::ranges::find_if(task.results, is_own);
  return at == task.results.end() ? std::string() : at->name;
}

const Result* find_part(const OverviewTask& task, const std::string& subject,
                        const std::string& name) {
  const auto is_it = [&](const Result& result) {
    return is_own(result) && result.subject == subject && result.name == name;
  };
  const auto at = std::ranges::find_if(task.results, is_it);
  return at == task.results.end() ? nullptr : &*at;
}

// The parts of each subject, in the order of the data sets. None for a subject that misses any.
std::vector<const Result*> parts_of_subject(const std::vector<const OverviewTask*>& tasks,
                                            const std::string& subject, const std::string& name) {
  std::vector<const Result*> parts;
  for (const auto* task : tasks) {
    const auto* part = find_part(*task, subject, name);
    if (part == nullptr) return {};
    parts.push_back(part);
  }
  return parts;
}

// Each data set's items are resampled by their own weights, so that replicate by replicate the
// parts vary independently, and items that two have in common vary together.
std::vector<double> mean_replicates(const std::vector<const Result*>& parts) {
  std::vector<double> means = parts.front()->replicates.values;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto& values = parts[i]->replicates.values;
    if (values.size() != means.size()) return {};
    std::ranges::transform(means, values, means.begin(), std::plus{});
  }
  for (double& mean : means) mean /= static_cast<double>(parts.size());
  return means;
}

Result mean_of_parts(const std::vector<const Result*>& parts, const DatasetMean& asked) {
  Result result;
  result.subject = parts.front()->subject;
  result.probe = parts.front()->probe;
  result.dataset = asked.name;
  result.name = parts.front()->name;
  result.better = parts.front()->better;
  result.value = 0;
  bool interval = true;
  for (const auto* part : parts) {
    result.value += part->value / static_cast<double>(parts.size());
    interval = interval && !std::isnan(part->low);
    result.n += part->n;
    result.left_out += part->left_out;
    for (const auto& [why, count] : part->why) result.why[why] += count;
  }
  for (const auto& dataset : asked.datasets) {
    result.scope += (result.scope.empty() ? "" : ", ") + dataset;
  }
  auto replicates = mean_replicates(parts);
  if (interval && !std::isnan(result.value) && !replicates.empty()) {
    const Interval ends = Resampler::percentile(replicates);
    result.low = ends.low;
    result.high = ends.high;
  }
  result.replicates = {std::move(replicates), result.n};
  return result;
}

void check_datasets(const Overview& overview, const DatasetMean& asked) {
  std::set<std::string> known;
  for (const auto& task : overview.tasks) known.insert(task.facts.dataset);
  if (known.contains(asked.name)) {
    throw usage_error("the mean '" + asked.name + "' has the name of a data set",
                      "give it another one");
  }
  std::set<std::string> named;
  for (const auto& dataset : asked.datasets) {
    if (!known.contains(dataset)) {
      throw usage_error("the run has no data set '" + dataset + "'", listed(known));
    }
    if (!named.insert(dataset).second) {
      throw usage_error("the mean '" + asked.name + "' names '" + dataset + "' twice");
    }
  }
}

std::vector<MeanOverDatasets> means_of_probe(const Overview& overview, const std::string& probe,
                                             const DatasetMean& asked) {
  std::vector<const OverviewTask*> tasks;
  for (const auto& dataset : asked.datasets) {
    tasks.push_back(find_task(overview, probe, dataset));
  }
  const std::string name = asked.result.empty() ? first_result(*tasks.front()) : asked.result;
  std::vector<MeanOverDatasets> found;
  for (const auto& subject : overview.subjects) {
    const auto parts = parts_of_subject(tasks, subject.label, name);
    if (parts.empty()) continue;
    MeanOverDatasets one{mean_of_parts(parts, asked), {}};
    for (const auto* part : parts) one.parts.push_back(*part);
    found.push_back(std::move(one));
  }
  return found;
}

std::set<std::string> result_names(const Overview& overview, const std::vector<std::string>& probes,
                                   const std::string& dataset) {
  std::set<std::string> names;
  for (const auto& probe : probes) {
    for (const auto& result : find_task(overview, probe, dataset)->results) {
      if (is_own(result)) names.insert(result.name);
    }
  }
  return names;
}

}  // namespace

std::vector<MeanOverDatasets> means_over_datasets(const Overview& overview,
                                                  const DatasetMean& asked) {
  check_datasets(overview, asked);
  const auto probes = probes_on(overview, asked.datasets);
  if (probes.empty()) {
    throw usage_error("no probe was measured on all data sets of the mean '" + asked.name + "'",
                      "a mean is of one result of one probe");
  }
  std::vector<MeanOverDatasets> found;
  for (const auto& probe : probes) {
    for (auto& one : means_of_probe(overview, probe, asked)) found.push_back(std::move(one));
  }
  if (found.empty()) {
    const std::string what = asked.result.empty() ? "a result" : "'" + asked.result + "'";
    throw usage_error(
        "no subject has " + what + " on all data sets of the mean '" + asked.name + "'",
        listed(result_names(overview, probes, asked.datasets.front())));
  }
  return found;
}

}  // namespace sonde

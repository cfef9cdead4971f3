#include "compare/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>

#include "base/counted.h"
#include "data/spec_text.h"
#include "probes/shared/kinds.h"
#include "sonde/error.h"
#include "sonde/probe.h"

namespace sonde {
namespace {

std::string_view value_of(const std::map<std::string, std::string>& settings,
                          const std::string& key) {
  const auto found = settings.find(key);
  return found == settings.end() ? std::string_view() : found->second;
}

bool has_probe(std::span<const NamedRun> runs, const std::string& probe) {
  return std::ranges::any_of(runs, [&](const NamedRun& run) {
    return std::ranges::find(run.file->tasks(), probe, &TaskFacts::probe) !=
           run.file->tasks().end();
  });
}

}  // namespace

bool asks_for_probe(const std::vector<std::string>& words, const std::string& probe,
                    std::span<const NamedRun> runs) {
  const std::string kind = kind_of_probe(probe);
  return words.empty() || std::ranges::any_of(words, [&](const std::string& word) {
           return word == probe || (word == kind && !has_probe(runs, kind));
         });
}

bool asks_for(const std::vector<std::string>& words, const std::string& name) {
  return words.empty() || std::ranges::find(words, name) != words.end();
}

bool lacks_plugin(const TaskFacts& task) {
  return task.settings.contains("plugin") && find_probe_kind(kind_of_probe(task.probe)) == nullptr;
}

void require_plugin(const NamedRun& run, const TaskFacts& task) {
  if (!lacks_plugin(task)) return;
  throw Error(
      ErrorKind::kUsage,
      "the run has a plugin's probe, '" + kind_of_probe(task.probe) + "', which is not loaded",
      {run.name}, "name its file with --plugin FILE, or import it in Python");
}

Observer& observer_of(Observer* observer) {
  static Observer nobody;
  return observer == nullptr ? nobody : *observer;
}

std::function<bool()> stop_of(Observer* observer) {
  return [observer] { return observer_of(observer).stop(); };
}

void check_replicates(std::uint64_t replicates) {
  if (replicates >= kFewestReplicates && replicates <= kMostReplicates) return;
  throw usage_error(
      counted(replicates, "replicate"),
      fmt::format("give from {} to {}, or leave it out", kFewestReplicates, kMostReplicates));
}

std::string joint_probe(const std::string& probe) { return joint_form(probe, {}).spec.text; }

std::optional<std::uint32_t> find_like(const RunFile& file, const TaskFacts& wanted) {
  std::optional<std::uint32_t> like;
  const std::string asked = joint_probe(wanted.probe);
  for (std::uint32_t i = 0; i < file.tasks().size(); ++i) {
    const TaskFacts& task = file.tasks()[i];
    if (task.dataset != wanted.dataset) continue;
    if (task.probe == wanted.probe) return i;
    if (!like && joint_probe(task.probe) == asked) like = i;
  }
  return like;
}

std::string differing(const std::map<std::string, std::string>& a,
                      const std::map<std::string, std::string>& b) {
  std::set<std::string> keys;
  for (const auto* settings : {&a, &b}) {
    for (const auto& [key, value] : *settings) {
      if (value_of(a, key) != value_of(b, key)) keys.insert(key);
    }
  }
  std::string named;
  for (const auto& key : keys) named += (named.empty() ? "" : ", ") + key;
  return named;
}

void throw_of_runs(std::span<const NamedRun> runs, const Error& error) {
  const bool of_contents = error.kind() == ErrorKind::kUsage || error.kind() == ErrorKind::kInput;
  if (!of_contents || !error.place().file.empty()) throw error;
  std::string names;
  for (const auto& run : runs) names += (names.empty() ? "" : ", ") + run.name;
  throw input_error("the run file cannot be summarised: " + error.message(), {names},
                    "it is damaged, or `sonde run` did not write it; run again with --replace");
}

}  // namespace sonde

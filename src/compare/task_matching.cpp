#include "compare/task_matching.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>

#include "data/spec_text.h"
#include "probes/shared/kinds.h"
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

}  // namespace sonde

#include "compare/gates/matches_at_threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "probes/shared/matches.h"
#include "run/measure/task_tables.h"
#include "sonde/probe.h"

namespace sonde {
namespace {

constexpr std::string_view kSuffix = "_given";

std::vector<Result> task_matches(const RunFile& file, std::uint32_t number, double threshold,
                                 const Resampler& resampler) {
  const TaskFacts& facts = file.tasks()[number];
  Spec spec = parse_spec(facts.probe);
  spec.options.erase("threshold");
  if (!tells_meanings(*make_probe(spec, facts.settings))) return {};
  spec.options["threshold"] = printed(threshold);
  const TaskTables task = read_task(file, number);
  const auto given = resampler.keeping(
      [](std::string_view, std::string_view name) { return name.ends_with(kSuffix); });
  auto results = make_probe(spec, facts.settings)->summarise(task.frame, task.tables(file), given);
  std::erase_if(results, [](const Result& one) { return !one.name.ends_with(kSuffix); });
  for (auto& result : results) {
    result.probe = facts.probe;
    result.name.resize(result.name.size() - kSuffix.size());
  }
  return results;
}

}  // namespace

std::vector<Result> matches_at(const RunFile& file, double threshold, const Resampler& resampler) {
  std::vector<Result> all;
  for (std::uint32_t number = 0; number < file.tasks().size(); ++number) {
    std::ranges::move(task_matches(file, number, threshold, resampler), std::back_inserter(all));
  }
  return all;
}

std::string check_matches(const Gate& gate, const Result& result, GateCheck& check) {
  if (!gate.allows_undefined(result.left_out, result.n + result.left_out)) {
    check.verdict = Verdict::kFail;
    check.reason = "undefined: " + counted(result.left_out, "similarity", "similarities");
  }
  return fmt::format("{} · {}: {}: {} at {}: {:.1f}% [{:.1f}, {:.1f}]", check.probe, check.dataset,
                     check.subject, result.name, *gate.threshold, 100 * result.value,
                     100 * result.low, 100 * result.high);
}

}  // namespace sonde

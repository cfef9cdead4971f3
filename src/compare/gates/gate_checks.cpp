#include "compare/gates/gate_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/counted.h"
#include "compare/gates/gate_text.h"
#include "compare/gates/matches_at_threshold.h"
#include "compare/paired_results.h"

namespace sonde {
namespace {

constexpr const char* kNoResult = "missing: the run has no such result";

bool is_partial(const CheckedRuns& runs, std::size_t run, const ResultName& name) {
  const auto* task = runs.find_task(run, name);
  return task != nullptr && task->partial();
}

// Whether the gate lets the run leave so many items undefined that the base defines.
bool answers_enough(CheckedRuns& runs, const GateQuestion& question, GateCheck& check) {
  const Unanswered found = runs.unanswered_items(question.pair, question.result);
  check.unanswered = found.by_run;
  const auto note = [&](const std::string& what) {
    runs.note(fmt::format("{} · {}: {}: {}", check.probe, check.dataset, check.subject, what));
  };
  if (found.by_base > 0) {
    note(fmt::format("left out for both: {} that only the base leaves undefined",
                     counted(found.by_base, "item")));
  }
  if (found.by_run == 0) return true;
  const std::string lacks = fmt::format("undefined for {} of {} that the base answers",
                                        found.by_run, counted(found.of, "item"));
  note(lacks);
  if (question.gate.allows_undefined(found.by_run, found.of)) return true;
  check.reason = lacks;
  return false;
}

// The run's own result, which a base with other ends of thresholds may have named.
const Result* find_own(CheckedRuns& runs, const GateQuestion& question) {
  const auto& [gate, pair, name] = question;
  const auto find = [&](const auto& named) -> const Result* {
    for (const auto& result : runs.own(gate, kCheckedRun)) {
      if (result.subject == pair.run && named(name_of(result)) == named(name)) return &result;
    }
    return nullptr;
  };
  const auto* exact = find([](const ResultName& one) { return one; });
  return exact != nullptr ? exact : find(joint_name);
}

void check_bounds(const Gate& gate, const Result& result, GateCheck& check) {
  check.value = result.value;
  check.n = result.n;
  const bool holds = !std::isnan(check.value) &&
                     (!gate.at_least || check.value >= *gate.at_least) &&
                     (!gate.at_most || check.value <= *gate.at_most);
  check.verdict = holds ? Verdict::kPass : Verdict::kFail;
  if (std::isnan(check.value)) check.reason = "undefined";
}

GateAnswer answer_bounds(CheckedRuns& runs, const GateQuestion& question) {
  const auto& [gate, pair, name] = question;
  GateAnswer answer = blank_answer(question, bounds_text(gate));
  GateCheck& check = answer.check;
  check.partial = is_partial(runs, kCheckedRun, name);
  check.cut = runs.note_cut(kCheckedRun, pair.run, name);
  const Result* result = find_own(runs, question);
  if (result == nullptr) {
    check.reason = kNoResult;
    return answer;
  }
  check_bounds(gate, *result, check);
  if (!answers_enough(runs, question, check)) check.verdict = Verdict::kFail;
  if (gate.threshold) runs.note(check_matches(gate, *result, check));
  return answer;
}

void fill_in(const JointResults& both, const Paired& difference, GateCheck& check) {
  const Interval interval = paired_interval(difference);
  check.base = both.base->value;
  check.value = both.run->value;
  check.difference = difference.value;
  check.low = interval.low;
  check.high = interval.high;
  check.n = both.run->n;
}

// Leaves the verdict to a test if there can be one.
void test_drop(const Gate& gate, const JointResults& both, PairedResults paired,
               GateAnswer& answer) {
  GateCheck& check = answer.check;
  const Better better = better_of(gate, *both.run);
  check.reason = paired.undefined;
  if (better == Better::kNeither) {
    check.reason = "whether higher or lower is better is not known: use better = \"...\"";
    return;
  }
  if (both.base->scope != both.run->scope) return;  // fails
  const bool without_base = std::isnan(both.base->value);
  if (std::isnan(paired.difference.value) && !without_base) return;  // fails
  check.verdict = Verdict::kCannotTell;
  if (without_base) check.reason = "undefined in the base";
  if (!paired.undefined.empty()) return;
  answer.gain = better == Better::kLower ? reversed(paired.difference) : paired.difference;
  check.p = p_below(*answer.gain, -check.smallest);
}

GateAnswer answer_drop(CheckedRuns& runs, const GateQuestion& question) {
  const auto& [gate, pair, name] = question;
  GateAnswer answer = blank_answer(question, drop_text(gate, gate.better));
  GateCheck& check = answer.check;
  check.smallest = gate.smallest.value_or(0);
  check.partial = is_partial(runs, kBaseRun, name) || is_partial(runs, kCheckedRun, name);
  runs.note_cut(kBaseRun, pair.base, name);
  check.cut = runs.note_cut(kCheckedRun, pair.run, name);
  const JointResults* both = runs.joint(pair, name);
  if (both == nullptr || !both->base || !both->run) {
    check.reason = kNoResult;
    return answer;
  }
  check.asked = drop_text(gate, better_of(gate, *both->run));
  const bool enough = answers_enough(runs, question, check);
  auto paired = paired_results(*both->base, *both->run);
  fill_in(*both, paired.difference, check);
  if (enough) test_drop(gate, *both, std::move(paired), answer);
  return answer;
}

constexpr std::array kGateKinds{
    GateKind{[](const Gate& gate) { return gate.asks_drop(); }, answer_drop},
    GateKind{[](const Gate& gate) { return gate.at_least || gate.at_most; }, answer_bounds}};

}  // namespace

std::span<const GateKind> gate_kinds() { return kGateKinds; }

GateAnswer blank_answer(const GateQuestion& question, std::string asked) {
  const auto& [gate, pair, name] = question;
  GateAnswer answer{{}, pair};
  GateCheck& check = answer.check;
  check.subject = pair.run == pair.base ? pair.run : pair.run + " against " + pair.base;
  check.probe = name.probe;
  check.dataset = name.dataset;
  check.slice = name.slice;
  check.name = name.name;
  check.asked = std::move(asked);
  return answer;
}

}  // namespace sonde

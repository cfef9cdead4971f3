#include "compare/gates/unchanged_cosines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "base/printable.h"
#include "compare/joint_task.h"
#include "probes/shared/outcomes.h"
#include "sonde/probe.h"

namespace sonde {
namespace {

constexpr double kMargin = 1.5;
constexpr std::size_t kListedPairs = 5;

struct CosineChange {
  std::size_t row = 0;
  double before = 0, now = 0;
  double size() const { return std::abs(now - before); }
};

struct CosineChanges {
  std::vector<CosineChange> defined;  // in both, the largest first
  std::size_t undefined = 0;          // in the run alone
};

CosineChanges changes_of(Matrix<const double> before, Matrix<const double> now,
                         std::size_t column) {
  CosineChanges changes;
  for (std::size_t row = 0; row < before.rows(); ++row) {
    const CosineChange change{row, before[row][column], now[row][column]};
    if (!std::isnan(change.size())) changes.defined.push_back(change);
    changes.undefined += !std::isnan(change.before) && std::isnan(change.now);
  }
  std::ranges::stable_sort(changes.defined, std::greater{}, &CosineChange::size);
  return changes;
}

// The allowed change. NaN without a tolerance if a subject has no noise floor.
double bound_of(std::span<const NamedRun> runs, std::span<const Chosen> chosen,
                std::optional<double> tolerance) {
  if (tolerance) return *tolerance;
  double bound = 0;
  for (const auto& one : chosen) {
    const double floor = runs[one.run].file->subjects()[one.subject].noise_floor;
    bound = std::isnan(floor) ? floor : std::max(bound, kMargin * floor);
    if (std::isnan(bound)) break;
  }
  return bound;
}

std::string reason_for(const CosineChanges& changes, double bound, bool has_tolerance) {
  if (std::isnan(bound)) return "it has no noise floor: is it a scorer?";
  if (changes.defined.empty()) return "missing: no cosine is in both";
  if (changes.undefined > 0) {
    return fmt::format("{} that the base has {} undefined", changes.undefined,
                       changes.undefined == 1 ? "is" : "are");
  }
  const double most = changes.defined.front().size();
  if (most <= bound) return {};
  return has_tolerance ? fmt::format("changed by {:.2g}", most)
                       : fmt::format("changed by {:.2g}, where encoding again changes {:.2g}", most,
                                     bound / kMargin);
}

// The pairs of texts whose cosines changed most, a line for each.
std::vector<std::string> pair_lines(std::span<const NamedRun> runs, const CommonTask& task,
                                    const Chosen& base, const Frame& frame,
                                    std::span<const CosineChange> most) {
  std::vector<std::uint64_t> keys;
  for (const auto& change : most) keys.push_back(frame.keys[frame.item_of_row[change.row]]);
  const auto items = items_of(*runs[base.run].file, task.number[base.run], keys);
  const auto numbers = row_numbers(frame);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < most.size(); ++i) {
    const Row& row = items[i].rows.at(numbers[most[i].row]);
    lines.push_back(fmt::format("{}: {:.3f}, in the base {:.3f}: {} | {}", task.dataset,
                                most[i].now, most[i].before,
                                printable(items[i].texts.at(row.at.at(0)).text),
                                printable(items[i].texts.at(row.at.at(1)).text)));
  }
  return lines;
}

GateCheck blank_check(const CommonTask& task, const std::string& subject,
                      const std::string& measurement, double bound) {
  GateCheck check;
  check.subject = subject;
  check.probe = task.probe;
  check.dataset = task.dataset;
  check.slice = "all";
  check.name = "change of " + measurement;
  check.asked = fmt::format("at most {:.2g}", bound);
  return check;
}

// Adds nothing if the task measures no cosine. `chosen`: the base's subject and the run's.
void check_cosines(std::span<const NamedRun> runs, const CommonTask& task,
                   std::span<const Chosen> chosen, std::optional<double> tolerance,
                   UnchangedChecks& found) {
  const JointTask items(runs, task, chosen, Undefined::kLeftOutForIt);
  const auto columns = items.probe().measurements();
  const auto cosine = std::ranges::find(columns, true, &Measurement::is_cosine);
  if (cosine == columns.end()) return;
  const double bound = bound_of(runs, chosen, tolerance);
  const auto column = static_cast<std::size_t>(cosine - columns.begin());
  const auto before = items.table(0), now = items.table(1);
  CosineChanges changes;
  if (before && now) changes = changes_of(before->values, now->values, column);
  GateCheck check = blank_check(task, chosen[1].label, cosine->name, bound);
  check.n = changes.defined.size();
  if (check.n > 0) check.value = changes.defined.front().size();
  check.reason = reason_for(changes, bound, tolerance.has_value());
  check.verdict = check.reason.empty() ? Verdict::kPass : Verdict::kFail;
  if (check.value > bound) {
    const auto most = std::span(changes.defined).first(std::min(kListedPairs, check.n));
    for (auto& line : pair_lines(runs, task, chosen[0], items.frame(), most)) {
      found.notes.push_back(std::move(line));
    }
  }
  found.checks.push_back(std::move(check));
}

}  // namespace

UnchangedChecks check_unchanged(std::span<const NamedRun> runs, const Chosen& base,
                                const Chosen& run, std::optional<double> tolerance) {
  const std::array chosen{base, run};
  const auto common = common_tasks(runs, std::array{base.run, run.run});
  UnchangedChecks found{{}, common.notes};
  for (const auto& task : common.tasks) {
    check_cosines(runs, task, chosen, tolerance, found);
  }
  return found;
}

}  // namespace sonde

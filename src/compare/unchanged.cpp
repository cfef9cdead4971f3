#include "compare/unchanged.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "compare/joint_task.h"
#include "sonde/probe.h"

namespace sonde {
namespace {

constexpr double kMargin = 1.5;

double floor_of(std::span<const NamedRun> runs, const Chosen& of) {
  return runs[of.run].file->subjects()[of.subject].noise_floor;
}

void find_greatest_change(Matrix<const double> before, Matrix<const double> now, std::size_t column,
                          GateCheck& check) {
  for (std::size_t row = 0; row < before.rows(); ++row) {
    const double change = std::abs(now[row][column] - before[row][column]);
    if (std::isnan(change)) continue;
    check.value = std::fmax(check.value, change);
    ++check.n;
  }
}

// Nothing where the task measures no cosine. chosen: the base's subject and the run's.
std::optional<GateCheck> check_cosines(std::span<const NamedRun> runs, const CommonTask& task,
                                       std::span<const Chosen> chosen) {
  const JointTask items(runs, task, chosen);
  const auto columns = items.probe().measurements();
  const auto cosine = std::ranges::find(columns, true, &Measurement::is_cosine);
  if (cosine == columns.end()) return std::nullopt;
  const double floor = std::max(floor_of(runs, chosen[0]), floor_of(runs, chosen[1]));
  GateCheck check;
  check.subject = chosen[1].label;
  check.probe = task.probe;
  check.dataset = task.dataset;
  check.slice = "all";
  check.name = "change of " + cosine->name;
  check.asked = fmt::format("at most {:.2g}", kMargin * floor);
  const auto before = items.table(0), now = items.table(1);
  if (before && now && !std::isnan(floor)) {
    const auto column = static_cast<std::size_t>(cosine - columns.begin());
    find_greatest_change(before->values, now->values, column, check);
  }
  if (std::isnan(floor)) check.reason = "it has no noise floor: is it a scorer?";
  if (check.n == 0) {
    if (check.reason.empty()) check.reason = "missing: no cosine is in both";
    return check;
  }
  const bool same = check.value <= kMargin * floor;
  check.verdict = same ? Verdict::kPass : Verdict::kFail;
  if (!same) {
    check.reason =
        fmt::format("changed by {:.2g}, where encoding again changes {:.2g}", check.value, floor);
  }
  return check;
}

}  // namespace

std::vector<GateCheck> check_unchanged(std::span<const NamedRun> runs, const Chosen& base,
                                       const Chosen& run) {
  const std::array chosen{base, run};
  std::vector<GateCheck> checks;
  for (const auto& task : common_tasks(runs, std::array{base.run, run.run}).tasks) {
    if (auto check = check_cosines(runs, task, chosen)) checks.push_back(*check);
  }
  return checks;
}

}  // namespace sonde

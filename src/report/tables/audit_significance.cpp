#include "report/tables/audit_significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "compare/baselines.h"
#include "compare/paired_results.h"
#include "compare/verdict_matrix.h"
#include "report/number_format.h"
#include "report/tables/audit_parts.h"
#include "report/task_results.h"
#include "statistics/resampling/holm_correction.h"

namespace sonde {
namespace {

// The best subject against each other one, corrected for all pairs.
struct AuditTest {
  std::size_t better = 0, other = 0;
  double difference = 0, low = NAN, high = NAN, p_holm = NAN;

  bool decides() const { return p_holm < kSignificant && difference > 0; }
};

// The results of all subjects.
class AuditResults {
 public:
  AuditResults(const Overview& overview, const OverviewTask& task) {
    for (const auto& subject : overview.subjects) {
      results_.push_back(find_result(task, subject.label, kAuditResult));
    }
  }

  std::size_t size() const { return results_.size(); }
  // -1 without a value.
  double value(std::size_t subject) const {
    const Result* result = results_[subject];
    return result == nullptr || std::isnan(result->value) ? -1 : result->value;
  }
  // The better one against the other, not corrected. Nothing if either has no value.
  std::optional<AuditTest> test(std::size_t a, std::size_t b) const {
    const auto [better, other] = value(b) > value(a) ? std::pair(b, a) : std::pair(a, b);
    if (value(other) < 0) return std::nullopt;
    const auto pair = paired_results(*results_[other], *results_[better]);
    if (!pair.undefined.empty()) return std::nullopt;
    const Interval interval = paired_interval(pair.difference);
    return AuditTest{better,       other,         pair.difference.value,
                     interval.low, interval.high, two_sided_p(pair.difference)};
  }

 private:
  std::vector<const Result*> results_;
};

std::vector<AuditTest> audit_tests(const Overview& overview, const OverviewTask& task) {
  const AuditResults results(overview, task);
  std::vector<AuditTest> tests;
  std::vector<double> p;
  for (std::size_t a = 0; a < results.size(); ++a) {
    for (std::size_t b = a + 1; b < results.size(); ++b) {
      const auto test = results.test(a, b);
      if (!test) continue;
      tests.push_back(*test);
      p.push_back(test->p_holm);
    }
  }
  p = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) tests[i].p_holm = p[i];
  const auto values = [&](const AuditTest& test) {
    return std::pair(-results.value(test.better), -results.value(test.other));
  };
  std::ranges::stable_sort(tests, {}, values);
  std::erase_if(tests, [&](const AuditTest& one) { return one.better != tests.front().better; });
  return tests;
}

// "tfidf is better than minilm: ... 7 points [2, 12] more often for tfidf, ... p (Holm) = 0.012."
std::string test_line(const Overview& overview, const AuditTest& test) {
  const auto baseline = [&](std::size_t subject) {
    const auto& of = overview.subjects[subject];
    return of.label +
           (is_baseline(of.facts) ? " (a baseline that counts words or draws at random)" : "");
  };
  const std::string first = baseline(test.better), second = baseline(test.other);
  return fmt::format(
      "{}: the harmless variant is closer {} points [{}, {}] more often for {}, "
      "paired test p (Holm) {}.",
      test.decides() ? first + " is better than " + second
                     : first + " and " + second + " are not distinguishable",
      percent_number(test.difference), percent_number(test.low), percent_number(test.high),
      overview.subjects[test.better].label, shown_p(test.p_holm));
}

Json test_json(const Overview& overview, const AuditTest& test) {
  return {{"first", overview.subjects[test.better].label},
          {"second", overview.subjects[test.other].label},
          {"result", kAuditResult},
          {"difference", json_number(test.difference)},
          {"low", json_number(test.low)},
          {"high", json_number(test.high)},
          {"p_holm", json_number(test.p_holm)},
          {"verdict", test.decides() ? overview.subjects[test.better].label : "can't tell"}};
}

}  // namespace

Json audit_tests_json(const Overview& overview, const OverviewTask& task) {
  return json_array(audit_tests(overview, task),
                    [&](const AuditTest& one) { return test_json(overview, one); });
}

std::vector<std::string> audit_test_lines(const Overview& overview, const OverviewTask& task) {
  std::vector<std::string> lines;
  for (const auto& test : audit_tests(overview, task)) lines.push_back(test_line(overview, test));
  return lines;
}

}  // namespace sonde

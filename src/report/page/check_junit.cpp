#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/number_format.h"
#include "report/tables/comparison.h"
#include "report/xml.h"
#include "sonde/report.h"

namespace sonde {
namespace {

enum class Outcome : std::uint8_t { kPassed, kFailed, kSkipped };

Outcome outcome(const GateCheck& check, bool strict) {
  if (check.verdict == Verdict::kPass) return Outcome::kPassed;
  const bool fails = check.verdict == Verdict::kFail || strict;
  return fails ? Outcome::kFailed : Outcome::kSkipped;
}

std::size_t count(const CheckReport& report, Outcome wanted) {
  return static_cast<std::size_t>(std::ranges::count_if(report.checks, [&](const GateCheck& check) {
    return outcome(check, report.strict) == wanted;
  }));
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml_text(value));
}

std::string counts(const CheckReport& report) {
  return attribute("tests", std::to_string(report.checks.size())) +
         attribute("failures", std::to_string(count(report, Outcome::kFailed))) +
         attribute("errors", "0") +
         attribute("skipped", std::to_string(count(report, Outcome::kSkipped)));
}

// Servers of CI make a tree of it by the dots between the parts.
std::string class_name(const GateCheck& check) {
  std::string name = "sonde";
  for (const auto* part : {&check.probe, &check.dataset}) {
    if (!part->empty()) name += "." + *part;
  }
  return name;
}

std::string case_name(const GateCheck& check) {
  const std::string slice = check.slice == "all" ? "" : " " + check.slice;
  const std::string result = check.name.empty() ? "" : ": " + check.name + slice;
  return check.subject + result + (check.asked.empty() ? "" : ", " + check.asked);
}

// The numbers in a line: "accuracy: .622 in the base, .408 now, -.214 [-.251, -.177], ...".
std::string numbers(const GateCheck& check) {
  std::vector<std::string> parts;
  if (!std::isnan(check.base)) parts.push_back(rounded(check.base) + " in the base");
  if (!std::isnan(check.value)) parts.push_back(rounded(check.value) + " now");
  if (!std::isnan(check.difference)) {
    parts.push_back("difference " + with_sign(check.difference, check.low, check.high));
  }
  if (!std::isnan(check.p_holm)) parts.push_back("p (Holm) " + p_value(check.p_holm));
  if (check.n > 0) parts.push_back(fmt::format("n {}", check.n));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string message(const GateCheck& check) {
  const bool plain = check.verdict == Verdict::kFail && check.reason.empty();
  const std::string remark = plain ? "" : check_remark(check), values = numbers(check);
  return remark + (remark.empty() || values.empty() ? "" : "; ") + values;
}

std::string moved_lines(const GateCheck& check) {
  return check.moves ? moved_items(*check.moves, "the run", MovedOrder::kWorseFirst, SIZE_MAX) : "";
}

// Elements within a test case stay on separate lines.
std::string xml_lines(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += xml_text(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string test_case(const GateCheck& check, bool strict) {
  std::string out = "    <testcase" + attribute("classname", class_name(check)) +
                    attribute("name", case_name(check));
  switch (outcome(check, strict)) {
    case Outcome::kPassed:
      return out + ">\n      <system-out>" + xml_text(message(check)) +
             "</system-out>\n    </testcase>\n";
    case Outcome::kSkipped:
      return out + ">\n      <skipped" +
             attribute("message", verdict_text(check.verdict) + ": " + message(check)) +
             "/>\n    </testcase>\n";
    case Outcome::kFailed:
      break;
  }
  return out + ">\n      <failure" + attribute("message", message(check)) +
         attribute("type", verdict_text(check.verdict)) + ">" +
         xml_lines(case_name(check) + "\n" + message(check) + "\n" + moved_lines(check)) +
         "</failure>\n    </testcase>\n";
}

}  // namespace

std::string check_junit(const CheckReport& report) {
  const std::string name = report.run + " against " + report.base;
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                    attribute("name", "sonde check") + counts(report) + ">\n  <testsuite" +
                    attribute("name", name) + counts(report) + ">\n";
  for (const auto& check : report.checks) out += test_case(check, report.strict);
  std::string notes;
  for (const auto& note : report.notes) notes += note + "\n";
  if (!notes.empty()) out += "    <system-out>" + xml_lines(notes) + "</system-out>\n";
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace sonde

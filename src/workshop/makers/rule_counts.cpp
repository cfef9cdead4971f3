#include "workshop/makers/rule_counts.h"

#include <algorithm>
#include <utility>

namespace sonde {
namespace {

using Reasons = std::map<std::string, std::size_t, std::less<>>;

// The most frequent first.
std::string listed_reasons(const Reasons& reasons) {
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (const auto& [reason, count] : reasons) sorted.emplace_back(count, reason);
  std::ranges::stable_sort(sorted, std::greater<>(), [](const auto& one) { return one.first; });
  std::string text;
  for (const auto& [count, reason] : sorted) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + reason;
  }
  return text;
}

}  // namespace

void RuleCounts::add_made(const std::string& rule) {
  Rule& counts = rules_[rule];
  ++counts.asked;
  ++counts.eligible;
  ++counts.made;
}

void RuleCounts::add_refused(const std::string& rule, const Source& source, bool eligible,
                             std::string_view reason) {
  Rule& counts = rules_[rule];
  ++counts.asked;
  counts.eligible += eligible;
  ++(eligible ? counts.refused : counts.not_eligible)[std::string(reason)];
  if (!eligible) return;
  rows_.push_back(source.id + "\t" + rule + "\t" + std::string(reason) + "\t" + source.text);
}

nlohmann::json RuleCounts::counts() const {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, rule] : rules_) {
    all[name] = {{"asked", rule.asked},
                 {"eligible", rule.eligible},
                 {"made", rule.made},
                 {"refused", rule.refused},
                 {"not_eligible", rule.not_eligible}};
  }
  return all;
}

std::vector<std::string> RuleCounts::lines() const {
  std::vector<std::string> lines;
  for (const auto& [name, rule] : rules_) {
    lines.push_back(name + ": " + std::to_string(rule.made) + " made of " +
                    std::to_string(rule.eligible) + " eligible of " + std::to_string(rule.asked) +
                    (rule.refused.empty() ? "" : "; refused: " + listed_reasons(rule.refused)));
  }
  return lines;
}

std::string RuleCounts::why_not_eligible() const {
  Reasons all;
  for (const auto& [name, rule] : rules_) {
    for (const auto& [reason, count] : rule.not_eligible) all[reason] += count;
  }
  return all.empty() ? "" : " (" + listed_reasons(all) + ")";
}

std::string RuleCounts::table() const {
  std::string table = "id\trule\treason\tsentence\n";
  for (const auto& row : rows_) table += row + "\n";
  return table;
}

}  // namespace sonde

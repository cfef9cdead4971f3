// Rules of language as rows of tables.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace sonde {

// One row. A table is read from the top, and the first rule that holds decides.
template <class Case, class Result>
struct Rule {
  std::string_view name;  // unique among the tables of a room
  bool (*holds)(const Case&);
  Result result;
  std::string_view example;  // a sentence, or two around " / ", for which this rule decides
};

struct RuleExample {
  std::string_view rule, example;
};
using RuleExamples = std::vector<RuleExample>;

// Collects the rules that decide on this thread while it exists. Watches may be nested.
class RuleWatch {
 public:
  RuleWatch();
  ~RuleWatch();
  RuleWatch(const RuleWatch&) = delete;
  RuleWatch& operator=(const RuleWatch&) = delete;

  const std::vector<std::string_view>& decided() const { return decided_; }

 private:
  friend void note_rule(std::string_view name);
  RuleWatch* outer_;
  std::vector<std::string_view> decided_{};
};

// Reports to the watches of this thread that a rule decided.
void note_rule(std::string_view name);

// The first rule that holds. Null if none does.
template <class Rules, class Case>
const typename Rules::value_type* first_rule(const Rules& rules, const Case& one) {
  const auto found = std::ranges::find_if(rules, [&](const auto& rule) { return rule.holds(one); });
  if (found == rules.end()) return nullptr;
  note_rule(found->name);
  return &*found;
}

template <class Rules, class Case>
bool any_rule(const Rules& rules, const Case& one) {
  return first_rule(rules, one) != nullptr;
}

// The result of the first rule that holds, or else `otherwise`.
template <class Result, class Rules, class Case>
Result result_of(const Rules& rules, const Case& one, Result otherwise) {
  const auto* rule = first_rule(rules, one);
  return rule ? Result(rule->result) : otherwise;
}

// The rows of several tables, for a test that runs each example.
template <class... Tables>
RuleExamples examples_of(const Tables&... tables) {
  RuleExamples examples;
  const auto add = [&](const auto& table) {
    for (const auto& rule : table) examples.push_back({rule.name, rule.example});
  };
  (add(tables), ...);
  return examples;
}

}  // namespace sonde

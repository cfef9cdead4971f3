#include "statistics/agreement/item_choice.h"

#include <optional>
#include <string_view>

#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

const auto whole = parse_number<std::uint64_t>;

}  // namespace

ItemChoice::ItemChoice(const std::vector<std::string>& words) {
  for (const auto& word : words) rules_.push_back(rule(word));
}

ItemChoice::Rule ItemChoice::rule(const std::string& word) {
  Rule rule{word};
  const std::string_view text = word;
  const auto dash = text.find('-');
  if (dash == text.npos) return rule;
  const auto first = whole(text.substr(0, dash)), last = whole(text.substr(dash + 1));
  if (first && last) rule.first = *first, rule.last = *last;
  return rule;
}

bool ItemChoice::names(const std::string& item) {
  const auto number = whole(item);
  bool found = false;
  for (auto& rule : rules_) {
    const bool between = number && rule.first <= *number && *number <= rule.last;
    if (!between && item != rule.word) continue;
    rule.used = found = true;
  }
  return found;
}

void ItemChoice::check_used() const {
  for (const auto& rule : rules_) {
    if (rule.used) continue;
    throw usage_error("no item '" + rule.word + "' to drop",
                      "name ids of the file, or FIRST-LAST of whole numbers");
  }
}

}  // namespace sonde

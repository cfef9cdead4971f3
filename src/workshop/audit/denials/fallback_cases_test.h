// A fallback and a sentence for it, with what it makes.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "workshop/audit/rules.h"

namespace sonde::test {

inline const RuleSources& english_rules() {
  static const RuleSources sources = rule_sources("en", 1);
  return sources;
}

inline RuleTools& rule_tools() {
  static RuleTools tools(english_rules());
  return tools;
}

using Edit = Outcome (*)(RuleTools&, const AuditSentence&, std::uint64_t);

inline std::string made_by(Edit edit, const std::string& sentence) {
  return edit(rule_tools(), AuditSentence(sentence), 0).text;
}

struct Case {
  const char *sentence, *made;  // empty: refused
};

inline void expect_made(Edit edit, std::initializer_list<Case> cases) {
  for (const auto& [sentence, made] : cases) EXPECT_EQ(made_by(edit, sentence), made) << sentence;
}

}  // namespace sonde::test

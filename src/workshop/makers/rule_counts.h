#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/makers/sources.h"

namespace sonde {

// Counts of a maker's rules over its sources: how many were eligible for each rule, were made, and
// were refused and why.
class RuleCounts {
 public:
  void add_made(const std::string& rule);
  // `eligible`: the rule is made for such sentences, and refuses this one.
  void add_refused(const std::string& rule, const Source& source, bool eligible,
                   std::string_view reason);

  // Per rule: asked, eligible, made, and refused and not_eligible by reason.
  nlohmann::json counts() const;
  bool has_refused() const { return !rows_.empty(); }  // whether table() has rows
  // Over all rules, for people: " (3 no main clause, 1 a question)". Empty: none.
  std::string why_not_eligible() const;
  // In lines for people: "passive: 120 made of 300 eligible of 900; 100 doubtful parse, ...".
  std::vector<std::string> lines() const;
  // Refused but eligible sources: id, rule, reason, sentence, in the order in which they were
  // tried.
  std::string table() const;

 private:
  struct Rule {
    std::size_t asked = 0, eligible = 0, made = 0;
    std::map<std::string, std::size_t, std::less<>> refused, not_eligible;  // per reason
  };

  std::map<std::string, Rule> rules_;
  std::vector<std::string> rows_;
};

}  // namespace sonde

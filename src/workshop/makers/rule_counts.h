#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/makers/sources.h"

namespace sonde {

// What the rules of a maker did with its sources: how many were eligible for each rule, what it
// made, and what it refused and why.
class RuleCounts {
 public:
  void add_made(const std::string& rule);
  // `eligible`: the rule is made for such sentences, and refuses this one.
  void add_refused(const std::string& rule, const Source& source, bool eligible,
                   std::string_view reason);

  // By rule: asked, eligible, made, and refused and not_eligible by reason.
  nlohmann::json counts() const;
  // In lines for people: "passive: 120 made of 300 eligible of 900; 100 doubtful parse, ...".
  std::vector<std::string> lines() const;
  // What was refused though eligible: id, rule, reason, sentence, in the order in which they were
  // asked.
  std::string table() const;

 private:
  struct Rule {
    std::size_t asked = 0, eligible = 0, made = 0;
    std::map<std::string, std::size_t, std::less<>> refused, not_eligible;  // by reason
  };

  std::map<std::string, Rule> rules_;
  std::vector<std::string> rows_;
};

}  // namespace sonde

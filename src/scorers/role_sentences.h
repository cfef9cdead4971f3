#pragma once

#include <cstddef>
#include <string>

#include "meaning/role_file.h"
#include "sonde/item.h"

namespace sonde {

// Finds out whether roles are those of the sentences that are scored: whether their words occur
// there. Published frames are edited by hand and by models, so that some differ from their
// sentence: of the study's 5,600 none shares less than half of its words, of GPT-4's 16 do.
class RoleCheck {
 public:
  // `file`: of the roles, for errors; empty: nothing is checked.
  explicit RoleCheck(std::string file) : file_(std::move(file)) {}

  void add(const Item& item, const RoleRows& roles);
  // Errors: kInput where of all sentences so far more than a tenth, and more than one, share less
  // than half of their frame's words.
  void check() const;

 private:
  void add(const std::string& sentence, const RoleFrame& frame, std::size_t row);

  std::string file_;
  std::size_t frames_ = 0, strange_ = 0;
  std::string first_strange_;  // where
};

}  // namespace sonde

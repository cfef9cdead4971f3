#include "workshop/language/lexicon/rule.h"

namespace sonde {
namespace {

thread_local RuleWatch* innermost_watch = nullptr;

}  // namespace

RuleWatch::RuleWatch() : outer_(innermost_watch) { innermost_watch = this; }

RuleWatch::~RuleWatch() { innermost_watch = outer_; }

void note_rule(std::string_view name) {
  for (RuleWatch* watch = innermost_watch; watch != nullptr; watch = watch->outer_) {
    watch->decided_.push_back(name);
  }
}

}  // namespace sonde

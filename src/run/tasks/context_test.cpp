#include "run/tasks/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sonde/error.h"

namespace sonde {
namespace context_test {

class Recording : public Observer {
 public:
  void begin(std::string_view phase, std::uint64_t total) override {
    heard.push_back(std::string(phase) + " of " + std::to_string(total));
  }
  void advance(std::uint64_t done) override { heard.push_back(std::to_string(done)); }
  void note(std::string_view line) override { heard.emplace_back(line); }
  bool stop() override { return stopped; }

  std::vector<std::string> heard;
  bool stopped = false;
};

TEST(RunContext, EachPhaseCountsFromItsBegin) {
  Recording observer;
  RunContext context(observer);
  context.begin("first", 9);
  context.advance_by(4);
  context.advance_by(5);
  context.begin("second", 3);
  context.advance_by(1);
  context.advance(3);
  EXPECT_THAT(observer.heard,
              testing::ElementsAre("first of 9", "4", "9", "second of 3", "1", "3"));
}

TEST(RunContext, WhatIsDoneIsToldBeforeTheRunEnds) {
  Recording observer;
  RunContext context(observer);
  context.begin("first", 9);
  observer.stopped = true;
  try {
    context.advance_by(4);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  EXPECT_EQ(observer.heard.back(), "4");
}

TEST(RunContext, ALineIsNotedOnceWhereItMayComeAgain) {
  Recording observer;
  RunContext context(observer);
  for (int i = 0; i < 2; ++i) {
    context.note_once("a doubt");
    context.note_once("");
    context.note("a fact");
  }
  EXPECT_THAT(observer.heard, testing::ElementsAre("a doubt", "a fact", "a fact"));
}

}  // namespace context_test
}  // namespace sonde

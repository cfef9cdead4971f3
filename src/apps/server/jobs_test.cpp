#include "apps/server/jobs.h"

#include <gtest/gtest.h>

#include "base/testing/eventually_test.h"
#include "sonde/error.h"

namespace sonde {
namespace jobs_test {

using State = JobView::State;

JobView wait_until_finished(const Jobs& jobs, const std::string& name) {
  JobView view;
  EXPECT_TRUE(test::eventually([&] {
    view = jobs.view(name);
    return view.state != State::kWorking;
  }));
  return view;
}

CorpusFound work_until_stopped(const Stop& stop, const TellProgress& tell) {
  tell(1, 2);
  test::eventually(stop);
  throw Error(ErrorKind::kInterrupted, "stopped");
}

TEST(Jobs, TellsWhatWasFoundOrWhatFailed) {
  Jobs jobs;
  const auto good = jobs.start([](const Stop&, const TellProgress& tell) {
    tell(3, 3);
    CorpusFound found;
    found.pairs = 3;
    return found;
  });
  const auto bad = jobs.start([](const Stop&, const TellProgress&) -> CorpusFound {
    throw input_error("a bad sentence", {});
  });
  const auto done = wait_until_finished(jobs, good);
  EXPECT_EQ(done.state, State::kDone);
  EXPECT_EQ(done.done, 3);
  EXPECT_EQ(done.found->pairs, 3);
  const auto failed = wait_until_finished(jobs, bad);
  EXPECT_EQ(failed.state, State::kFailed);
  EXPECT_EQ(failed.error, "a bad sentence");
}

TEST(Jobs, CancelsOneAndLeavesTheOthers) {
  Jobs jobs;
  const auto first = jobs.start(work_until_stopped);
  const auto second = jobs.start(work_until_stopped);
  jobs.cancel(first);
  EXPECT_EQ(wait_until_finished(jobs, first).state, State::kCancelled);
  EXPECT_EQ(jobs.view(second).state, State::kWorking);
}

TEST(Jobs, TakesSoManyAtOnce) {
  Jobs jobs;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < Jobs::kMostWorking; ++i) {
    names.push_back(jobs.start(work_until_stopped));
  }
  try {
    jobs.start(work_until_stopped);
    FAIL();
  } catch (const HttpError& error) {
    EXPECT_EQ(error.status(), 429);
  }
  jobs.cancel(names.front());
  wait_until_finished(jobs, names.front());
  EXPECT_NO_THROW(jobs.start(work_until_stopped));
}

TEST(Jobs, EndsAllAndStartsNoMore) {
  Jobs jobs;
  for (int i = 0; i < 3; ++i) jobs.start(work_until_stopped);
  jobs.cancel_all();
  try {
    jobs.start(work_until_stopped);
    FAIL();
  } catch (const HttpError& error) {
    EXPECT_EQ(error.status(), 503);
  }
}

}  // namespace jobs_test
}  // namespace sonde

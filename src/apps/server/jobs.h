#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "apps/server/corpus_job.h"
#include "apps/server/request_json.h"

namespace sonde {

// The state of a job.
struct JobView {
  enum class State : std::uint8_t { kWorking, kDone, kCancelled, kFailed };
  State state = State::kWorking;
  std::uint64_t done = 0, total = 0;
  std::string error;
  std::shared_ptr<const CorpusFound> found;  // of kDone
};

// Long work on separate threads. Any thread may call.
class Jobs {
 public:
  using Work = std::function<CorpusFound(const Stop& stop, const TellProgress& tell)>;

  static constexpr std::size_t kMostWorking = 4;  // at once
  static constexpr std::size_t kMostKept = 16;    // finished ones (the oldest is dropped)
  static constexpr std::chrono::hours kLongest{1};

  ~Jobs() { cancel_all(); }

  // The job's name. Errors: HttpError 429 if no more jobs may work, 503 once all are cancelled.
  std::string start(Work work);
  // Errors: HttpError 404.
  JobView view(const std::string& name) const;
  void cancel(const std::string& name);
  // For good: no further one starts. Returns when none works any more.
  void cancel_all();

 private:
  struct Job;

  Job& find(const std::string& name) const;
  void forget_old();
  void run(Job& job, const Work& work);
  void settle(Job& job, JobView::State state, const std::string& error);

  mutable std::mutex mutex_;
  std::list<std::shared_ptr<Job>> jobs_;  // in the order in which they were started
  std::uint64_t started_ = 0;
  bool closed_ = false;
};

}  // namespace sonde

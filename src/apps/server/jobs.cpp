#include "apps/server/jobs.h"

#include <algorithm>
#include <new>
#include <utility>

#include "sonde/error.h"

namespace sonde {

struct Jobs::Job {
  std::string name;
  std::atomic<bool> cancelled = false;
  JobView view;
  std::thread thread;
};

std::string Jobs::start(Work work) {
  const std::scoped_lock lock(mutex_);
  if (closed_) throw HttpError(503, "the server ends");
  const auto works = [](const auto& job) { return job->view.state == JobView::State::kWorking; };
  if (static_cast<std::size_t>(std::ranges::count_if(jobs_, works)) >= kMostWorking) {
    throw HttpError(429, "too many jobs are running; wait for one, or cancel it");
  }
  forget_old();
  auto job = std::make_shared<Job>();
  job->name = "j" + std::to_string(++started_);
  jobs_.push_back(job);
  job->thread = std::thread([this, job, todo = std::move(work)] { run(*job, todo); });
  return job->name;
}

// Needs the lock. A finished job's thread has given the lock back or is about to.
void Jobs::forget_old() {
  while (jobs_.size() >= kMostKept) {
    const auto oldest = std::ranges::find_if(
        jobs_, [](const auto& job) { return job->view.state != JobView::State::kWorking; });
    if (oldest == jobs_.end()) return;
    (*oldest)->thread.join();
    jobs_.erase(oldest);
  }
}

void Jobs::run(Job& job, const Work& work) {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  const Stop stop = [&] { return job.cancelled || std::chrono::steady_clock::now() > end; };
  const TellProgress tell = [&](std::uint64_t done, std::uint64_t total) {
    const std::scoped_lock lock(mutex_);
    job.view.done = done;
    job.view.total = total;
  };
  try {
    auto found = std::make_shared<const CorpusFound>(work(stop, tell));
    const std::scoped_lock lock(mutex_);
    job.view.found = std::move(found);
    job.view.state = JobView::State::kDone;
  } catch (const Error& error) {
    const bool stopped = error.kind() == ErrorKind::kInterrupted;
    if (stopped && job.cancelled) {
      settle(job, JobView::State::kCancelled, "");
    } else {
      settle(job, JobView::State::kFailed,
             stopped ? "it took longer than an hour; `sonde run` has no such limit" : error.what());
    }
  } catch (const std::bad_alloc&) {
    settle(job, JobView::State::kFailed, "out of memory");
  } catch (const std::exception& error) {
    settle(job, JobView::State::kFailed, error.what());
  }
}

void Jobs::settle(Job& job, JobView::State state, const std::string& error) {
  const std::scoped_lock lock(mutex_);
  job.view.state = state;
  job.view.error = error;
}

Jobs::Job& Jobs::find(const std::string& name) const {
  for (const auto& job : jobs_) {
    if (job->name == name) return *job;
  }
  throw HttpError(404, "job not found, or it was dropped");
}

JobView Jobs::view(const std::string& name) const {
  const std::scoped_lock lock(mutex_);
  return find(name).view;
}

void Jobs::cancel(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  find(name).cancelled = true;
}

void Jobs::cancel_all() {
  std::list<std::shared_ptr<Job>> all;
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    all.swap(jobs_);
    for (const auto& job : all) job->cancelled = true;
  }
  for (const auto& job : all) job->thread.join();
}

}  // namespace sonde

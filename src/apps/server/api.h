#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/server/jobs.h"
#include "apps/server/loaded_encoders.h"
#include "apps/server/loopback_server.h"
#include "apps/server/near_misses.h"
#include "sonde/resources.h"

namespace sonde {

// Requests that send a whole text.
std::vector<std::string> upload_paths();

// The bench's API: docs/guides/playground.md. Any thread may call.
class Api {
 public:
  Api(LoadedEncoders& encoders, const Resources& resources, NearMisses near_misses = {})
      : encoders_(encoders), resources_(resources), near_misses_(std::move(near_misses)) {}

  // Never throws for a bad request: it returns an error.
  ServedAnswer answer(const ServedRequest& request);
  // Cancels all jobs and waits for them. Requests that encode end too.
  void close();

 private:
  struct Route;

  ServedJson respond(const ServedRequest& request);
  ServedJson encoders(const ServedRequest& request);
  ServedJson corpora(const ServedRequest& request);
  ServedJson sentences(const ServedRequest& request);
  std::optional<ServedJson> ask_probe(const ServedRequest& request);
  ServedJson start_job(const ProbeKind& kind, Asked& asked);
  ServedJson search(const ServedRequest& request);
  ServedJson density(const ServedRequest& request);
  ServedJson job(const ServedRequest& request);
  ServedJson cancel_job(const ServedRequest& request);

  Stop stop_after_a_while() const;

  LoadedEncoders& encoders_;
  Resources resources_;
  NearMisses near_misses_;
  std::atomic<bool> closed_ = false;
  std::mutex corpora_mutex_;
  ServedJson corpora_;  // once used
  Jobs jobs_;
};

}  // namespace sonde

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/server/near_misses.h"
#include "sonde/observer.h"
#include "sonde/resources.h"
#include "sonde/subject.h"

namespace sonde {

struct ServePlan {
  std::string report;  // the blocks of a report to show (may be empty)
  std::vector<Spec> encoders;
  int port = 0;  // 0: any that is free
  Resources resources;
  NearMisses near_misses{};
};

// Loads the encoders, and serves the page of the report and the bench at 127.0.0.1 until the
// observer stops it. Then it cancels running work and returns. `ready` receives the page's address,
// with its token. Errors: kUsage, kInput for a model, kOutside for the port.
void serve(const ServePlan& plan, Observer& observer,
           const std::function<void(const std::string& address)>& ready);

}  // namespace sonde

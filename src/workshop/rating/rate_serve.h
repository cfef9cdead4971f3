#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sonde/observer.h"
#include "workshop/rating/rater_answers.h"

namespace sonde {

struct RateServePlan {
  std::filesystem::path project;
  int port = 0;         // 0: any that is free
  std::string address;  // raters' URL, if something passes requests on to the server (may be empty)
};

struct RaterLink {
  std::string name, address;
  std::size_t done = 0, turns = 0;
};

struct RatingLinks {
  std::string organiser;  // the address of the organiser's page, another one at each start
  std::vector<RaterLink> raters;
  LedgerFlaws flaws{};  // in the answer file
};

// Serves the pages of a rating project at 127.0.0.1 until the observer stops it. Calls `ready` once
// it listens. Errors: kInput for the project, kUsage for the address, kOutside for the port, and if
// another process has the project.
void serve_rating(const RateServePlan& plan, Observer& observer,
                  const std::function<void(const RatingLinks& links)>& ready);

}  // namespace sonde

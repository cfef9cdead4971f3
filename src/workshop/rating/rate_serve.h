#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sonde/observer.h"

namespace sonde {

struct RateServePlan {
  std::filesystem::path project;
  int port = 0;         // 0: any that is free
  std::string address;  // as raters reach the server, where something passes on to it; may be empty
};

struct RaterLink {
  std::string name, address;
  std::size_t done = 0, turns = 0;
};

// Serves the page of a rating project at 127.0.0.1 until the observer says stop. `ready` hears a
// link a person, and how many lines of the file of answers don't count. Errors: kInput for the
// project, kUsage for the address, kOutside for the port, and where another process has the
// project.
void serve_rating(
    const RateServePlan& plan, Observer& observer,
    const std::function<void(const std::vector<RaterLink>& links, std::size_t damaged)>& ready);

}  // namespace sonde

#pragma once

#include <functional>
#include <string>

#include "sonde/comparison.h"
#include "sonde/observer.h"
#include "sonde/resources.h"

namespace sonde {

// Encodes texts of the runs again and adds the fact "texts per second" to each encoder that is made
// from its spec alone and has the identity that the run names. `note` gets a line per encoder that
// is left out.
struct SpeedContext {
  const Resources& resources;
  std::size_t threads = 0;  // 0: all of the machine's
  Observer* observer = nullptr;
  std::function<void(const std::string&)> note;
};
void measure_speeds(Overview& overview, const SpeedContext& context);

}  // namespace sonde

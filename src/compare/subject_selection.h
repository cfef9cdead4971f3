#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sonde/compare.h"

namespace sonde {

// A subject of one of several runs.
struct Chosen {
  std::size_t run = 0;
  std::uint32_t subject = 0;
  std::string label;  // its name, with its run if another chosen one has the same

  bool operator==(const Chosen& other) const {
    return run == other.run && subject == other.subject;
  }
};

// The subjects that the words name (see CompareOptions::subjects). Errors: kUsage if a word names
// none or several, or fewer than two are named.
std::vector<Chosen> choose_subjects(std::span<const NamedRun> runs,
                                    const std::vector<std::string>& words);

}  // namespace sonde

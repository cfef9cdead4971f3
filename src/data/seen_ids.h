#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "sonde/digest.h"
#include "sonde/error.h"

namespace sonde {

// Remembers ids by 64 bits of their digests: 2^-64 a pair to take two for one.
class SeenIds {
 public:
  void check(const std::string& id, const Place& place) {
    const auto [entry, is_new] = lines_.emplace(digest_of(id).low64(), place.line);
    if (is_new) return;
    Place at = place;
    at.item = id;
    throw input_error("the id stands at line " + std::to_string(entry->second) + " already", at,
                      "give each item a different id");
  }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> lines_;
};

}  // namespace sonde

#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "probes/shared/slices.h"
#include "sonde/probe.h"

namespace sonde {

// The reliability of the mean ratings of a slice's items, 0 to 1.
struct Reliability {
  double value;
  double low = std::numeric_limits<double>::quiet_NaN();  // 95% interval
  double high = std::numeric_limits<double>::quiet_NaN();
  std::size_t n = 0;  // items (0: all)
  std::size_t left_out = 0;
};

// Settings of a probe: the key `reliability` of all items, `reliability LABEL=VALUE` of a slice.
// The value is the number alone, as people write it in a card, or all five.
std::string reliability_key(const std::string& slice);
bool is_reliability(const std::string& key);
// The settings without those, which change no measurement.
std::map<std::string, std::string> without_reliability(std::map<std::string, std::string> settings);
std::string reliability_text(const Reliability& reliability);

// The correlation that a perfect predictor has with the ratings: the square root of their
// reliability (Spearman, 1904). Belongs to no subject.
class NoiseCeilings {
 public:
  // Errors: kInput, which names the key, for an invalid reliability.
  explicit NoiseCeilings(const std::map<std::string, std::string>& settings);
  // A result `noise_ceiling` of each slice of which a reliability is known.
  void add_to(std::vector<Result>& results, const Frame& frame,
              std::span<const Slice> slices) const;

 private:
  std::map<std::string, Reliability> by_slice_;
};

}  // namespace sonde

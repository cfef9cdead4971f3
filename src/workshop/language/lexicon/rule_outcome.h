#pragma once

#include <string>
#include <string_view>

namespace sonde {

// The result of a rule for a sentence. A sentence that a rule is made for is eligible. Of those it
// refuses the ones that it can't do for sure.
struct Outcome {
  bool eligible = false;
  std::string text{};         // the sentence made (empty: none)
  std::string_view reason{};  // why none was made
  std::string trace{};        // the change: "is chasing -> is being chased"
};

inline Outcome not_eligible(std::string_view reason) { return {false, {}, reason}; }
inline Outcome refused(std::string_view reason) { return {true, {}, reason}; }

}  // namespace sonde

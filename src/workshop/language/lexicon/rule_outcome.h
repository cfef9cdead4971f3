#pragma once

#include <string>
#include <string_view>

namespace sonde {

// What becomes of a sentence by a rule. A sentence that a rule is made for is eligible; of those it
// refuses the ones that it can't do for sure.
struct Outcome {
  bool eligible = false;
  std::string text{};         // the sentence made; empty: none
  std::string_view reason{};  // why none was made
  std::string trace{};        // what was done: "is chasing -> is being chased"
};

inline Outcome not_eligible(std::string_view reason) { return {false, {}, reason}; }
inline Outcome refused(std::string_view reason) { return {true, {}, reason}; }

}  // namespace sonde

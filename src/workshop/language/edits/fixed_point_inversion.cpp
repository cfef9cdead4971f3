#include "workshop/language/edits/fixed_point_inversion.h"

namespace sonde {

std::vector<std::size_t> pivots(const Reading& reading) {
  constexpr std::size_t kLeast = 2;
  std::vector<std::size_t> found;
  for (std::size_t at = 1 + kLeast; at + kLeast <= reading.end(); ++at) {
    const bool close = reading.right(at - 1, "|D|J|A|I|P|PP|TO|AN|") &&
                       reading.right(at - 1, "|D|J|A|I|P|PP|TO|AN|")->right == at;
    const bool apart = reading.linkage().words[at - 1].end < reading.linkage().words[at].begin;
    if (close && apart) found.push_back(at);
  }
  return found;
}

std::string inverted(const Reading& reading, std::size_t pivot) {
  return std::string(reading.before()) + reading.text(WordRange{pivot, reading.end()}) + " " +
         reading.text(WordRange{1, pivot}) + std::string(reading.behind());
}

}  // namespace sonde

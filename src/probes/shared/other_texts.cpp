#include "probes/shared/other_texts.h"

namespace sonde {

std::vector<OtherText> closest_others(const Probe& probe, const Fitted& fitted, std::size_t items) {
  const auto* const others = dynamic_cast<const OtherTexts*>(&probe);
  return others == nullptr ? std::vector<OtherText>() : others->closest_others(fitted, items);
}

}  // namespace sonde

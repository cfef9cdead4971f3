#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "sonde/encoder.h"
#include "sonde/scorer.h"

namespace sonde {

// Makers of a run's encoders and scorers: their kinds, or in a merge the parts' records of them.
struct SubjectMakers {
  std::function<std::unique_ptr<Encoder>(const Spec&, const EncoderContext&)> encoder =
      make_encoder;
  // task: its number.
  std::function<std::unique_ptr<Scorer>(const Spec&, const ScorerContext&, std::uint32_t task)>
      scorer = [](const Spec& spec, const ScorerContext& context, std::uint32_t) {
        return make_scorer(spec, context);
      };
  bool recorded = false;  // their kinds need not be known
};

}  // namespace sonde

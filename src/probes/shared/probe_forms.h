// The forms in which people meet a probe. Each may be missing.
#pragma once

#include <optional>

#include "probes/shared/probe_view.h"
#include "probes/shared/rating_form.h"

namespace sonde {

struct ProbeForms {
  std::optional<RatingForm> rating{};
  std::optional<ItemView> item{};
  std::optional<CorpusView> corpus{};
};

}  // namespace sonde

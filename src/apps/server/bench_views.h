// The bench's small views: a few sentences, with immediate results.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "apps/server/loaded_encoders.h"
#include "apps/server/near_misses.h"
#include "apps/server/request_json.h"
#include "probes/shared/probe_forms.h"

namespace sonde {

using ServedJson = nlohmann::ordered_json;

// JSON has no NaN: undefined is null.
ServedJson number_or_null(double value);
template <class Value>
ServedJson value_or_null(const std::optional<Value>& value) {
  return value ? ServedJson(*value) : ServedJson(nullptr);
}
// UTF-8 that isn't sound is replaced.
std::string served_text(const ServedJson& json);

// Errors of all: HttpError 400, the encoders' own, kInterrupted if `stop` returns true.
ServedJson encoders_view(const LoadedEncoders& encoders);
ServedJson sentences_view(LoadedEncoders& encoders, Asked& asked, const Stop& stop);
ServedJson search_view(LoadedEncoders& encoders, Asked& asked, const NearMisses& near_misses,
                       const Stop& stop);
// For a probe that has an ItemView.
ServedJson item_view(const ProbeKind& kind, LoadedEncoders& encoders, Asked& asked,
                     const Stop& stop);
// The tabs of all probes, for the page.
ServedJson probe_views();

}  // namespace sonde

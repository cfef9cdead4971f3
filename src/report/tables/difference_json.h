// Heavy: to be included by sources, not by headers.
#pragma once

#include "report/json_parts.h"
#include "sonde/comparison.h"

namespace sonde {

// Which result a part of a comparison is about.
template <class Part>
Json place_json(const Part& of) {
  return {{"probe", of.probe}, {"dataset", of.dataset}, {"slice", of.slice}, {"name", of.name}};
}

Json difference_json(const Comparison& comparison, const Difference& d);

}  // namespace sonde

#include "report/tables/difference_json.h"

#include "report/tables/comparison.h"

namespace sonde {

Json difference_json(const Comparison& comparison, const Difference& d) {
  Json json = place_json(d);
  json.update({{"first", comparison.subjects[d.first].label},
               {"second", comparison.subjects[d.second].label},
               {"first_value", json_number(d.first_value)},
               {"second_value", json_number(d.second_value)},
               {"difference", json_number(d.value)},
               {"low", json_number(d.low)},
               {"high", json_number(d.high)},
               {"error", json_number(d.error)},
               {"effect", json_number(d.effect)},
               {"p", json_number(d.p)},
               {"p_holm", json_number(d.p_holm)},
               {"better", better_text(d.better)},
               {"verdict", better_subject(comparison, d)},
               {"n", d.n},
               {"left_out", d.left_out},
               {"why", json_counts(d.why)},
               {"undefined", d.undefined}});
  return json;
}

}  // namespace sonde

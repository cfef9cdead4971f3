#include "report/results_csv.h"

#include "report/numbers.h"
#include "report/table.h"

namespace sonde {

std::string results_csv(const std::vector<Result>& results) {
  std::string out = csv_line({"subject", "probe", "dataset", "slice", "name", "value", "low",
                              "high", "n", "left_out", "scope"});
  for (const auto& r : results) {
    out += csv_line({r.subject, r.probe, r.dataset, r.slice, r.name, exact(r.value), exact(r.low),
                     exact(r.high), std::to_string(r.n), std::to_string(r.left_out), r.scope});
  }
  return out;
}

}  // namespace sonde

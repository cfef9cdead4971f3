#pragma once

#include <string>
#include <vector>

#include "sonde/resources.h"

namespace sonde {

struct PairRow {
  std::string first, second;
  double gold;  // NaN: none
};

struct PairRows {
  std::string dataset;  // its name
  std::vector<PairRow> rows;
};

// The rows of a data set as scorers see them: as pairs. `probe`: how to read it, if the data set
// doesn't specify one. Errors: kUsage, kInput, also kInput if rows aren't pairs.
PairRows read_pair_rows(const std::string& dataset, const std::string& probe,
                        const Resources& resources);

}  // namespace sonde

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

// The rows of a data set as scorers see them, which are pairs. `probe`: how it is read, where the
// data set doesn't say. Errors: kUsage, kInput; kInput where rows are no pairs.
PairRows read_pair_rows(const std::string& dataset, const std::string& probe,
                        const Resources& resources);

}  // namespace sonde

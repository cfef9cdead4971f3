#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "data/describe/describe.h"

namespace sonde {

struct DataWords {
  std::vector<std::string> probes;
  std::string format = "text";
  std::string like, out;  // set to filter sentences instead
};

void add_data_options(CLI::App& app, DataWords& words);

// `sonde list datasets NAME...`.
void describe_data(const DataWords& words, DescribePlan plan);

}  // namespace sonde

// For tests: published pairs of graphs with other programs' scores.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "graphs/shared_graphs_test.h"

namespace sonde {

// A table's lines after its first.
inline std::vector<std::vector<double>> numbers(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<std::vector<double>> rows;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    rows.emplace_back();
    for (double number = 0; fields >> number;) rows.back().push_back(number);
  }
  return rows;
}

// Pairs of STS-B: index, human score, and scores of smatch, of an exact solver (in percent), of the
// older dialect, of WLK.
class PublishedPairs : public testing::Test {
 protected:
  void SetUp() override {
    first_ = shared_graphs("amr/bamboo-sts/sts.main.src.test.amr.gz");
    second_ = shared_graphs("amr/bamboo-sts/sts.main.tgt.test.amr.gz");
    if (first_.empty()) GTEST_SKIP() << kNoSharedData;
    reference_ = numbers(shared_data("amr/bamboo-sts/sts.main.reference_scores.tsv"));
    ASSERT_EQ(reference_.size(), 1379U);
  }

  std::vector<AmrGraph> first_, second_;
  std::vector<std::vector<double>> reference_;
};

}  // namespace sonde

// MiniLM against the similarities of a published study.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "encoders/encode_test.h"

namespace sonde {
namespace {

const std::filesystem::path kStudy = test::kSource / ".." / "shared" / "data" / "sts3k-study";

double cosine(std::span<const float> a, std::span<const float> b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = static_cast<double>(a[i]);
    const double y = static_cast<double>(b[i]);
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / std::sqrt(aa * bb);
}

TEST(MiniLm, AgreesWithThePublishedSimilaritiesOfSts3k) {
  const auto pairs_file = kStudy / "datasets" / "STS3k_all.txt";
  if (!std::filesystem::exists(pairs_file)) {
    if (std::getenv("CI") != nullptr) FAIL() << pairs_file << " is missing";
    GTEST_SKIP() << pairs_file << " is missing";
  }
  std::vector<std::string> sentences;
  std::ifstream pairs(pairs_file);
  for (std::string line; std::getline(pairs, line);) {
    const auto first = line.find(';');
    const auto second = line.find(';', first + 1);
    sentences.push_back(line.substr(0, first));
    sentences.push_back(line.substr(first + 1, second - first - 1));
  }
  std::vector<double> published;
  std::ifstream similarities(kStudy / "similarities" / "STS3k_all_sentbert_similarities.txt");
  for (double value = 0; similarities >> value;) published.push_back(value);
  ASSERT_EQ(published.size(), 2800U);
  ASSERT_EQ(sentences.size(), 5600U);

  const auto encoder = test::encoder("minilm");
  const auto encoded = test::encode(*encoder, sentences);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < published.size(); ++i) {
    const double own = cosine(encoded.vector(2 * i), encoded.vector(2 * i + 1));
    agree += std::abs(own - published[i]) <= 1e-5 ? 1U : 0U;
  }
  // The text of the others was changed after the study's run.
  EXPECT_GE(agree, 2786U);
  RecordProperty("agree", static_cast<int>(agree));
}

}  // namespace
}  // namespace sonde

#include "engine/kernels/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/kernels/normal_numbers_test.h"

namespace sonde {
namespace attention_test {

struct Inputs {
  AttentionShape shape;
  std::vector<float> query, key, value, bias;

  explicit Inputs(const AttentionShape& of) : shape(of) {
    const std::size_t numbers = shape.sentences * shape.length * shape.stride;
    query = test::normal_numbers(numbers, 1);
    key = test::normal_numbers(numbers, 2);
    value = test::normal_numbers(numbers, 3);
    bias = test::normal_numbers(shape.heads * shape.length * shape.length, 4);
  }

  std::vector<float> mixed(CpuClass level, bool biased) const {
    std::vector<float> out(shape.sentences * shape.length * shape.heads * shape.width);
    attend(shape, query.data(), key.data(), value.data(), biased ? bias.data() : nullptr,
           out.data(), level);
    return out;
  }

  // The place of a number of a sentence's token in query, key and value.
  std::size_t at(std::size_t sentence, std::size_t token, std::size_t i) const {
    return (sentence * shape.length + token) * shape.stride + i;
  }

  double score(std::size_t sentence, std::size_t head, std::size_t t, std::size_t u,
               bool biased) const {
    double sum = 0;
    for (std::size_t i = head * shape.width; i < (head + 1) * shape.width; ++i) {
      sum += static_cast<double>(query[at(sentence, t, i)]) * key[at(sentence, u, i)];
    }
    sum *= shape.scale;
    return biased ? sum + bias[(head * shape.length + t) * shape.length + u] : sum;
  }

  double plain(std::size_t sentence, std::size_t token, std::size_t i, bool biased) const {
    double sum = 0, weights = 0;
    for (std::size_t u = 0; u < shape.length; ++u) {
      const double weight = std::exp(score(sentence, i / shape.width, token, u, biased));
      sum += weight * value[at(sentence, u, i)];
      weights += weight;
    }
    return sum / weights;
  }
};

std::vector<CpuClass> classes() {
  std::vector<CpuClass> all{CpuClass::kBaseline};
  if (kernel_class() >= CpuClass::kAvx2) all.push_back(CpuClass::kAvx2);
  if (kernel_class() >= CpuClass::kAvx512) all.push_back(CpuClass::kAvx512);
  return all;
}

class AttentionTest : public testing::TestWithParam<AttentionShape> {};

TEST_P(AttentionTest, AgreesWithPlainLoopsInEveryClass) {
  const Inputs inputs(GetParam());
  const std::size_t hidden = inputs.shape.heads * inputs.shape.width;
  for (const CpuClass level : classes()) {
    for (const bool biased : {false, true}) {
      const auto mixed = inputs.mixed(level, biased);
      for (std::size_t n = 0; n < mixed.size(); n += 7) {
        const std::size_t token = n / hidden;
        ASSERT_NEAR(mixed[n],
                    inputs.plain(token / inputs.shape.length, token % inputs.shape.length,
                                 n % hidden, biased),
                    2e-6)
            << "class " << static_cast<int>(level) << ", biased " << biased << ", number " << n;
      }
    }
  }
}

TEST_P(AttentionTest, ASentenceHasTheSameBitsAlone) {
  const Inputs inputs(GetParam());
  const std::size_t tokens = inputs.shape.length, hidden = inputs.shape.heads * inputs.shape.width;
  for (const CpuClass level : classes()) {
    const auto together = inputs.mixed(level, true);
    AttentionShape one = inputs.shape;
    one.sentences = 1;
    for (std::size_t s = 0; s < inputs.shape.sentences; ++s) {
      std::vector<float> alone(tokens * hidden);
      const std::size_t first = inputs.at(s, 0, 0);
      attend(one, inputs.query.data() + first, inputs.key.data() + first,
             inputs.value.data() + first, inputs.bias.data(), alone.data(), level);
      const auto begin = together.begin() + static_cast<std::ptrdiff_t>(s * tokens * hidden);
      ASSERT_TRUE(std::equal(alone.begin(), alone.end(), begin));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AttentionTest,
                         testing::Values(AttentionShape{3, 1, 2, 8, 16, 0.4F},
                                         AttentionShape{2, 5, 3, 4, 12, 0.7F},
                                         AttentionShape{4, 12, 12, 32, 384, 0.2F},
                                         AttentionShape{2, 13, 2, 64, 384, 0.125F},
                                         AttentionShape{2, 16, 2, 24, 48, 0.2F},
                                         AttentionShape{1, 65, 4, 20, 240, 0.2F},
                                         AttentionShape{2, 129, 2, 64, 128, 0.1F},
                                         AttentionShape{1, 512, 1, 80, 80, 0.1F}));

TEST(Attention, LargeScoresDontOverflowAndWhatIsNoNumberStaysSo) {
  const AttentionShape shape{1, 20, 1, 16, 16, 0.25F};
  Inputs inputs(shape);
  for (float& one : inputs.query) one *= 1e4F;
  for (const CpuClass level : classes()) {
    for (const float one : inputs.mixed(level, false)) ASSERT_TRUE(std::isfinite(one));
  }
  inputs.key[3] = std::numeric_limits<float>::quiet_NaN();
  for (const CpuClass level : classes()) {
    for (const float one : inputs.mixed(level, false)) ASSERT_TRUE(std::isnan(one));
  }
}

}  // namespace attention_test
}  // namespace sonde

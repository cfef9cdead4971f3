#include "engine/weights/weights.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <openvino/core/type/bfloat16.hpp>
#include <openvino/core/type/float16.hpp>
#include <string>

#include "base/own_folder_test.h"
#include "sonde/error.h"

namespace sonde {
namespace weights_test {

namespace fs = std::filesystem;

class WeightsTest : public testing::TestWithParam<std::string> {
 protected:
  WeightsTest() : file_(fs::path(test::own_folder()) / ("weights-" + GetParam())) {}
  ~WeightsTest() override { fs::remove(file_); }

  // A file with one tensor, "w", of all 65,536 patterns of 16 bits.
  Weights all_patterns() const {
    std::string header =
        R"({"w":{"dtype":")" + GetParam() + R"(","shape":[65536],"data_offsets":[0,131072]}})";
    std::ofstream out(file_, std::ios::binary);
    const std::uint64_t size = header.size();
    out.write(std::bit_cast<std::array<char, 8>>(size).data(), 8);
    out << header;
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
      out << static_cast<char>(bits & 0xffU) << static_cast<char>(bits >> 8);
    }
    out.close();
    return {file_, ""};
  }

  float expected(std::uint16_t bits) const {
    return GetParam() == "F16" ? static_cast<float>(ov::float16::from_bits(bits))
                               : static_cast<float>(ov::bfloat16::from_bits(bits));
  }

  fs::path file_;
};

TEST_P(WeightsTest, SixteenBitsBecomeTheSameFloatsAsTheEngines) {
  const auto floats = all_patterns().floats("w", {65536});
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const float want = expected(static_cast<std::uint16_t>(bits));
    const bool same = std::isnan(want) ? std::isnan(floats[bits])
                                       : std::bit_cast<std::uint32_t>(want) ==
                                             std::bit_cast<std::uint32_t>(floats[bits]);
    ASSERT_TRUE(same) << bits;
  }
}

TEST_P(WeightsTest, InfinitiesAreFound) { EXPECT_THROW(all_patterns().check_finite(1), Error); }

INSTANTIATE_TEST_SUITE_P(Types, WeightsTest, testing::Values("F16", "BF16"));

}  // namespace weights_test
}  // namespace sonde

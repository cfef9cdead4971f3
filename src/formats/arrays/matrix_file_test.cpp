#include "formats/arrays/matrix_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "formats/testing/formats.h"

namespace sonde {
namespace matrix_file_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> row_of(const MatrixFile& file, std::size_t row) {
  std::vector<float> numbers(file.columns());
  file.read(row, numbers);
  return numbers;
}

TEST(MatrixFile, ReadsWhatNumpyWrites) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import numpy
for version in [(1, 0), (2, 0), (3, 0)]:
    for kind in ['f4', 'f8']:
        with open(f'{kind}-{version[0]}.npy', 'wb') as out:
            x = (numpy.arange(12, dtype=kind) / numpy.dtype(kind).type(7)).reshape(4, 3)
            numpy.lib.format.write_array(out, x, version)
)"));
  for (const std::string name : {"f4-1", "f4-2", "f4-3", "f8-1", "f8-2", "f8-3"}) {
    const MatrixFile file(folder.path() / (name + ".npy"));
    ASSERT_EQ(file.rows(), 4U);
    ASSERT_EQ(file.columns(), 3U);
    EXPECT_THAT(row_of(file, 3), ElementsAre(9.0F / 7, 10.0F / 7, 11.0F / 7)) << name;
  }
}

// All 65,536 patterns, and doubles beyond float32 and between two floats.
TEST(MatrixFile, NumbersAreThoseOfNumpy) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import numpy
half = numpy.arange(65536, dtype='<u2').view('<f2').reshape(256, 256)
numpy.save('half.npy', half)
half.astype('<f4').tofile('half.bin')
wide = numpy.array([[1e300, -1e300, 1e-300, 0.1, 1 + 2.0 ** -24, 1 + 3 * 2.0 ** -24, numpy.inf]])
numpy.save('wide.npy', wide)
with numpy.errstate(over='ignore'):
    wide.astype('<f4').tofile('wide.bin')
)"));
  for (const std::string name : {"half", "wide"}) {
    const MatrixFile file(folder.path() / (name + ".npy"));
    const std::string raw = folder.read(name + ".bin");
    ASSERT_EQ(raw.size(), file.rows() * file.columns() * 4);
    std::vector<float> numbers;
    for (std::size_t row = 0; row < file.rows(); ++row) {
      for (const float number : row_of(file, row)) numbers.push_back(number);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      float want = 0;
      std::memcpy(&want, raw.data() + 4 * i, sizeof want);
      ASSERT_TRUE(std::isnan(want) ? std::isnan(numbers[i])
                                   : std::bit_cast<std::uint32_t>(want) ==
                                         std::bit_cast<std::uint32_t>(numbers[i]))
          << name << i;
    }
  }
}

std::string safetensors(const std::string& header, std::size_t data) {
  const std::uint64_t size = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  bytes += header;
  for (std::size_t i = 0; i < data; ++i) bytes += static_cast<char>(i % 64);
  return bytes;
}

TEST(MatrixFile, FindsTheMatrixOfASafetensorsFile) {
  const TemporaryFolder folder;
  const auto one =
      folder.write("one.safetensors",
                   safetensors(R"({"ids":{"dtype":"I64","shape":[2,1],"data_offsets":[0,16]},)"
                               R"("list":{"dtype":"F32","shape":[2],"data_offsets":[16,24]},)"
                               R"("rows":{"dtype":"BF16","shape":[2,3],"data_offsets":[24,36]}})",
                               36));
  const MatrixFile file(one);
  EXPECT_EQ(file.tensor(), "rows");
  EXPECT_EQ(file.rows(), 2U);
  const auto pair = [](std::uint32_t low) {
    return std::bit_cast<float>(((low + 1) << 24) | (low << 16));
  };
  EXPECT_THAT(row_of(file, 1), ElementsAre(pair(30), pair(32), pair(34)));
  EXPECT_EQ(MatrixFile(one, "rows").rows(), 2U);
  const auto error = [&](const std::string& tensor) {
    return input_error_of([&] { MatrixFile(one, tensor); });
  };
  EXPECT_THAT(error("row"), HasSubstr("named 'row'; it has rows"));
  EXPECT_THAT(error("list"), HasSubstr("named 'list'; it has rows"));
}

TEST(MatrixFile, OneOfSeveralMatricesMustBeNamed) {
  const TemporaryFolder folder;
  const auto two = folder.write(
      "two.safetensors", safetensors(R"({"a":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]},)"
                                     R"("b":{"dtype":"F64","shape":[1,2],"data_offsets":[4,20]}})",
                                     20));
  EXPECT_THAT(input_error_of([&] { MatrixFile{two}; }),
              HasSubstr("has 2 matrices: a, b; name one: tensor=NAME"));
  EXPECT_EQ(MatrixFile(two, "b").columns(), 2U);
  const auto none =
      folder.write("none.safetensors",
                   safetensors(R"({"a":{"dtype":"I32","shape":[1,1],"data_offsets":[0,4]}})", 4));
  EXPECT_THAT(input_error_of([&] { MatrixFile{none}; }), HasSubstr("has no matrix"));
}

TEST(MatrixFile, RefusesAMatrixWithoutNumbersAndANameInNpy) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import numpy
numpy.save('none.npy', numpy.zeros((0, 5), 'f4'))
numpy.save('narrow.npy', numpy.zeros((5, 0), 'f8'))
numpy.save('good.npy', numpy.zeros((1, 1), 'f8'))
)"));
  for (const std::string name : {"none.npy", "narrow.npy"}) {
    EXPECT_THAT(input_error_of([&] { MatrixFile(folder.path() / name); }),
                HasSubstr("has no number"));
  }
  EXPECT_THROW(MatrixFile(folder.path() / "good.npy", "x"), Error);
}

}  // namespace matrix_file_test
}  // namespace sonde

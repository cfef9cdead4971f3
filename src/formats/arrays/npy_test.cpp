#include "formats/arrays/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "formats/arrays/matrix_file.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace npy_test {

using testing::HasSubstr;

std::string file_with(const std::string& header, std::size_t data, char version = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes += {version, '\0', static_cast<char>(header.size() & 0xff),
            static_cast<char>(header.size() >> 8)};
  if (version > 1) bytes += std::string(2, '\0');
  return bytes + header + std::string(data, '\0');
}

std::string error_of_bytes(const std::string& bytes) {
  return input_error_of([&] { parse_npy(std::as_bytes(std::span(bytes)), "x.npy"); });
}

std::string error_of(const std::string& header, std::size_t data = 0) {
  return error_of_bytes(file_with(header, data));
}

TEST(Npy, WritesWhatNumpyReads) {
  const TemporaryFolder folder;
  std::ofstream out(folder.path() / "x.npy", std::ios::binary);
  NpyWriter writer(out, 3, 2);
  MatrixOf<float> rows(3, 2);
  for (std::size_t i = 0; i < 6; ++i) rows.view().data()[i] = static_cast<float>(i) / 3;
  writer.append(rows.view().block(0, 2));
  writer.append(Matrix<const float>(rows.view()).block(2, 1));
  writer.finish();
  EXPECT_TRUE(folder.python(R"(
import numpy
x = numpy.load('x.npy')
assert x.dtype == numpy.float32 and x.flags.c_contiguous
assert (x == (numpy.arange(6, dtype='f4') / numpy.float32(3)).reshape(3, 2)).all(), x
assert open('x.npy', 'rb').read().index(b'\n') % 64 == 63
)"));
}

TEST(Npy, WritesRowsThatLieApart) {
  std::vector<float> numbers(9);
  for (std::size_t i = 0; i < 9; ++i) numbers[i] = static_cast<float>(i);
  const auto written = [](Matrix<const float> rows) {
    std::ostringstream out;
    NpyWriter writer(out, 3, 2);
    writer.append(rows);
    writer.finish();
    return out.str();
  };
  const std::vector<float> together{0, 1, 3, 4, 6, 7};
  EXPECT_EQ(written({numbers.data(), 3, 2, 3}), written({together.data(), 3, 2}));
}

TEST(Npy, RefusesRowsThatWereNotAnnounced) {
  std::ostringstream out;
  NpyWriter writer(out, 1, 2);
  MatrixOf<float> wide(1, 3), many(2, 2), one(1, 2);
  EXPECT_THROW(writer.append(wide.view()), Error);
  EXPECT_THROW(writer.append(many.view()), Error);
  EXPECT_THROW(writer.finish(), Error);
  writer.append(one.view());
  writer.finish();
}

TEST(Npy, SaysThatTheDiskIsFull) {
  std::ofstream full("/dev/full");
  EXPECT_THROW(
      {
        NpyWriter writer(full, 0, 2);
        writer.finish();
      },
      Error);
}

TEST(Npy, RefusesOtherArraysThatNumpyWrites) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"(
import numpy
x = numpy.ones((4, 3), 'f4')
numpy.save('fortran.npy', numpy.asfortranarray(x))
numpy.save('big.npy', x.astype('>f4'))
numpy.save('whole.npy', x.astype('i4'))
numpy.save('one.npy', x[0])
numpy.save('three.npy', x[None])
numpy.save('object.npy', numpy.array([[None]]), allow_pickle=True)
numpy.save('record.npy', numpy.zeros(2, [('a', 'f4'), ('b', 'f4')]))
numpy.savez('zip.npz', x)
)"));
  const auto error_in = [&](const std::string& name) {
    return input_error_of([&] { MatrixFile(folder.path() / name); });
  };
  EXPECT_THAT(error_in("fortran.npy"), HasSubstr("Fortran order"));
  EXPECT_THAT(error_in("big.npy"), HasSubstr("type '>f4'"));
  EXPECT_THAT(error_in("whole.npy"), HasSubstr("type '<i4'"));
  EXPECT_THAT(error_in("one.npy"), HasSubstr("1 dimension, not 2"));
  EXPECT_THAT(error_in("three.npy"), HasSubstr("3 dimensions, not 2"));
  EXPECT_THAT(error_in("object.npy"), HasSubstr("type '|O'"));
  EXPECT_THAT(error_in("record.npy"), HasSubstr("header that is not NumPy's"));
  EXPECT_THAT(error_in("zip.npz"), HasSubstr("is a .npz file"));
}

TEST(Npy, RefusesAHeaderThatLies) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
  EXPECT_EQ(error_of(good, 8), "no error");
  EXPECT_EQ(error_of_bytes(file_with(good, 8, 3)), "no error");
  EXPECT_THAT(error_of(good, 7), HasSubstr("holds 7 bytes of numbers, but its shape needs 8"));
  EXPECT_THAT(error_of(good, 9), HasSubstr("holds 9 bytes"));
  EXPECT_THAT(error_of_bytes(file_with(good, 8, 4)), HasSubstr("unknown version"));
  EXPECT_THAT(error_of_bytes(file_with(good, 8).substr(0, 60)), HasSubstr("cut off"));
  const std::string start = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
  EXPECT_THAT(error_of(start + "(4611686018427387904, 4)}"), HasSubstr("too large"));
  for (const std::string bad :
       {"", "(", "(1", "(1, 2)", "(-1, 2)}", "(1 2)}", "(99999999999999999999, 2)}", "(1, 2)} x",
        "(1, 2), 'shape': (1, 2)}", "(1, 2), 'more': 1}", "(1, 2)", "1}", "(1.5, 2)}"}) {
    EXPECT_THAT(error_of(start + bad), HasSubstr("header that is not NumPy's")) << bad;
  }
  EXPECT_THAT(error_of("{'descr': '<f4', 'shape': (1, 2)}"), HasSubstr("not NumPy's"));
}

TEST(Npy, RefusesWhatIsCutOffAnywhere) {
  const std::string whole =
      file_with("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}", 8);
  ASSERT_EQ(error_of_bytes(whole), "no error");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of_bytes(whole.substr(0, size)), "no error") << size;
  }
}

}  // namespace npy_test
}  // namespace sonde

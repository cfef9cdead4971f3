#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <thread>

#include "base/testing/eventually_test.h"
#include "encoders/encode_test.h"
#include "formats/arrays/npy.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace vectors_test {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// Writes row i as (i, i / 2), but for the numbers given.
struct Files {
  TemporaryFolder folder;

  std::string spec(std::size_t rows, const std::string& sentences,
                   const std::vector<std::pair<std::size_t, float>>& others = {}) const {
    MatrixOf<float> matrix(rows, 2);
    for (std::size_t i = 0; i < rows; ++i) {
      matrix[i][0] = static_cast<float>(i);
      matrix[i][1] = static_cast<float>(i) / 2;
    }
    for (const auto& [row, number] : others) matrix[row][1] = number;
    std::ofstream out(folder.path() / "v.npy", std::ios::binary);
    NpyWriter(out, rows, 2).append(std::as_const(matrix).view());
    out.close();
    folder.write("s.txt", sentences);
    return "vectors:" + (folder.path() / "v.npy").string() +
           "?sentences=" + (folder.path() / "s.txt").string();
  }
};

std::string error_of(const std::string& spec, const std::vector<std::string>& sentences) {
  return input_error_of([&] { test::encode(*test::encoder(spec), sentences); });
}

TEST(Vectors, ASentenceHasItsRow) {
  const Files files;
  const auto encoder = test::encoder(files.spec(3, "one\r\ntwo\nthree"));
  const auto encoded = test::encode(*encoder, {"three", "one"});
  EXPECT_THAT(encoded.vector(0), ElementsAre(2.0F, 1.0F));
  EXPECT_THAT(encoded.vector(1), ElementsAre(0.0F, 0.0F));
  EXPECT_EQ(encoder->dimension(), 2U);
}

TEST(Vectors, WhatIsNotThereExactlyIsUndefined) {
  const Files files;
  const std::string composed = "caf\u00e9", apart = "cafe\u0301";
  const auto encoder = test::encoder(files.spec(2, composed + "\na dog\n"));
  const auto encoded = test::encode(*encoder, {"A dog", "a dog ", "a  dog", apart, composed});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(encoded.remarks[i].undefined) << i;
    EXPECT_TRUE(std::isnan(encoded.vector(i)[0]) && std::isnan(encoded.vector(i)[1]));
  }
  EXPECT_FALSE(encoded.remarks[4].undefined);
}

TEST(Vectors, LinesAndRowsMustAgree) {
  const Files files;
  EXPECT_THAT(error_of(files.spec(3, "one\ntwo\n"), {"one"}),
              testing::AllOf(HasSubstr("s.txt: has 2 lines"), HasSubstr("v.npy has 3 rows")));
  EXPECT_THAT(error_of(files.spec(1, "one\n\n"), {"one"}), HasSubstr("has 2 lines"));
}

TEST(Vectors, ARepeatedSentenceNeedsTheSameRow) {
  const Files files;
  const std::string sentences = "zero\none\ntwo\none\n";
  EXPECT_THAT(error_of(files.spec(4, sentences), {"two"}),
              HasSubstr("s.txt:4: the sentence of line 2 is repeated here"));
  const Files same;
  std::ofstream out(same.folder.path() / "v.npy", std::ios::binary);
  MatrixOf<float> rows(2, 1);
  rows[0][0] = rows[1][0] = 7;
  NpyWriter(out, 2, 1).append(std::as_const(rows).view());
  out.close();
  const auto file = same.folder.write("s.txt", "one\none\n");
  const auto again = test::encoder("vectors:" + (same.folder.path() / "v.npy").string() +
                                   "?sentences=" + file.string());
  EXPECT_EQ(test::encode(*again, {"one"}).vector(0)[0], 7.0F);
}

TEST(Vectors, ANumberThatIsNotFiniteIsAnErrorWhereItIsAskedFor) {
  for (const float bad : {std::nanf(""), HUGE_VALF}) {
    const Files files;
    const auto spec = files.spec(3, "zero\none\ntwo\n", {{1, bad}});
    EXPECT_FALSE(test::encode(*test::encoder(spec), {"two"}).remarks[0].undefined);
    EXPECT_THAT(error_of(spec, {"two", "one"}),
                testing::AllOf(HasSubstr("v.npy: row 2"), HasSubstr("s.txt:2")));
  }
}

// A .npy file of two rows of two bytes.
std::string bytes_file(const std::string& type, const std::string& bytes) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (2, 2), }";
  header.append(117 - header.size(), ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + bytes;
}

// Each advice leads to vectors.
TEST(Vectors, BytesNeedTheirEncoding) {
  const Files files;
  const auto sentences = files.folder.write("s.txt", "a\nb\n");
  const std::string ones("\x81\x00\x01\x01", 4);
  struct Case {
    std::string type, advised, encoding;
    std::vector<float> first;
  };
  const std::vector<float> bits{1, -1, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1, -1};
  const std::vector<float> moved{-1, -1, -1, -1, -1, -1, -1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
  for (const auto& [type, advised, encoding, first] :
       std::vector<Case>{{"|u1", "encoding=ubinary", "ubinary", bits},
                         {"|u1", "encoding=uint8", "uint8", {129, 0}},
                         {"|i1", "encoding=binary", "binary", moved},
                         {"|i1", "encoding=int8", "int8", {-127, 0}}}) {
    const auto file = files.folder.write("v.npy", bytes_file(type, ones));
    const std::string spec = "vectors:" + file.string() + "?sentences=" + sentences.string();
    try {
      test::encoder(spec);
      ADD_FAILURE() << type;
    } catch (const Error& error) {
      EXPECT_THAT(error.advice(), HasSubstr(advised));
    }
    const auto encoded = test::encode(*test::encoder(spec + "&encoding=" + encoding), {"a"});
    EXPECT_EQ(std::vector<float>(encoded.vector(0).begin(), encoded.vector(0).end()), first);
  }
  files.folder.write("v.npy", bytes_file("|u1", ones));
  const std::string spec =
      "vectors:" + (files.folder.path() / "v.npy").string() + "?sentences=" + sentences.string();
  EXPECT_THAT(error_of(spec + "&encoding=binary", {"a"}), HasSubstr("holds uint8, not int8"));
}

TEST(Vectors, BothFilesMakeTheIdentity) {
  const Files files;
  const auto what = [&](const std::string& spec) { return test::encoder(spec)->views()[0].what; };
  const auto plain = what(files.spec(2, "a\nb\n"));
  EXPECT_EQ(what(files.spec(2, "a\nb\n")), plain);
  EXPECT_NE(what(files.spec(2, "a\nc\n")), plain);
  EXPECT_NE(what(files.spec(2, "a\nb\n", {{1, 7}})), plain);
}

TEST(Vectors, AFileThatChangesIsAnError) {
  const Files files;
  const auto encoder = test::encoder(files.spec(2, "a\nb\n"));
  test::encode(*encoder, {"a"});
  files.folder.write("s.txt", "b\na\n");
  EXPECT_THAT(input_error_of([&] { test::encode(*encoder, {"a"}); }),
              HasSubstr("s.txt: the file changed during the run"));
}

std::string tensor_file(const std::string& header, std::span<const float> numbers) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header +
         std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
}

// Its digest takes a moment, in which another shard can be replaced.
void write_long_shard(const fs::path& file) {
  constexpr std::uint64_t kBytes = 100'000'000;
  const std::string size = std::to_string(kBytes);
  const std::string header =
      R"({"long":{"dtype":"U8","shape":[)" + size + R"(],"data_offsets":[0,)" + size + "]}}";
  std::ofstream(file, std::ios::binary) << tensor_file(header, {});
  fs::resize_file(file, fs::file_size(file) + kBytes);
}

TEST(Vectors, AShardReplacedWhileAnotherIsHashedIsAnErrorOrServedAsItIs) {
  const std::string header = R"({"v":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}})";
  const TemporaryFolder folder;
  write_long_shard(folder.path() / "a.safetensors");
  folder.write("b.safetensors", tensor_file(header, std::array{1.0F}));
  const auto newer = folder.write("newer", tensor_file(header, std::array{2.0F}));
  const auto index = folder.write("m.safetensors.index.json",
                                  R"({"weight_map":{"long":"a.safetensors","v":"b.safetensors"}})");
  const auto spec =
      "vectors:" + index.string() + "?sentences=" + folder.write("s.txt", "a\n").string();
  const auto read = [] { return test::bytes_moved(::getpid(), "rchar"); };
  std::thread replacing([&, before = read()] {
    test::eventually([&] { return read() > before + 10'000'000; }, std::chrono::microseconds(50));
    fs::rename(newer, folder.path() / "b.safetensors");
  });
  try {
    const auto encoder = test::encoder(spec);
    replacing.join();
    const float served = test::encode(*encoder, {"a"}).vector(0)[0];
    const bool is_new = encoder->views()[0].what == test::encoder(spec)->views()[0].what;
    EXPECT_EQ(served, is_new ? 2.0F : 1.0F);
  } catch (const Error& error) {
    if (replacing.joinable()) replacing.join();
    EXPECT_THAT(error.what(), HasSubstr("b.safetensors: the file changed during the run"));
  }
}

TEST(Vectors, NeedsItsSentences) {
  for (const std::string spec : {"vectors", "vectors:x.npy"}) {
    try {
      test::encoder(spec);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_THAT(error.what(), HasSubstr("sentences="));
    }
  }
}

}  // namespace vectors_test
}  // namespace sonde

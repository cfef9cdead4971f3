#include "formats/arrays/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "formats/testing/formats.h"
#include "sonde/error.h"

namespace sonde {
namespace safetensors_test {

using nlohmann::json;
using testing::HasSubstr;

std::string file_of(const std::string& header, std::size_t data) {
  const std::uint64_t length = header.size();
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  bytes += header;
  for (std::size_t i = 0; i < data; ++i) bytes += static_cast<char>(i);
  return bytes;
}

Tensors parse(const std::string& bytes) {
  return parse_safetensors(std::as_bytes(std::span(bytes)), "x.safetensors");
}

std::string error_of(const std::string& bytes) {
  try {
    parse(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), testing::StartsWith("x.safetensors"));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "no error";
}

json entry(const std::string& type, const json& shape, const json& first, const json& last) {
  return {{"dtype", type}, {"shape", shape}, {"data_offsets", {first, last}}};
}

std::string error_of_entry(const json& tensor, std::size_t data) {
  return error_of(file_of(json{{"t", tensor}}.dump(), data));
}

std::string error_of_open(const std::filesystem::path& file) {
  try {
    Safetensors::open(file);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), testing::StartsWith(file.parent_path().string()));
    return error.what();
  }
  return "no error";
}

std::string index_of(const json& weight_map) { return json{{"weight_map", weight_map}}.dump(); }

TEST(Safetensors, GivesShapeTypeAndBytes) {
  const json header = {{"__metadata__", {{"format", "pt"}}},
                       {"b", entry("F16", {2, 3}, 0, 12)},
                       {"a", entry("F32", json::array(), 12, 16)},
                       {"none", entry("I64", {0, 7}, 16, 16)}};
  const std::string bytes = file_of(header.dump() + "   ", 16);
  const Tensors tensors = parse(bytes);
  ASSERT_EQ(tensors.size(), 3U);
  EXPECT_EQ(tensors.at("b").type, ElementType::kF16);
  EXPECT_EQ(tensors.at("b").shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(tensors.at("a").bytes[0], std::byte{12});
  EXPECT_TRUE(tensors.at("none").bytes.empty());
}

TEST(Safetensors, RefusesAHeaderThatLies) {
  EXPECT_THAT(error_of(""), HasSubstr("too short"));
  EXPECT_THAT(error_of("abc"), HasSubstr("too short"));
  for (const std::uint64_t length : {std::uint64_t{3}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    std::string bytes = file_of("{}", 0);
    std::memcpy(bytes.data(), &length, sizeof length);
    EXPECT_THAT(error_of(bytes), HasSubstr("claims " + std::to_string(length)));
  }
  EXPECT_THAT(error_of(file_of(std::string(10'000'001, ' '), 0)),
              HasSubstr("header of 10000001 bytes is too long"));
}

TEST(Safetensors, RefusesAHeaderThatIsNoJsonObject) {
  EXPECT_THAT(error_of(file_of("", 0)), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of(file_of("{\"a\":", 0)), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of(file_of("\x80\x02}q", 0)), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_of(file_of("[1]", 0)), HasSubstr("not a JSON object"));
  EXPECT_THAT(error_of(file_of(std::string(100'000, '['), 0)), HasSubstr("more than 64 deep"));
  EXPECT_THAT(error_of(file_of(R"({"t":1,"t":1})", 0)), HasSubstr("the key 't' twice"));
}

TEST(Safetensors, RefusesEntriesThatAreNoTensors) {
  EXPECT_THAT(error_of_entry(7, 0), HasSubstr("'t': its entry is not an object"));
  EXPECT_THAT(error_of_entry({{"dtype", "F32"}}, 0), HasSubstr("no shape"));
  EXPECT_THAT(error_of_entry(entry("F8_E4M3", {1}, 0, 1), 1), HasSubstr("dtype 'F8_E4M3'"));
  EXPECT_THAT(error_of_entry(entry("F32", 4, 0, 4), 4), HasSubstr("shape is not a list"));
  EXPECT_THAT(error_of_entry(entry("F32", {-1}, 0, 4), 4), HasSubstr("whole numbers"));
  EXPECT_THAT(error_of_entry(entry("F32", {1.5}, 0, 4), 4), HasSubstr("whole numbers"));
  const json three = {{"dtype", "F32"}, {"shape", {1}}, {"data_offsets", {0, 4, 4}}};
  EXPECT_THAT(error_of_entry(three, 4), HasSubstr("not two numbers"));
}

TEST(Safetensors, RefusesOffsetsThatDontFit) {
  EXPECT_THAT(error_of_entry(entry("F32", {2}, 0, 4), 4), HasSubstr("don't fit its offsets"));
  EXPECT_THAT(error_of_entry(entry("F32", {1}, 4, 0), 4), HasSubstr("end before they begin"));
  EXPECT_THAT(error_of_entry(entry("F32", {2}, 0, 8), 4), HasSubstr("past the end"));
  const std::uint64_t huge = ~std::uint64_t{0};
  EXPECT_THAT(error_of_entry(entry("F32", {2}, huge - 7, huge), 4), HasSubstr("past the end"));
  EXPECT_THAT(error_of_entry(entry("F32", {1}, 0, 4), 5), HasSubstr("after the last tensor"));
  EXPECT_THAT(error_of_entry(entry("F32", {1}, 1, 5), 5), HasSubstr("gap"));
}

TEST(Safetensors, RefusesAShapeWhoseProductOverflows) {
  const std::uint64_t half = std::uint64_t{1} << 32;
  EXPECT_THAT(error_of_entry(entry("F32", {half, half}, 0, 0), 0), HasSubstr("too large"));
  EXPECT_THAT(error_of_entry(entry("F32", {std::uint64_t{1} << 62}, 0, 0), 0),
              HasSubstr("too large"));
}

TEST(Safetensors, RefusesOverlapAndHolesBetweenTensors) {
  const json overlap = {{"a", entry("U8", {4}, 0, 4)}, {"b", entry("U8", {4}, 3, 7)}};
  EXPECT_THAT(error_of(file_of(overlap.dump(), 7)), HasSubstr("'b': its data overlap"));
  const json same = {{"a", entry("U8", {4}, 0, 4)}, {"b", entry("U8", {4}, 0, 4)}};
  EXPECT_THAT(error_of(file_of(same.dump(), 4)), HasSubstr("overlap"));
  const json hole = {{"a", entry("U8", {4}, 0, 4)}, {"b", entry("U8", {4}, 5, 9)}};
  EXPECT_THAT(error_of(file_of(hole.dump(), 9)), HasSubstr("'b': there is a gap"));
}

TEST(Safetensors, JoinsTheShardsOfAnIndex) {
  const TemporaryFolder folder;
  folder.write("1.safetensors", file_of(json{{"a", entry("U8", {2}, 0, 2)}}.dump(), 2));
  folder.write("2.safetensors", file_of(json{{"b", entry("U8", {1}, 0, 1)}}.dump(), 1));
  const auto index = folder.write("m.safetensors.index.json",
                                  index_of({{"a", "1.safetensors"}, {"b", "2.safetensors"}}));
  const auto both = Safetensors::open(index);
  EXPECT_EQ(both.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(both.files().size(), 3U);
  EXPECT_EQ(both.find("a")->bytes[1], std::byte{1});
  EXPECT_EQ(both.find("c"), nullptr);
}

TEST(Safetensors, StampsWhatItMappedWhateverItsNameHasNow) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("1.safetensors", file_of(json{{"a", entry("U8", {2}, 0, 2)}}.dump(), 2));
  const auto before = file_stamp(file);
  const auto opened = Safetensors::open(file);
  std::filesystem::copy_file(file, folder.path() / "new");
  std::filesystem::rename(folder.path() / "new", file);
  EXPECT_EQ(opened.files()[0].stamp, before);
  EXPECT_FALSE(opened.files()[0].stamp == file_stamp(file));
}

TEST(Safetensors, RefusesAnIndexThatLies) {
  const TemporaryFolder folder;
  folder.write("1.safetensors", file_of(json{{"a", entry("U8", {2}, 0, 2)}}.dump(), 2));
  folder.write("2.safetensors", file_of(json{{"a", entry("U8", {2}, 0, 2)}}.dump(), 2));
  const auto error_with = [&](const std::string& text) {
    return error_of_open(folder.write("m.index.json", text));
  };
  EXPECT_THAT(error_with("{"), HasSubstr("not valid JSON"));
  EXPECT_THAT(error_with("[]"), HasSubstr("no weight_map"));
  EXPECT_THAT(error_with(index_of(json::object())), HasSubstr("no weight_map"));
  EXPECT_THAT(error_with(index_of({{"a", 1}})), HasSubstr("not a string"));
  EXPECT_THAT(error_with(index_of({{"a", "3.safetensors"}})),
              HasSubstr("its shard 3.safetensors is missing"));
  EXPECT_THAT(error_with(index_of({{"b", "1.safetensors"}})), HasSubstr("'b' is not in its shard"));
  EXPECT_THAT(error_with(index_of({{"a", "1.safetensors"}, {"b", "2.safetensors"}})),
              HasSubstr("'a' is in another shard too"));
}

TEST(Safetensors, RefusesShardsThatLieElsewhere) {
  const TemporaryFolder folder;
  for (const std::string shard : {"../1.safetensors", "/1.safetensors", "a/1.safetensors",
                                  "..safetensors", "..", "", "1.bin"}) {
    const auto index = folder.write("m.index.json", index_of({{"a", shard}}));
    EXPECT_THAT(error_of_open(index), HasSubstr("names the shard '" + shard + "'"));
  }
}

TEST(Safetensors, RefusesWhatIsNoFile) {
  const TemporaryFolder folder;
  const auto file = folder.write("empty.safetensors", "");
  EXPECT_THAT(error_of_open(file), HasSubstr("too short"));
  EXPECT_THAT(error_of_open(file.parent_path() / "none"), HasSubstr("No such file"));
  EXPECT_THAT(error_of_open(file.parent_path() / "."), HasSubstr("is a folder"));
}

TEST(Safetensors, ReadsAPublishedModel) {
  const auto model = Safetensors::open(SONDE_SOURCE_DIR "/.setup/models/minilm/model.safetensors");
  const Tensor* words = model.find("embeddings.word_embeddings.weight");
  ASSERT_NE(words, nullptr);
  EXPECT_EQ(words->type, ElementType::kF32);
  EXPECT_EQ(words->shape, (std::vector<std::size_t>{30522, 384}));
  EXPECT_EQ(words->bytes.size(), 30522U * 384 * 4);
}

}  // namespace safetensors_test
}  // namespace sonde

#include "encoders/transformer/vector_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "encoders/encode_test.h"
#include "encoders/shared/memory_need.h"
#include "sonde/error.h"

namespace sonde {
namespace vector_parts_test {

const std::vector<std::string> kTexts{"A dog sleeps.", "a", "The old man carries a stone."};

std::string usage_error_of(const std::string& spec) {
  try {
    test::encoder(spec);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(VectorParts, AreThoseOfTheWholeVectorInEachView) {
  const std::string tiny = test::golden("plain-bert");
  const auto whole = test::encoder(tiny + "?layer=0,1");
  const auto parts = test::encoder(tiny + "?layer=0,1&dims=0:3,5:8");
  ASSERT_EQ(parts->views().size(), 4U);
  ASSERT_EQ(parts->dimension(), 3U);
  const auto all = test::encode(*whole, kTexts), some = test::encode(*parts, kTexts);
  for (std::size_t view = 0; view < 4; ++view) {
    const std::size_t first = view % 2 == 0 ? 0 : 5;
    for (std::size_t text = 0; text < kTexts.size(); ++text) {
      EXPECT_TRUE(
          test::same_bits(some.vector(text, view), all.vector(text, view / 2).subspan(first, 3)));
      EXPECT_EQ(some.remarks[text].tokens, all.remarks[text].tokens);
    }
  }
  EXPECT_EQ(parts->views()[1].view, "layer=0&dims=5:8");
  EXPECT_EQ(parts->views()[1].numerics, whole->views()[0].numerics);
}

// A part is the same subject with any number of other parts, and never the whole.
TEST(VectorParts, IdentityIsThatOfThePart) {
  const auto both = test::encoder("random?dims=0:4,4:8"), one = test::encoder("random?dims=4:8");
  EXPECT_EQ(both->views()[1].what, one->views()[0].what);
  EXPECT_EQ(one->views()[0].view, "");
  EXPECT_NE(both->views()[0].what, one->views()[0].what);
  EXPECT_NE(test::encoder("random?dims=0:384")->views()[0].what,
            test::encoder("random")->views()[0].what);
  EXPECT_NE(test::encoder("random?dims=4:8&seed=2")->views()[0].what, one->views()[0].what);
}

// Zeros fill narrower parts up. A scale belongs to its part.
TEST(VectorParts, SeveralWidthsAndWaysComeFromOnePass) {
  const std::string tiny = test::golden("plain-bert");
  const auto whole = test::encode(*test::encoder(tiny), kTexts);
  const auto encoder = test::encoder(tiny + "?dims=3,all&quantize=float,int8,ubinary");
  const auto parts = test::encode(*encoder, kTexts);
  const std::size_t width = whole.vector(0).size();
  ASSERT_EQ(encoder->views().size(), 6U);
  ASSERT_EQ(encoder->dimension(), width);
  EXPECT_EQ(encoder->views()[1].view, "dims=0:3&quantize=int8");
  EXPECT_EQ(encoder->views()[5].view, "dims=all&quantize=binary");
  for (std::size_t text = 0; text < kTexts.size(); ++text) {
    const auto all = whole.vector(text);
    float largest = 0;
    for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(all[i]));
    for (std::size_t i = 0; i < width; ++i) {
      EXPECT_EQ(parts.vector(text, 0)[i], i < 3 ? all[i] : 0);
      EXPECT_EQ(parts.vector(text, 1)[i], i < 3 ? std::nearbyint(all[i] / largest * 127) : 0);
      EXPECT_EQ(parts.vector(text, 2)[i], i >= 3 ? 0 : all[i] > 0 ? 1 : -1);
      EXPECT_EQ(parts.vector(text, 3)[i], all[i]);
      EXPECT_EQ(parts.vector(text, 5)[i], all[i] > 0 ? 1 : -1);
    }
  }
  EXPECT_EQ(test::encoder("random?quantize=binary")->views()[0].what,
            test::encoder("random?quantize=int8,ubinary&dims=all")->views()[1].what);
}

TEST(VectorParts, TextsWithoutAVectorStayUndefined) {
  const auto encoder =
      test::encoder("words:" + (test::golden_folder("words") / "tiny.txt").string() +
                    "?dims=1:3,1&quantize=float,binary");
  const auto encoded = test::encode(*encoder, {"qqqq"});
  EXPECT_TRUE(encoded.remarks[0].undefined);
  for (std::size_t view = 0; view < 4; ++view) {
    for (const float number : encoded.vector(0, view)) EXPECT_TRUE(std::isnan(number));
  }
}

TEST(VectorParts, MemoryIsToldOfTheWholeModel) {
  const auto whole = test::encoder("minilm"), part = test::encoder("minilm?dims=0:16");
  ASSERT_TRUE(memory_need(*part));
  EXPECT_EQ(memory_need(*part)->least, memory_need(*whole)->least);
}

TEST(VectorParts, BadOnesAreToldClearly) {
  using testing::HasSubstr;
  for (const char* bad :
       {"", "0", "-3", "3:", ":3", "3:3", "4:3", "-1:3", "0:3,", "a:b", "0:3:6"}) {
    EXPECT_THAT(usage_error_of("random?dims=" + std::string(bad)),
                HasSubstr("is not a part of a vector"))
        << bad;
  }
  EXPECT_THAT(usage_error_of("random?dims=0:4,0:4"), HasSubstr("named twice"));
  EXPECT_THAT(usage_error_of("random?dims=4,0:4"), HasSubstr("named twice"));
  EXPECT_THAT(usage_error_of("random?quantize=int4"), HasSubstr("'int4'"));
  EXPECT_THAT(usage_error_of("random?quantize=binary,ubinary"), HasSubstr("twice"));
  EXPECT_THAT(usage_error_of("tfidf?quantize=binary"), HasSubstr("not fitted"));
  EXPECT_THAT(usage_error_of("random?dimension=8&dims=5:9"), HasSubstr("have 8 numbers"));
  EXPECT_THAT(usage_error_of("random?dims=5:18446744073709551615"), HasSubstr("have 384 numbers"));
  EXPECT_THAT(usage_error_of("tfidf?dims=0:4"), HasSubstr("not fitted"));
}

}  // namespace vector_parts_test
}  // namespace sonde

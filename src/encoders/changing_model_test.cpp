// A model whose files change while it is used.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/testing/eventually_test.h"
#include "encoders/model_copy_test.h"
#include "formats/file_bytes.h"

namespace sonde {
namespace changing_model_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class ChangingModel : public testing::Test {
 protected:
  test::Folder folder_;
};

// The same bytes again, or others in a new file.
void rewrite(const fs::path& file, bool in_place) {
  ASSERT_TRUE(test::eventually_ticks(file));
  std::string bytes = read_file(file, 1 << 20);
  if (!in_place && file.extension() == ".json") bytes += ' ';
  if (!in_place && file.extension() != ".json") bytes.back() = static_cast<char>(bytes.back() ^ 1);
  const fs::path other = file.string() + ".new";
  std::ofstream(in_place ? file : other,
                std::ios::binary | (in_place ? std::ios::in : std::ios::out))
      << bytes;
  if (!in_place) fs::rename(other, file);
}

TEST_F(ChangingModel, GivesNoVectors) {
  test::copy_model("prompted", folder_.path());
  for (const char* name : {"model.safetensors", "tokenizer.json", "2_Dense/model.safetensors"}) {
    for (const bool in_place : {false, true}) {
      for (const bool after_the_first : {false, true}) {
        SCOPED_TRACE(name);
        const auto encoder = test::encoder("hf:" + folder_.path().string());
        if (after_the_first) test::encode(*encoder, {"A dog sleeps."});
        rewrite(folder_.path() / name, in_place);
        EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                                     [&] { test::encode(*encoder, {"A dog sings."}); }),
                    AllOf(HasSubstr(name), HasSubstr("changed during the run; run again")));
      }
    }
  }
}

TEST_F(ChangingModel, OfTheSameContentIsTheSame) {
  test::copy_model("prompted", folder_.path());
  const fs::path file = folder_.path() / "model.safetensors";
  const auto encoder = test::encoder("hf:" + folder_.path().string());
  const auto encodes = [&] { test::encode(*encoder, {"A dog sings."}); };
  ASSERT_TRUE(test::eventually_ticks(file));
  fs::create_hard_link(file, folder_.path() / "linked");
  EXPECT_NO_THROW(encodes());
  ASSERT_TRUE(test::eventually_ticks(file));
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_NO_THROW(encodes());
  ASSERT_TRUE(test::eventually_ticks(file));
  fs::copy_file(file, folder_.path() / "copy");
  fs::rename(folder_.path() / "copy", file);
  EXPECT_NO_THROW(encodes());
}

TEST_F(ChangingModel, HalfWrittenIsNotToldAsADamagedOne) {
  test::copy_model("plain-bert", folder_.path());
  const auto encoder = test::encoder("hf:" + folder_.path().string());
  folder_.write("model.safetensors", "half");
  EXPECT_THAT(test::error_line(folder_, ErrorKind::kInput,
                               [&] { test::encode(*encoder, {"A dog sings."}); }),
              HasSubstr("changed during the run"));
}

}  // namespace changing_model_test
}  // namespace sonde

#include "run/vectors/kept_encoder.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "run/run_folder_test.h"

namespace sonde {
namespace kept_encoder_test {

// A text's vector is its length. Counts how often each text is encoded.
class LengthEncoder : public Encoder {
 public:
  LengthEncoder(std::map<std::string, int>& times, bool batch_dependent) : times_(times) {
    view_.what = digest_of("length");
    view_.batch_dependent = batch_dependent;
  }
  std::span<const Identity> views() const override { return {&view_, 1}; }
  std::size_t dimension() const override { return 1; }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark>) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ++times_[texts[i].text];
      out[0](i, 0) = static_cast<float>(texts[i].text.size());
    }
  }

 private:
  std::map<std::string, int>& times_;
  Identity view_;
};

class KeptEncoderTest : public RunTest {
 protected:
  // Lengths of "a" and "bb".
  std::vector<float> lengths(const RunPlan& plan, bool batch_dependent = false) {
    const auto encoder =
        keep_vectors(std::make_unique<LengthEncoder>(times_, batch_dependent), plan);
    const std::vector<Text> texts{{"a"}, {"bb"}};
    MatrixOf<float> out(2, 1);
    std::vector<Remark> remarks(2);
    const Matrix<float> view = out.view();
    encoder->encode(texts, {&view, 1}, remarks);
    return {out[0][0], out[1][0]};
  }

  RunPlan plan() {
    RunPlan plan;
    plan.store = folder_ / "store";
    return plan;
  }

  std::map<std::string, int> times_;
};

const std::vector<float> kLengths{1, 2};

TEST_F(KeptEncoderTest, ALaterRunIsServed) {
  for (int run = 0; run < 3; ++run) EXPECT_EQ(lengths(plan()), kLengths);
  EXPECT_EQ(times_["a"], 1);
  EXPECT_EQ(times_["bb"], 1);
}

TEST_F(KeptEncoderTest, NothingIsKeptWhereItMayNotBe) {
  auto without = plan();
  without.store.clear();
  auto full = plan();
  full.store_cap = 0;
  write("store", "");
  for (int run = 1; run < 3; ++run) {
    EXPECT_EQ(lengths(without), kLengths);
    EXPECT_EQ(lengths(full), kLengths);
    EXPECT_EQ(lengths(plan(), true), kLengths);
    EXPECT_EQ(times_["a"], 3 * run);
  }
}

}  // namespace kept_encoder_test
}  // namespace sonde

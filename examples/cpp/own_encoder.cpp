// An encoder in C++. Once its kind is added, a run takes it by name like any other.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>
#include <span>
#include <string_view>

#include "sonde/encoder.h"
#include "sonde/report.h"
#include "sonde/run.h"

namespace {

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz";

// Counts how often each letter is in a text.
class Letters : public sonde::Encoder {
 public:
  Letters() {
    // Covers everything that changes a vector. Change it together with encode().
    identity_.what = sonde::digest_of(std::string_view("letters 1"));
  }

  std::span<const sonde::Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return kAlphabet.size(); }

  void encode(std::span<const sonde::Text> texts, std::span<const sonde::Matrix<float>> out,
              std::span<sonde::Remark>) override {
    for (std::size_t row = 0; row < texts.size(); ++row) {
      std::ranges::transform(kAlphabet, out[0][row].begin(), [&](char letter) {
        return static_cast<float>(std::ranges::count_if(
            texts[row].text, [&](unsigned char byte) { return std::tolower(byte) == letter; }));
      });
    }
  }

 private:
  sonde::Identity identity_;
};

std::unique_ptr<sonde::Encoder> make_letters(const sonde::Spec& spec,
                                             const sonde::EncoderContext&) {
  sonde::Options(spec).done();  // it takes no options
  return std::make_unique<Letters>();
}

}  // namespace

int main() {
  try {
    sonde::add_encoder_kind(
        {"letters", "letters", "how often each letter is in a text", make_letters});
    sonde::RunPlan plan;
    plan.encoders = {sonde::parse_spec("letters"), sonde::parse_spec("random")};
    plan.datasets = {"negation-detection"};
    plan.resources.data = {SONDE_DATA};
    plan.out = "letters.sonde";
    sonde::Observer silent;
    sonde::run(plan, silent);
    const auto file = sonde::open_run_file(plan.out);
    std::fputs(sonde::show_results(*file, {}).c_str(), stdout);
  } catch (const sonde::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

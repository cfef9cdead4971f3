#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "encoders/shared/kinds.h"
#include "sonde/error.h"
#include "text/invisible.h"

namespace sonde {
namespace {

class RandomEncoder : public Encoder {
 public:
  explicit RandomEncoder(const Spec& spec) {
    Options options(spec);
    dimension_ = options.count("dimension", 384, 1, 65536);
    seed_ = options.count("seed", 1, 0, INT64_MAX);
    options.done();
    constexpr std::uint64_t kRevision = 1;  // changes when the vectors do
    identity_.what = digest_of("random", kRevision, static_cast<std::uint64_t>(dimension_), seed_);
    identity_.numerics = "f64";
    identity_.facts = {{"dimension", std::to_string(dimension_)}, {"seed", std::to_string(seed_)}};
  }

  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override { return dimension_; }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      draw(digest_of(texts[i].text).low64(), out[0][i]);
      remarks[i] = {};
      remarks[i].undefined = is_invisible(texts[i].text);
      if (remarks[i].undefined)
        std::ranges::fill(out[0][i], std::numeric_limits<float>::quiet_NaN());
    }
  }

 private:
  // A direction that is uniform over the sphere.
  void draw(std::uint64_t stream, std::span<float> out) const {
    std::vector<double> numbers(out.size());
    double sum = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = normal(stream, i);
      sum += numbers[i] * numbers[i];
    }
    const double length = std::sqrt(sum);
    std::ranges::transform(numbers, out.begin(),
                           [&](double x) { return static_cast<float>(x / length); });
  }

  // Box and Muller (1958).
  double normal(std::uint64_t stream, std::uint64_t i) const {
    const double u = 1 - unit_interval(random_bits(seed_, stream, 2 * i));
    const double v = unit_interval(random_bits(seed_, stream, 2 * i + 1));
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
  }

  std::size_t dimension_ = 0;
  std::uint64_t seed_ = 0;
  Identity identity_;
};

}  // namespace

std::unique_ptr<Encoder> make_random(const Spec& spec, const EncoderContext&) {
  if (!spec.location.empty()) {
    throw usage_error("'random' takes no location", "its options follow a '?': random?seed=1");
  }
  return std::make_unique<RandomEncoder>(spec);
}

}  // namespace sonde

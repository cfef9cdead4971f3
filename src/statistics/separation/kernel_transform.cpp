#include "statistics/separation/kernel_transform.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace sonde {
namespace {

using Complex = std::complex<double>;

// Eigen's transforms of real numbers take a multiple of 4, and the underlying kissfft prefers small
// factors.
bool is_quick(std::size_t n) {
  if (n % 4 != 0) return false;
  for (const std::size_t factor : {2U, 3U, 5U}) {
    while (n % factor == 0) n /= factor;
  }
  return n == 1;
}

}  // namespace

struct KernelTransform::Buffers {
  Eigen::FFT<double> fft{
      {},
      Eigen::FFT<double>::Flag(Eigen::FFT<double>::HalfSpectrum | Eigen::FFT<double>::Unscaled)};
  std::vector<double> bins, points;
  std::vector<Complex> spectrum, folded;
};

std::size_t KernelTransform::quick(std::size_t steps) {
  while (!is_quick(steps)) ++steps;
  return steps;
}

KernelTransform::KernelTransform(std::size_t steps, std::size_t divisor)
    : steps_(quick(steps)), divisor_(divisor), buffers_(std::make_unique<Buffers>()) {
  buffers_->bins.resize(steps_ * divisor_);
  buffers_->points.resize(steps_);
  buffers_->spectrum.resize(steps_ * divisor_ / 2 + 1);
  buffers_->folded.resize(steps_ / 2 + 1);
}

KernelTransform::~KernelTransform() = default;

std::span<double> KernelTransform::bins() { return buffers_->bins; }

// Taking every divisor-th point equals folding the spectrum, k and -k, to `steps` frequencies.
std::span<const double> KernelTransform::smoothed(double width) {
  auto& [fft, bins, points, spectrum, folded] = *buffers_;
  fft.fwd(spectrum.data(), bins.data(), static_cast<Eigen::Index>(bins.size()));
  std::ranges::fill(folded, Complex());
  constexpr double kVanishing = 46;  // exp(-46) is 1e-20
  const double frequency = 2 * std::numbers::pi * width / static_cast<double>(steps_);
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const double z = frequency * static_cast<double>(k);
    if (z * z / 2 > kVanishing) break;
    const Complex kept = spectrum[k] * std::exp(-z * z / 2);
    const std::size_t up = k % steps_, down = (steps_ - up) % steps_;
    if (up < folded.size()) folded[up] += kept;
    if (down < folded.size() && k > 0) folded[down] += std::conj(kept);
  }
  fft.inv(points.data(), folded.data(), static_cast<Eigen::Index>(steps_));
  return points;
}

}  // namespace sonde

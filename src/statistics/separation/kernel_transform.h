#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace sonde {

// Weights in bins of a grid's step / divisor, on a circle, smoothed by a Gaussian kernel and read
// off at every step. The kernel's own transform is exact, so that only the binning errs. One
// thread at a time.
class KernelTransform {
 public:
  // The circle is the least at least so many steps around that is quick to transform.
  KernelTransform(std::size_t steps, std::size_t divisor);
  ~KernelTransform();

  std::size_t steps() const { return steps_; }
  std::span<double> bins();  // steps x divisor (smoothing preserves them)
  // The smoothed weights at every step, good until the next call. `width`: in steps, at least 16
  // bins. Values that are 0 but for rounding may be below.
  std::span<const double> smoothed(double width);

  // How many steps around the circle becomes.
  static std::size_t quick(std::size_t steps);

 private:
  struct Buffers;
  std::size_t steps_;
  std::size_t divisor_;
  std::unique_ptr<Buffers> buffers_;
};

}  // namespace sonde

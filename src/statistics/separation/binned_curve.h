#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "statistics/separation/binned.h"
#include "statistics/separation/curve.h"
#include "statistics/separation/kernel_transform.h"

namespace sonde {

// The places of bins: bin b is at `origin` + b / divisor steps of the grid.
struct Bins {
  double origin = 0;
  double divisor = 1;
  std::size_t count = 0;

  double at(double place) const { return (place - origin) * divisor; }  // in bins
  double place(double bin) const { return origin + bin / divisor; }
};

// Makes curves of counts in the same bins, again and again. One thread at a time.
class BinnedCurve {
 public:
  // `usual`: the widths to expect, in steps. Widths over twice that take longer.
  BinnedCurve(const Bins& bins, double usual);

  // kCurvePoints shares, good until the next call. NaN if the curve is undefined. `width`: in
  // steps, at least 8 bins.
  std::span<const double> shares(BinCounts counts, double width);

 private:
  void transform(BinCounts counts, double width);
  void add_kernels(BinCounts counts, double width);

  Bins bins_;
  double widest_;
  Window window_;
  std::size_t begin_, end_;  // the bins that are felt in the window
  std::optional<KernelTransform> transform_;
  std::vector<double> shares_;
};

}  // namespace sonde

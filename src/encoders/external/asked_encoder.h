// What encoders behind a program or a server have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "sonde/encoder.h"

namespace sonde {

inline constexpr std::string_view kFirstText = "A sentence.";  // if only the dimension is wanted

// An encoder with one view, which encodes batch by batch and shows its dimension with the first
// vectors. Invisible texts have no vector.
class AskedEncoder : public Encoder {
 public:
  std::span<const Identity> views() const override { return {&identity_, 1}; }
  std::size_t dimension() const override {
    if (dimension_ == 0) dimension_ = ask_dimension();
    return dimension_;
  }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    encode_in_parts(texts, out, remarks, [](auto) {});
  }

 protected:
  virtual std::size_t ask_dimension() const = 0;
  static void leave_out(std::span<float> row, Remark& remark) {
    remark.undefined = true;
    std::ranges::fill(row, std::numeric_limits<float>::quiet_NaN());
  }

  // Both may be unknown before the first vectors.
  mutable Identity identity_;
  mutable std::size_t dimension_ = 0;
};

}  // namespace sonde

#pragma once

// Activations between two dense layers on tiles. Included by tile_products.h alone.

#include <cstddef>

#include "engine/kernels/activation.h"

namespace sonde::tiles {

// The polynomial of these coefficients, highest power first.
template <class Ops, std::size_t count>
SONDE_TILES inline typename Ops::Floats polynomial(typename Ops::Floats x,
                                                   const float (&coefficients)[count]) {
  auto sum = Ops::all(coefficients[0]);
  for (std::size_t i = 1; i < count; ++i) {
    sum = Ops::multiply_add(sum, x, Ops::all(coefficients[i]));
  }
  return sum;
}

// x * Phi(x) = x / 2 * (1 + erf(x / sqrt(2))). The erf is x times a quotient of polynomials of x *
// x, fitted for this: within 2.5e-7 of the larger of 1 and |x|.
template <class Ops>
SONDE_TILES inline typename Ops::Floats gelu(typename Ops::Floats x) {
  const auto z = Ops::within(x, 5.55F);
  const auto square = Ops::multiply(z, z);
  const auto above =
      polynomial<Ops>(square, {4.488580187e-08F, 1.270543599e-05F, 3.425442511e-04F,
                               9.383610329e-03F, 6.821795673e-02F, 7.978844568e-01F});
  const auto below = polynomial<Ops>(square, {1.188619947e-06F, 7.434818558e-05F, 1.898322895e-03F,
                                              2.878957720e-02F, 2.521643499e-01F, 1.0F});
  auto inverse = Ops::inverse(below);
  inverse = Ops::multiply(inverse, Ops::subtract_product(below, inverse, Ops::all(2)));  // Newton's
  const auto erf = Ops::multiply(Ops::multiply(z, above), inverse);
  const auto half = Ops::multiply(x, Ops::all(0.5F));
  return Ops::multiply_add(half, erf, half);
}

// The same for bf16, which rounds by up to 2e-3 of a number: max(x, 0) - |x| * Phi(-|x|). The Phi
// is the eighth power of a polynomial's inverse, fitted for this: within 1.1e-3 of the result, or
// 2e-7.
template <class Ops>
SONDE_TILES inline typename Ops::Floats gelu_for_bf16(typename Ops::Floats x) {
  const auto size = Ops::size(x);
  const auto root = polynomial<Ops>(
      size, {2.619871104e-04F, -1.574569932e-03F, 6.973656841e-03F, -5.353730085e-05F,
             5.563928556e-02F, 1.069780669e-01F, 1.090582347e+00F});
  auto tail = Ops::inverse(root);
  for (int squared = 0; squared < 3; ++squared) tail = Ops::multiply(tail, tail);
  return Ops::subtract_product(size, tail, Ops::not_negative(x));
}

// x / (1 + e^-y). y must have the sign of x.
template <class Ops>
SONDE_TILES inline typename Ops::Floats logistic_share(typename Ops::Floats x,
                                                       typename Ops::Floats y) {
  auto power = Ops::subtract(Ops::all(0), Ops::size(y));
  Ops::exponential(power);
  const auto share = Ops::divide(Ops::choose(x, Ops::all(1), power), Ops::add(Ops::all(1), power));
  return Ops::multiply(x, share);
}

// x * (1 + tanh(y)) / 2 = x / (1 + e^-2y)
template <class Ops>
SONDE_TILES inline typename Ops::Floats gelu_tanh(typename Ops::Floats x) {
  const auto cube = Ops::multiply(Ops::multiply(x, x), x);
  const auto twice =
      Ops::multiply_add(cube, Ops::all(0.071354816F), Ops::multiply(x, Ops::all(1.5957691F)));
  return logistic_share<Ops>(x, twice);
}

// To be cut into so many parts.
template <class Ops>
SONDE_TILES inline typename Ops::Floats activated(typename Ops::Floats x, Activation activation,
                                                  std::size_t parts) {
  switch (activation) {
    case Activation::kGelu:
      return parts == 1 ? gelu_for_bf16<Ops>(x) : gelu<Ops>(x);
    case Activation::kGeluTanh:
      return gelu_tanh<Ops>(x);
    case Activation::kRelu:
      return Ops::not_negative(x);
    case Activation::kSilu:
      return logistic_share<Ops>(x, x);
  }
  return x;
}

}  // namespace sonde::tiles

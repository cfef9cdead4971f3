#pragma once

namespace sonde {

// Which layers have a bias.
struct Biases {
  bool projections = true;  // query, key and value
  bool attended = true;     // the dense layer behind attention
  bool feed_forward = true;
  bool norm = true;
};

enum class Norm {
  kLayer,  // Ba, Kiros & Hinton (2016)
  kRms,    // Zhang & Sennrich (2019): neither centred nor shifted
};

}  // namespace sonde

#pragma once

namespace sonde {

// Which layers have a bias.
struct Biases {
  bool projections = true;  // query, key and value
  bool attended = true;     // the dense layer after attention
  bool feed_forward = true;
  bool norm = true;
};

enum class Norm {
  kLayer,  // Ba, Kiros & Hinton (2016)
  kRms,    // Zhang & Sennrich (2019): neither centred nor shifted
};

// Which normalisation query and key have.
enum class QueryNorm {
  kHead,   // each head by itself, with the same weights
  kWhole,  // all heads as one
};

// How one dense layer gives query, key and value.
enum class Fused {
  kNone,     // each has its own
  kInOrder,  // all queries, all keys, all values
  kByHead,   // query, key and value of the first head, of the second, ...
};

// Terms from distances between tokens, added to the attention scores of the tokens' own states.
enum class Relative {
  kNone,
  kDisentangled,  // DeBERTa (He et al., 2021)
  kSinusoids,     // Transformer-XL (Dai et al., 2019), XLNet (Yang et al., 2019)
};

// Which layers see no further than the window, if config.json has no `layer_types`.
enum class Windows {
  kNone,
  kAll,
  kFrom,      // from `max_window_layers` on
  kNotEach,   // all but each n-th
  kNotFirst,  // all but the first of each n
};

}  // namespace sonde

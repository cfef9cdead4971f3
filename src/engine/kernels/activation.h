#pragma once

namespace sonde {

// The activation of a layer's feed-forward part.
enum class Activation { kGelu, kGeluTanh, kRelu, kSilu };

}  // namespace sonde

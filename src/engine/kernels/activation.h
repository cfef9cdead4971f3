#pragma once

namespace sonde {

// Of the feed-forward part of a layer.
enum class Activation { kGelu, kGeluTanh, kRelu, kSilu };

}  // namespace sonde

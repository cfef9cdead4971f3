#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sonde/encoder.h"

namespace sonde {

// The memory that an encoder will take, in bytes. Known before any weight is read.
struct MemoryNeed {
  std::string precision;
  std::size_t on_disk = 0;  // the files of weights: mapped, so that the system can have them back
  std::size_t weights = 0;  // in the form that the engine multiplies by, all its copies
  std::size_t working = 0;  // for the longest text that the encoder takes, on each thread
  std::size_t least = 0;    // weights and work with short texts: with less it is refused
  // If matrices can be stored in two ways, `memory=fast` and `memory=least`: the one that is taken.
  std::string way{}, other_way{};
  std::size_t other_least = 0;
  std::size_t available = 0;  // left now by the machine, a control group or a limit
};

// An encoder whose memory is known before its weights are read.
class TellsMemory {
 public:
  virtual ~TellsMemory() = default;
  // Without what is available.
  virtual std::optional<MemoryNeed> memory_need() const = 0;
};

// Nothing if the encoder runs no model of the engine's.
std::optional<MemoryNeed> memory_need(const Encoder& encoder);

}  // namespace sonde

#pragma once

#include <memory>
#include <string>

#include "sonde/encoder.h"

namespace sonde {

// An encoder as named by the user; its views are subjects of their own.
struct EncoderSubject {
  Spec spec;
  std::shared_ptr<Encoder> encoder;
};

// The name of an encoder's view as a subject: NAME@layer=6 where the user gave a
// name, else that of the view asked alone (minilm?layer=6).
std::string view_name(const EncoderSubject& subject, const Identity& view);

}  // namespace sonde

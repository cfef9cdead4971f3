#pragma once

#include <memory>
#include <string>

#include "sonde/encoder.h"

namespace sonde {

// An encoder as named by the user. Its views are separate subjects.
struct EncoderSubject {
  Spec spec;
  std::shared_ptr<Encoder> encoder;
};

// The name of an encoder's view as a subject: NAME@layer=6 if the user gave a name, else that of
// the view alone (minilm?layer=6).
std::string view_name(const EncoderSubject& subject, const Identity& view);

}  // namespace sonde

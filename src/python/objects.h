// Python objects as encoders, scorers and probes.
#pragma once

#include <memory>
#include <string>

#include "python/binding.h"
#include "sonde/encoder.h"
#include "sonde/subject.h"

namespace sonde {

// Objects of one call of Python, as long as it lasts, each by a handle that stands in a
// specification's location: python:HANDLE/NAME.
class LentObjects {
 public:
  LentObjects() = default;
  ~LentObjects();
  LentObjects(const LentObjects&) = delete;
  LentObjects& operator=(const LentObjects&) = delete;

  // subject: a specification as text, or (name, group, object). With the GIL.
  Spec spec_of(const nb::handle& subject);

 private:
  std::vector<std::string> handles_;
};

// What a specification of the kind `python`, or of a plugin's kind, stands for. With the GIL.
nb::object object_of(const Spec& spec);

// Texts as a list of Python. With the GIL.
nb::list list_of(std::span<const Text> texts);

std::unique_ptr<Encoder> encoder_of(const nb::object& object);

}  // namespace sonde

// Python objects as encoders, scorers and probes.
#pragma once

#include <memory>
#include <string>

#include "apps/python/binding.h"
#include "sonde/encoder.h"
#include "sonde/probe.h"
#include "sonde/scorer.h"
#include "sonde/subject.h"

namespace sonde {

inline constexpr std::string_view kPythonEncoder = "python";
inline constexpr std::string_view kPythonScorer = "python-scorer";

// Objects lent for the duration of one Python call, each by a handle in a specification's location:
// python:HANDLE/NAME, python-scorer:HANDLE/NAME.
class LentObjects {
 public:
  LentObjects() = default;
  ~LentObjects();
  LentObjects(const LentObjects&) = delete;
  LentObjects& operator=(const LentObjects&) = delete;

  // subject: a specification as text, or (name, group, such a text or object). With the GIL.
  Spec encoder_spec(const nb::handle& subject) { return spec_of(subject, kPythonEncoder); }
  Spec scorer_spec(const nb::handle& subject) { return spec_of(subject, kPythonScorer); }

 private:
  Spec spec_of(const nb::handle& subject, std::string_view kind);

  std::vector<std::string> handles_;
};

// Texts as a list of Python. With the GIL.
nb::list list_of(std::span<const Text> texts);

// The object's own definition of its output. Needs the GIL.
Identity identity_of(const nb::object& object, std::string_view family);

// Wrap objects made by python/sonde/plugin.py and _encoder.py. Need the GIL.
std::unique_ptr<Encoder> encoder_of(const nb::object& object);
std::unique_ptr<Scorer> scorer_of(const nb::object& object);
std::unique_ptr<Probe> probe_of(const nb::object& object);

}  // namespace sonde

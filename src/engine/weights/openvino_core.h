#pragma once

#include <openvino/openvino.hpp>
#include <string>

#include "sonde/error.h"

namespace sonde {

// Making one loads the plug-ins, so there is one for all models.
ov::Core& openvino_core();

// Throw OpenVINO's error as ours, with its cause in brackets if it names one: an error of running a
// model, and of reading an ONNX model.
[[noreturn]] void throw_run_fault(const ov::Exception& error, const std::string& file);
[[noreturn]] void throw_onnx_fault(const ov::Exception& error, const std::string& file);

// Runs what calls OpenVINO for the model of this file, so that its exceptions leave as ours.
template <class Call>
auto guarded(const std::string& file, const Call& call) -> decltype(call()) {
  try {
    return call();
  } catch (const ov::Exception& error) {
    throw_run_fault(error, file);
  }
}

}  // namespace sonde

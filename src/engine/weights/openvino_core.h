#pragma once

#include <openvino/openvino.hpp>
#include <string>

#include "sonde/error.h"

namespace sonde {

// Making one loads the plug-ins, so there is one for all models.
ov::Core& openvino_core();

// OpenVINO's message of an error, without the lines and places of its source.
std::string openvino_reason(const ov::Exception& error);

// Runs what calls OpenVINO for the model of this file, so that its exceptions leave as ours.
template <class Call>
auto guarded(const std::string& file, const Call& call) -> decltype(call()) {
  try {
    return call();
  } catch (const ov::Exception& error) {
    throw outside_error("OpenVINO failed: " + openvino_reason(error), {file});
  }
}

}  // namespace sonde

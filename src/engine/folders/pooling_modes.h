#pragma once

#include <string>
#include <vector>

#include "engine/config/json_fields.h"

namespace sonde {

// The modes that the configuration of sentence-transformers' Pooling selects, under its names.
// Errors: kInput for an unknown one.
std::vector<std::string> pooling_modes(const JsonFields& fields);

}  // namespace sonde

#pragma once

#include <string>

#include "engine/config/family.h"
#include "engine/weights/weights.h"

namespace sonde {

// The name of the token table in these weights.
std::string word_table_name(const Family& family, const Weights& weights);

}  // namespace sonde

#pragma once

#include <optional>
#include <string>

#include "engine/config/json_fields.h"

namespace sonde {

// Whether a text that is too long loses its start. None if the file doesn't define it.
std::optional<bool> read_cuts_left(const JsonFields& config);

// The mask's name, a text or an added token's description. Empty if there isn't one.
std::string read_mask_token(const JsonFields& fields);

}  // namespace sonde

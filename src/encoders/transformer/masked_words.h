#pragma once

#include <memory>
#include <string_view>

#include "sonde/encoder.h"
#include "text/gap_filler.h"

namespace sonde {

// The masked language model of a specification such as "hf:FOLDER" or "hf:ORG/NAME". Reads the
// configuration and the weights' header, and the weights only at the first use. Errors: kUsage for
// another kind or an option, kInput for a bad folder.
std::unique_ptr<GapFiller> make_gap_filler(std::string_view spec, const EncoderContext& context);

}  // namespace sonde

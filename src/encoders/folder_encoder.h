#pragma once

#include <filesystem>
#include <memory>

#include "sonde/encoder.h"

namespace sonde {

// The encoder of a model folder with the options of `hf:`. Reads the
// configuration and the weights' header; the weights only at the first encode().
std::unique_ptr<Encoder> make_folder_encoder(const std::filesystem::path& folder, const Spec& spec,
                                             const EncoderContext& context);

// The files' digests are remembered here; empty where the resources name no cache.
std::filesystem::path digest_memo(const Resources& resources);

}  // namespace sonde

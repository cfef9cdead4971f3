#pragma once

#include <chrono>
#include <filesystem>

#include "sonde/digest.h"

namespace sonde {

// file_digest() at the time `now`, which decides whether the digest may be remembered.
Digest file_digest(const std::filesystem::path& file, const std::filesystem::path& memo,
                   std::chrono::system_clock::time_point now);

}  // namespace sonde

#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string_view>

#include "sonde/digest.h"

namespace sonde {

// The SHA-256 of a text: that of a file with these bytes.
inline Digest content_digest(std::string_view content) {
  return Hasher().add_raw(std::as_bytes(std::span(content))).finish();
}

// file_digest() at the time `now`, which decides whether the digest may be remembered.
Digest file_digest(const std::filesystem::path& file, const std::filesystem::path& memo,
                   std::chrono::system_clock::time_point now);

}  // namespace sonde

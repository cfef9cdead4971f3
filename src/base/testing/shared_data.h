// For tests: the published data, which are outside the project (tools/shared_data.py).
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace sonde {

// A file or folder below SONDE_SHARED_DATA, by default ../shared/data.
inline std::filesystem::path shared_data(std::string_view name) {
  const char* folder = std::getenv("SONDE_SHARED_DATA");
  const bool named = folder != nullptr && *folder != '\0';
  return std::filesystem::path(named ? folder : SONDE_SOURCE_DIR "/../shared/data") / name;
}

// Message of a skipped test. tools/test_summary.py counts it.
constexpr const char* kNoSharedData = "published data are not here";

// Whether the data at a path are missing. Then a test skips itself:
// `if (lacks(path)) GTEST_SKIP() << kNoSharedData;`. With SONDE_LACKING=fail, as in .ci/run, it
// fails.
inline bool lacks(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) return false;
  const char* lacking = std::getenv("SONDE_LACKING");
  if (lacking != nullptr && std::string_view(lacking) == "fail")
    ADD_FAILURE() << path << " is missing";
  return true;
}

}  // namespace sonde

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace sonde::test {

// Calls a fuzz target once with every file of tests/corpora/NAME.
inline void replay_corpus(const std::string& name,
                          int (*target)(const std::uint8_t*, std::size_t)) {
  std::size_t count = 0;
  const auto folder = std::filesystem::path(SONDE_SOURCE_DIR) / "tests/corpora" / name;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().string());
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(in), {});
    target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++count;
  }
  EXPECT_GT(count, 0U);
}

}  // namespace sonde::test

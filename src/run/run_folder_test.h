// Shared by tests of this room.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace sonde {

// Has a separate folder.
class RunTest : public testing::Test {
 protected:
  RunTest() {
    std::string name = (std::filesystem::temp_directory_path() / "sonde-run-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~RunTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

// Data for the probe sts.
inline std::string numbered_pairs(int count) {
  std::string text = "first\tsecond\tgold\n";
  for (int i = 0; i < count; ++i) {
    text += "one " + std::to_string(i) + "\ttwo " + std::to_string(i) + "\t0." +
            std::to_string(i % 7) + "\n";
  }
  return text;
}

}  // namespace sonde

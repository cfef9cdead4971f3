// Shared by tests that read files: a folder that is removed with the test.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "sonde/error.h"

namespace sonde::test {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "sonde-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

// The line of the error that `act` throws, without the folder's path.
inline std::string error_line(const Folder& folder, ErrorKind kind,
                              const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    std::string line = error.what();
    const std::string prefix = folder.path().string() + "/";
    for (auto at = line.find(prefix); at != line.npos; at = line.find(prefix)) {
      line.erase(at, prefix.size());
    }
    return line;
  }
  return "no error";
}

}  // namespace sonde::test

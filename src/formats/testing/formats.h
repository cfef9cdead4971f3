// For tests only: files that go away, and other people's programs to agree with.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sonde/error.h"

namespace sonde {

// A folder that is gone after the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = testing::TempDir() + "/sonde_XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

  std::string read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // Runs a Python script of the pinned packages in this folder. Whether it went well.
  testing::AssertionResult python(const std::string& script) const {
    write("script.py", script);
    const std::string command =
        "cd '" + path_.string() + "' && '" SONDE_VENV_PYTHON "' -B script.py >log 2>&1";
    if (std::system(command.c_str()) == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure() << read("log");
  }

 private:
  std::filesystem::path path_;
};

// The line of the bad input that `body` must find.
template <class Body>
std::string input_error_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

}  // namespace sonde

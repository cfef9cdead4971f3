// For tests only: a place for files that no other process uses.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace sonde::test {

// A folder of this process, with a slash at its end. It is removed when the process ends.
inline std::string own_folder() {
  struct Own {
    std::string path = (std::filesystem::temp_directory_path() / "sonde-test-XXXXXX").string();
    Own() {
      if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
    }
    ~Own() { std::filesystem::remove_all(path); }
  };
  static const Own own;
  return own.path + "/";
}

}  // namespace sonde::test

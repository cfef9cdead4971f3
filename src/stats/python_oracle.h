// For tests: numbers from numpy and scipy.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"

namespace sonde {

// Runs a script, in which `given` is an array of the numbers, and returns what
// it leaves in `answer`.
inline std::vector<double> ask_python(const std::string& script, std::span<const double> given) {
  std::string folder = (std::filesystem::temp_directory_path() / "sonde-oracle-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const auto write = [&](const char* name, const char* data, std::size_t size) {
    std::ofstream(folder + name, std::ios::binary).write(data, std::streamsize(size));
  };
  const std::string whole =
      "import sys, warnings, numpy as np\nwarnings.simplefilter('ignore')\n"
      "given = np.fromfile(sys.argv[1] + '/given')\n" +
      script + "\nnp.asarray(answer, dtype=np.float64).tofile(sys.argv[1] + '/answer')\n";
  write("/script.py", whole.data(), whole.size());
  write("/given", reinterpret_cast<const char*>(given.data()), given.size_bytes());
  const std::string command =
      std::string(SONDE_VENV_PYTHON) + " " + folder + "/script.py " + folder;
  EXPECT_EQ(std::system(command.c_str()), 0) << whole;
  std::ifstream file(folder + "/answer", std::ios::binary);
  std::vector<double> answer;
  for (double value = 0; file.read(reinterpret_cast<char*>(&value), sizeof value);) {
    answer.push_back(value);
  }
  std::filesystem::remove_all(folder);
  return answer;
}

// Uniform in [0, 1).
inline double uniform(std::uint64_t stream, std::uint64_t counter) {
  return unit_interval(random_bits(1927, stream, counter));
}

inline std::vector<double> uniforms(std::uint64_t stream, std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = uniform(stream, i);
  return values;
}

}  // namespace sonde

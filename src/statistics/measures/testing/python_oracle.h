// For tests: numbers from numpy and scipy.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"

namespace sonde {

// One interpreter per test program, because importing scipy takes a second. It reads the names of
// folders with a script.py and a file `given`, and writes the file `answer` and then to the pipe
// `done`.
inline FILE* python_oracle() {
  static constexpr const char* kLoop = R"py(
import sys, traceback, warnings
import numpy as np
for line in sys.stdin:
    folder, told = line.rstrip("\n"), "well"
    try:
        names = {"np": np, "sys": sys, "warnings": warnings, "given": np.fromfile(folder + "/given")}
        with open(folder + "/script.py") as script, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(script.read(), "script.py", "exec"), names)
        np.asarray(names["answer"], dtype=np.float64).tofile(folder + "/answer")
    except BaseException:
        told = traceback.format_exc()
    with open(folder + "/done", "w") as done:
        done.write(told)
)py";
  static FILE* const oracle =
      ::popen(("exec '" SONDE_VENV_PYTHON "' -c '" + std::string(kLoop) + "'").c_str(), "w");
  return oracle;
}

// Runs a script, in which `given` is an array of the numbers, and returns what it leaves in
// `answer`.
inline std::vector<double> ask_python(const std::string& script, std::span<const double> given) {
  std::string folder = (std::filesystem::temp_directory_path() / "sonde-oracle-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const auto write = [&](const char* name, const char* data, std::size_t size) {
    std::ofstream(folder + name, std::ios::binary).write(data, std::streamsize(size));
  };
  write("/script.py", script.data(), script.size());
  write("/given", reinterpret_cast<const char*>(given.data()), given.size_bytes());
  if (::mkfifo((folder + "/done").c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  std::fprintf(python_oracle(), "%s\n", folder.c_str());
  std::fflush(python_oracle());
  std::ifstream done(folder + "/done");  // waits for the other end
  const std::string told{std::istreambuf_iterator<char>(done), {}};
  EXPECT_EQ(told, "well") << script;
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

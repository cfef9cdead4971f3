// For tests: the published graphs, some of which are compressed.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/testing/shared_data.h"
#include "graphs/penman.h"

namespace sonde {

inline std::vector<AmrGraph> graphs_of(std::istream& in, const std::string& name) {
  PenmanReader reader(in, name);
  std::vector<AmrGraph> graphs;
  for (AmrGraph graph; reader.next(graph);) graphs.push_back(graph);
  return graphs;
}

inline std::string unpacked(const std::filesystem::path& file) {
  const std::string command = "gzip -dc '" + file.string() + "'";
  const auto end = [](std::FILE* pipe) { ::pclose(pipe); };
  const std::unique_ptr<std::FILE, decltype(end)> pipe(::popen(command.c_str(), "r"), end);
  std::string text(1 << 16, '\0'), all;
  while (const std::size_t got = std::fread(text.data(), 1, text.size(), pipe.get())) {
    all.append(text, 0, got);
  }
  return all;
}

// None if they are not here.
inline std::vector<AmrGraph> shared_graphs(const std::string& name) {
  const auto file = shared_data(name);
  if (lacks(file)) return {};
  if (file.extension() != ".gz") return read_penman(file);
  std::istringstream in(unpacked(file));
  return graphs_of(in, name);
}

inline std::vector<std::string> shared_graph_files() {
  std::vector<std::string> files{"amr/smatch_cases/test_input1.txt",
                                 "amr/smatch_cases/test_input2.txt"};
  for (const std::string task : {"main", "role_confusion"}) {
    for (const std::string side : {"src", "tgt"}) {
      files.push_back("amr/bamboo-sts/sts." + task + "." + side + ".test.amr.gz");
    }
  }
  for (const std::string set : {"STS3k_all", "KS2013_processed", "Fodor_pilot_2022"}) {
    for (const std::string side : {"a", "b"}) {
      files.push_back("sts3k-study/amr/" + set + "_" + side + "_AMR_parse.txt");
    }
  }
  return files;
}

}  // namespace sonde

#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "graphs/penman.h"
#include "sonde/error.h"

namespace {

std::vector<sonde::AmrGraph> read(const std::string& text) {
  std::istringstream in(text);
  sonde::PenmanReader reader(in, "fuzz");
  std::vector<sonde::AmrGraph> graphs;
  for (sonde::AmrGraph graph; reader.next(graph);) graphs.push_back(graph);
  return graphs;
}

}  // namespace

// Graphs that were read are read again from what is written of them, as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<sonde::AmrGraph> graphs;
  try {
    graphs = read({reinterpret_cast<const char*>(data), size});
  } catch (const sonde::Error&) {
    return 0;
  }
  std::string text;
  for (const auto& graph : graphs) {
    sonde::cycle_of(graph);
    text += penman_of(graph) + "\n";
  }
  if (read(text) != graphs) std::abort();
  return 0;
}

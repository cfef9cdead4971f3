#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "graphs/amr_graph.h"
#include "sonde/digest.h"
#include "sonde/scorer.h"

namespace sonde {

// The source of a scorer's graphs: two files "A.amr,B.amr", or "exec:COMMAND".
struct GraphSource {
  std::string first, second;  // files, or
  std::string command;        // which writes a graph for each sentence that it reads
  std::string version;        // the command's version
  std::chrono::seconds patience{};
  bool strict = false;  // whether a graph that can't be read is an error
};

// Takes the option `strict`, and `version` and `timeout` of a command. Errors: kUsage.
GraphSource graph_source(const Spec& spec, Options& options);

// The graphs of a data set's first and second sentences.
struct GraphPairs {
  std::vector<AmrGraph> first, second;
  std::vector<std::uint64_t> rows;  // rows of the data set for them, ascending
  std::uint64_t all_rows = 0;       // the data set's
  Digest digest;                    // over the graphs, not their headers and layout
  std::size_t cyclic = 0;           // graphs whose relations lead back
  std::size_t unreadable = 0;       // graphs, whose pairs are left out
  std::string command;              // that parsed the sentences (empty: they were read from files)

  // A value for each row of the data set from one for each pair. NaN if a row has no graphs.
  std::vector<double> by_row(const std::vector<double>& values) const;
  // For people.
  std::vector<std::pair<std::string, std::string>> facts() const;
};

// A pair with an unreadable graph, or with (VARIABLE / unparsed), is left out. An unreadable one is
// noted, or an error if `strict`. Errors: those of PenmanReader and parse_sentences(), and kInput
// if a file has another number of graphs than the data set has rows.
GraphPairs read_graph_pairs(const GraphSource& source, const ScorerContext& context);

}  // namespace sonde

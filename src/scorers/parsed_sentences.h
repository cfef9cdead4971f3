#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graphs/amr_graph.h"

namespace sonde {

struct SentenceParser {
  std::string command;
  std::string version;            // changes when the command's behaviour does
  std::chrono::seconds patience;  // for any output
  std::filesystem::path kept{};   // the ledger for graphs (empty: none)
  std::function<bool()> stop{};
  std::function<void(const std::string&)> note{};  // gets a line if the command is silent for long
  // Gets a sentence whose graph can't be read and is left empty. None: it is an error.
  std::function<void(const std::string& sentence, const Error& fault)> on_fault{};
};

// The graphs of sentences, without headers, by a command that reads sentences, one per line, and
// writes their graphs in PENMAN in the same order. It gets each distinct sentence once, and none
// whose graph is stored. A graph whose "# ::snt" is its sentence is stored as soon as it was
// written. Others are when the command has ended well, as one too few or too many shifts all that
// follow. White space in a sentence becomes single spaces. Stored graphs belong to the command's
// words, to the files that these name, and to the version. Errors: kUsage for no command, those of
// FilterChild, PenmanReader and Ledger, kOutside for another number of graphs than of sentences,
// and for a graph whose "# ::snt" is another of the sentences.
std::vector<AmrGraph> parse_sentences(const SentenceParser& parser,
                                      std::span<const std::string> sentences);

}  // namespace sonde

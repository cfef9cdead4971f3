#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/lines.h"
#include "graphs/amr_graph.h"
#include "sonde/error.h"

namespace sonde {

inline constexpr std::size_t kDeepestGraph = 1000;  // brackets open at once

// Reads AMR graphs in PENMAN notation: "(b / boy :mod (l / little))", alignments ("~e.1"), strings
// in quotes, lines that begin with "#". A blank line ends a graph. Lines before the first graph
// that are not metadata ("# ::KEY VALUE") and are followed by a blank line belong to no graph.
//
// Errors: those of LineReader, and kInput with line and column for brackets that don't match, a
// variable that is declared twice or not at all, a node without a concept, a role without a value,
// an empty graph.
class PenmanReader {
 public:
  explicit PenmanReader(const std::filesystem::path& file);
  PenmanReader(std::istream& in, std::string name);
  explicit PenmanReader(LineReader lines);

  // The next graph. False after the last.
  bool next(AmrGraph& graph);
  // The same, but a graph that can't be read has no nodes, and its error is left in `fault`. It
  // ends at a blank line. Errors: those of LineReader, and a bad graph after another on its line.
  bool next_or_fault(AmrGraph& graph, std::optional<Error>& fault);

 private:
  enum class Expected { kGraph, kVariable, kSlash, kLabel, kRole, kValue };
  struct Token;
  struct Spot {
    std::size_t line = 0, column = 0;
  };

  void take_line(std::string_view line);
  bool read_line(std::string_view& line);
  void skip_graph();
  void end_header();
  Token take_token(std::string_view line, std::size_t& at) const;
  void take(const Token& token);
  void open(const Token& token);
  void close(const Token& token);
  void take_variable(const Token& token);
  void take_label(const Token& token);
  void take_role(const Token& token);
  void take_value(const Token& token);
  void resolve();
  Place place_of(const Token& token) const;
  [[noreturn]] void fail(const std::string& message, const Token& token,
                         const std::string& advice = {}) const;
  [[noreturn]] void fail_open() const;

  LineReader lines_;
  std::size_t line_ = 0;    // that is taken
  bool reading_ = false;    // a line, not a graph
  bool is_between_ = true;  // whether the line is blank
  Expected expected_ = Expected::kGraph;
  AmrGraph graph_;
  std::vector<std::uint32_t> open_;                           // nodes whose bracket is open
  std::unordered_map<std::string, std::uint32_t> variables_;  // the graph's
  std::vector<Spot> values_;                                  // per branch
  std::deque<AmrGraph> ready_;
};

// All graphs of a file.
std::vector<AmrGraph> read_penman(const std::filesystem::path& file);

// The graph as PENMAN, one branch per line, indented six spaces more than its node. It reads as the
// same graph. Ends with a line feed.
std::string penman_of(const AmrGraph& graph);

}  // namespace sonde

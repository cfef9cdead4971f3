#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "formats/lines.h"

namespace sonde {

// The sentences that a command reads, one per line.
class SentenceLines {
 public:
  // `file`: empty or - for standard input; else a file, a pipe or a terminal.
  explicit SentenceLines(const std::string& file);

  // False after the last. Errors: those of LineReader; kInput if there is no line at all.
  bool next(std::string_view& line);
  Place place() const { return lines_.place(); }

 private:
  std::ifstream pipe_;
  LineReader lines_;
};

}  // namespace sonde

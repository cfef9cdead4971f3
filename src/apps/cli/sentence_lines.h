#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "formats/lines.h"

namespace sonde {

// The sentences that a command reads, one per line.
class SentenceLines {
 public:
  // `file`: a file, a pipe or a terminal. Empty and "-" are standard input.
  explicit SentenceLines(const std::string& file);

  // False after the last. Errors: those of LineReader, and kInput without any line.
  bool next(std::string_view& line);
  Place place() const { return lines_.place(); }

 private:
  std::ifstream pipe_;
  LineReader lines_;
};

}  // namespace sonde

#include "apps/cli/sentence_lines.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/open_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

LineReader open_lines(const std::string& file, std::ifstream& pipe) {
  if (file.empty() || file == "-") return {std::cin, "standard input"};
  namespace fs = std::filesystem;
  if (!fs::is_fifo(file) && !fs::is_character_file(file)) return LineReader(file);
  pipe.open(file);
  if (!pipe) throw cannot_read(file, errno);
  return {pipe, file};
}

}  // namespace

SentenceLines::SentenceLines(const std::string& file) : lines_(open_lines(file, pipe_)) {}

bool SentenceLines::next(std::string_view& line) {
  if (lines_.next(line)) return true;
  if (std::ferror(stdin) != 0)
    throw cannot_read(place().file, errno);  // std::cin takes it for the end
  if (lines_.lines() > 0) return false;
  throw input_error("no sentence is there", {place().file}, "give one sentence per line");
}

}  // namespace sonde

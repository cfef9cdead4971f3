#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/error.h"

namespace sonde {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // bytes

// Reads a text file line by line, in blocks. Lines end with LF or CRLF, the last one also without.
// A byte-order mark at the start is skipped. Errors of all functions: those of OpenFile, and kInput
// with file:line for a line longer than kLongestLine, invalid UTF-8, a NUL byte, or a first line
// with a CR in it, the old line end.
class LineReader {
 public:
  // A plain file: a pipe or a device is refused.
  explicit LineReader(const std::filesystem::path& file);
  // Reads from `in`, perhaps a pipe, which must outlive the reader. Errors name `name`.
  LineReader(std::istream& in, std::string name);
  // `read` fills what is there, and gives no byte only at the end. `before`: how many lines of the
  // file come before those that it gives.
  LineReader(std::function<std::size_t(std::span<char>)> read, std::string name,
             std::size_t before = 0);

  // The next line, without its end. False after the last. The view is valid until the next call.
  bool next(std::string_view& line);
  // The place of the latest line.
  Place place() const { return {name_, number_}; }
  // How many lines of the file were given or come before them, and how many bytes those take that
  // were given, with their ends.
  std::uint64_t lines() const { return number_; }
  std::uint64_t taken() const { return dropped_ + begin_; }

 private:
  bool find_end();
  void refill();
  std::string_view take();
  void check(std::string_view line) const;

  std::function<std::size_t(std::span<char>)> read_;  // gives no byte at the end
  std::string name_;
  std::size_t number_ = 0;
  std::vector<char> buffer_;
  // Places in the buffer: of the line, of what was searched for its end, of all
  // that was read.
  std::size_t begin_ = 0, scanned_ = 0, end_ = 0;
  std::uint64_t dropped_ = 0;  // bytes that came before the buffer's
  bool at_end_ = false;
};

}  // namespace sonde

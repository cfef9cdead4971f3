#include "formats/lines.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/open_file.h"
#include "formats/byte_order_mark.h"
#include "formats/foreign_file.h"
#include "formats/utf8.h"

namespace sonde {
namespace {

constexpr std::size_t kBlock = 65536;
constexpr std::size_t kMarks = 4;  // bytes besides a line's own: a byte-order mark, a CR

[[noreturn]] void throw_too_long(Place place) {
  throw input_error("the line is longer than 1 MiB", std::move(place),
                    "this must be a text file with one record per line");
}

}  // namespace

LineReader::LineReader(const std::filesystem::path& file) : name_(file.string()) {
  read_ = [open = std::make_shared<OpenFile>(file)](std::span<char> out) {
    return open->read(out);
  };
}

LineReader::LineReader(std::istream& in, std::string name) : name_(std::move(name)) {
  read_ = [&in, file = name_](std::span<char> out) {
    in.read(out.data(), static_cast<std::streamsize>(out.size()));
    if (in.bad()) throw outside_error("cannot be read on", {file}, "try again");
    return static_cast<std::size_t>(in.gcount());
  };
}

LineReader::LineReader(std::function<std::size_t(std::span<char>)> read, std::string name,
                       std::size_t before)
    : read_(std::move(read)), name_(std::move(name)), number_(before) {}

bool LineReader::next(std::string_view& line) {
  ++number_;
  while (!find_end()) refill();
  if (begin_ == end_) {
    --number_;
    return false;
  }
  line = take();
  check(line);
  return true;
}

// Whether the line's end is known. If so, scanned_ is its place.
bool LineReader::find_end() {
  const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(scanned_);
  const auto to = buffer_.begin() + static_cast<std::ptrdiff_t>(end_);
  const auto found = std::find(from, to, '\n');
  scanned_ = static_cast<std::size_t>(found - buffer_.begin());
  if (scanned_ - begin_ > kLongestLine + kMarks) throw_too_long(place());
  return found != to || at_end_;
}

void LineReader::refill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  dropped_ += begin_;
  end_ -= begin_;
  scanned_ -= begin_;
  begin_ = 0;
  buffer_.resize(std::max(buffer_.size(), end_ + kBlock));
  const std::size_t got = read_({buffer_.data() + end_, kBlock});
  if (number_ == 1 && end_ == 0) refuse_foreign_format({buffer_.data(), got}, name_);
  end_ += got;
  at_end_ = got == 0;
}

std::string_view LineReader::take() {
  std::string_view line(buffer_.data() + begin_, scanned_ - begin_);
  begin_ = scanned_ = std::min(scanned_ + 1, end_);
  if (number_ == 1) line = without_mark(line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void LineReader::check(std::string_view line) const {
  if (line.size() > kLongestLine) throw_too_long(place());
  if (line.find('\0') != line.npos) {
    throw input_error(
        "the line has a NUL byte", place(),
        "this must be a text file in UTF-8, not UTF-16 or UTF-32, and without NUL bytes");
  }
  const auto end = line.find('\r');
  if (number_ == 1 && end != line.npos && end + 1 < line.size()) {
    throw input_error("lines end in carriage returns alone", place(),
                      "save the file with line feeds, as Unix and Windows have them");
  }
  if (const auto at = find_invalid_utf8(line); at != line.npos) {
    throw input_error("the line is not valid UTF-8 from its byte " + std::to_string(at + 1) + " on",
                      place(), "save the file as UTF-8");
  }
}

}  // namespace sonde

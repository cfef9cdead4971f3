#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/lines.h"

namespace sonde {

constexpr std::size_t kMostKeys = 1000;  // columns of JSON lines

// Reads JSON lines as a table: one object per line, with the limits and errors of LineReader.
// Columns are the keys of the first object by alphabet, then others as they come up. A list of
// texts is as many columns of one name. Numbers, true and false are read as text, null and missing
// keys as an empty value. Errors: kInput with file:line for a line that is not an object, more than
// kMostKeys columns, a NUL character.
class JsonLinesReader {
 public:
  explicit JsonLinesReader(const std::filesystem::path& file);
  // Reads from `in`, which must outlive the reader. Errors name `name`.
  JsonLinesReader(std::istream& in, std::string name);

  // The next object's values, one for each of names(). False after the last.
  bool next(std::vector<std::string>& values);
  // Names of the columns so far. Before the first call of next(), those of the first object.
  const std::vector<std::string>& names() const { return names_; }
  // The kind of the latest value. For kNested, an object or a list of other things than texts,
  // nothing is given.
  enum class Kind : std::uint8_t { kPlain, kListed, kNested };
  Kind kind(std::size_t column) const {
    return column < kinds_.size() ? kinds_[column] : Kind::kPlain;
  }
  // The place of the latest object.
  const Place& place() const { return place_; }
  // How many lines and bytes the objects so far take. See LineReader.
  std::uint64_t lines() const { return has_first_ ? 0 : lines_.lines(); }
  std::uint64_t taken() const { return has_first_ ? 0 : lines_.taken(); }
  // Continues with other lines of the file. names() stay.
  void go_on(LineReader lines) {
    lines_ = std::move(lines);
    has_first_ = false;
  }

 private:
  void read_first();
  bool read(std::vector<std::string>& values);
  std::size_t column(const std::string& name, std::size_t which);

  LineReader lines_;
  Place place_;
  std::vector<std::string> names_;
  std::vector<std::size_t> which_;  // a column's number among those of its name
  std::vector<Kind> kinds_;
  std::vector<std::string> first_;
  bool has_first_ = false;
};

// The first line of a text file that isn't blank, or empty without one.
struct FirstLine {
  std::string text;
  Place place;
};
FirstLine first_line(const std::filesystem::path& file);

// Whether a file is JSON lines: by its name (.jsonl, .ndjson, .json), else by its first line.
// Errors: kInput if it is another JSON document.
bool is_json_lines(const std::filesystem::path& file);

}  // namespace sonde

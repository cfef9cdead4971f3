#pragma once

#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/lines.h"

namespace sonde {

struct DelimitedForm {
  // ASCII, not a quote or line end. '\n': a line is one field, without quoting.
  char separator = '\t';
  // Fields may be in "quotes" as in RFC 4180: they may contain separators, line ends (read as LF)
  // and quotes written twice. Otherwise quotes are text.
  bool quoted = false;
};

// The separator that Excel's first line "sep=;" names; 0 if it is another line.
char named_separator(std::string_view line);

// The usual form of a table by its name. A .csv has quotes, and the separator that its
// first line names or, in a header without commas, the only one of semicolon, tab and bar; else a
// comma. Any other file has tabs and no quotes. `header`: the first line is one, or may be one.
DelimitedForm form_of_table(const std::filesystem::path& file, bool header = true);
// "tabs" or "';'", for people.
std::string separator_name(char separator);

// Reads records of fields, one a line (in quotes: or more), with the limits
// and errors of LineReader; a record in quotes is at most kLongestLine long. An empty
// line is a record with one empty field. A first line "sep=;" is skipped if it names the form's
// separator. How many fields a record must have is the caller's to check.
class DelimitedReader {
 public:
  // Errors: kUsage for a bad separator.
  explicit DelimitedReader(const std::filesystem::path& file, DelimitedForm form = {});
  DelimitedReader(std::istream& in, std::string name, DelimitedForm form = {});

  // The next record's fields. False after the last.
  bool next(std::vector<std::string>& fields);
  // The start of the latest record.
  const Place& place() const { return place_; }
  // How many lines and bytes the records so far take. See LineReader.
  std::uint64_t lines() const { return lines_.lines(); }
  std::uint64_t taken() const { return lines_.taken(); }
  // Continues with other lines of the file, from the beginning of a record on.
  void go_on(LineReader lines) { lines_ = std::move(lines); }

 private:
  void split(std::string_view line, std::vector<std::string>& fields) const;
  void split_quoted(std::string_view line, std::vector<std::string>& fields);
  std::string_view take_quoted(std::string_view rest, std::string& field);

  LineReader lines_;
  DelimitedForm form_;
  Place place_;
  std::size_t size_ = 0;  // record size so far
};

}  // namespace sonde

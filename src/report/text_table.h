#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A table of texts, to be written in several ways.
struct TextTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::size_t left_columns = 1;  // the first ones are words, the others numbers
};

// format: text, md or tex. Errors: kUsage.
std::string render(const TextTable& table, std::string_view format);

// Lines below the tables.
std::string render_notes(std::string_view notes, std::string_view format);

// With line ends for spaces, so that no line is wider than tables may be, unless a word is.
std::string wrapped(const std::string& line);

// Whether a table of text has the width that was set, or less.
bool fits(const TextTable& table);

// A data set's name in a table, marked where it was measured but in part.
std::string marked(const std::string& dataset, bool partial);

// A field of a CSV line, quoted where it must be; control characters as in printable_field().
std::string csv_field(std::string_view text);
std::string_view csv_truth(bool value);  // true, false
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace sonde

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Meanings that a terminal shows in a colour.
enum class Tone : std::uint8_t { kPlain, kGood, kFair, kPoor, kBad };

// The text in its colour, if set_text_colours() allows colours.
std::string toned(const std::string& text, Tone tone);
void set_text_colours(bool allowed);  // off by default (don't call while others write)

// A table of texts, to be written in several ways.
struct TextTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::size_t left_columns = 1;            // the first ones are words, the others numbers
  std::vector<std::vector<Tone>> tones{};  // for the rows' cells (empty: all are plain)
};

// format: text, md or tex. Errors: kUsage.
std::string render(const TextTable& table, std::string_view format);

// Lines below the tables.
std::string render_notes(std::string_view notes, std::string_view format);

// Replaces spaces by line ends, so that no line is wider than tables may be, unless a word is.
// If `indent` is not 0, further lines begin with that many spaces, and the first is as it was.
std::string wrapped(const std::string& line, std::size_t indent = 0);

// The text, its end cut to "…" if it has more columns than `width`.
std::string within_width(const std::string& text, std::size_t width);

// Whether a table of text has the width that was set, or less.
bool fits(const TextTable& table);

std::size_t text_width();  // see set_text_width()

// A data set's name in a table, marked if it was measured but in part.
std::string marked(const std::string& dataset, bool partial);

// A field of a CSV line, quoted if necessary. Control characters are as in printable_field(). A
// text that a spreadsheet would take for a formula begins with an apostrophe, see
// without_formula().
std::string csv_field(std::string_view text);
std::string_view csv_truth(bool value);  // true, false
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace sonde

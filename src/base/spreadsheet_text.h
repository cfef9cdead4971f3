#pragma once

#include <string>
#include <string_view>

namespace sonde {

// Texts in tables that people open in a spreadsheet, which computes what looks like a formula and
// rewrites what looks like a number or a date.

// The text with an apostrophe before it if a spreadsheet would take it for a formula: it begins
// with
// =, +, -, @, a tab or a line end, and is not a number. For tables that are only read by people.
std::string without_formula(std::string_view text);

// A text as a field between tabs that text_of_sheet() gives back after a spreadsheet saved it: with
// an apostrophe also before what the spreadsheet would rewrite (numbers, dates, truth values), in
// quotes if it has quotes, tabs or line ends.
std::string sheet_field(std::string_view text);

// The text of such a field without its quotes.
std::string_view text_of_sheet(std::string_view field);

// A field in quotes (RFC 4180) if it has quotes, the separator or a line end in it.
std::string quoted_field(std::string_view text, char separator);

}  // namespace sonde

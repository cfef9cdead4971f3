#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "formats/json/annotations.h"
#include "formats/json/json_lines.h"
#include "formats/tables/delimited.h"

namespace sonde {

// Reads a table whose columns have names: a delimited file with a header, JSON lines, or
// annotations in JSON.
class TableReader {
 public:
  // Which it is, is_json_lines() says; `form` is of a delimited one.
  TableReader(const std::filesystem::path& file, DelimitedForm form);

  // First the names, then row by row the values; false after the last. Keys that the first of JSON
  // lines lacks are passed over. How many values a row must have is the caller's to check.
  bool next(std::vector<std::string>& values);
  const Place& place() const;

 private:
  std::variant<DelimitedReader, JsonLinesReader, AnnotationReader> rows_;
  std::size_t columns_ = 0;  // of JSON lines, once the names were given
};

}  // namespace sonde

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
  // is_json_lines() decides which it is. `form` applies to a delimited one.
  TableReader(const std::filesystem::path& file, DelimitedForm form);

  // First the names, then row by row the values. False after the last. Keys missing in the first of
  // JSON lines are skipped. The caller checks how many values a row has.
  bool next(std::vector<std::string>& values);
  const Place& place() const;

 private:
  std::variant<DelimitedReader, JsonLinesReader, AnnotationReader> rows_;
  std::size_t columns_ = 0;  // for JSON lines, once the names were given
};

}  // namespace sonde

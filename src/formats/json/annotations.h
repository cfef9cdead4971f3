#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "sonde/error.h"

namespace sonde {

// Whether a file is JSON in which tasks have annotations, as Label Studio (one list) and doccano
// (an object per line) export them.
bool has_annotations(const std::filesystem::path& file);

// Reads such a file as a table of item, annotator and value: a row per annotation. The item is the
// task's id. A skipped annotation has an empty value. Errors: kInput for a task without an id, an
// annotation without an annotator, and one with several results or one that is no single text or
// number.
class AnnotationReader {
 public:
  explicit AnnotationReader(const std::filesystem::path& file);

  // First the names, then row by row the values; false after the last.
  bool next(std::vector<std::string>& values);
  const Place& place() const { return place_; }

 private:
  struct Row {
    std::array<std::string, 3> values;
    std::size_t line;  // where its task or the list begins
  };

  std::vector<Row> rows_;
  std::size_t next_ = 0;
  Place place_;
};

}  // namespace sonde

#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sonde/error.h"

namespace sonde {

struct AnnotationRow {
  std::array<std::string, 3> values;  // item, annotator and value
  std::size_t line;                   // where its task or the list begins
};

// A table of item, annotator and value: a row per annotation. The item is the task's id. A skipped
// annotation has an empty value.
class AnnotationReader {
 public:
  AnnotationReader(std::string file, std::vector<AnnotationRow> rows)
      : rows_(std::move(rows)), place_{std::move(file)} {}

  // First the names, then row by row the values; false after the last.
  bool next(std::vector<std::string>& values);
  const Place& place() const { return place_; }

 private:
  std::vector<AnnotationRow> rows_;
  std::size_t next_ = 0;
  Place place_;
};

// Reads a file of JSON in which tasks have annotations, as Label Studio (one list) and doccano (an
// object per line) export them. Nothing if the file is of another kind. Errors: kInput for a task
// without an id, an annotation without an annotator, and one whose result is not a single text or
// number.
std::optional<AnnotationReader> open_annotations(const std::filesystem::path& file);

}  // namespace sonde

#include "formats/tables/table.h"

namespace sonde {
namespace {

using Rows = std::variant<DelimitedReader, JsonLinesReader, AnnotationReader>;

Rows rows_of(const std::filesystem::path& file, DelimitedForm form) {
  if (auto annotations = open_annotations(file)) return Rows(std::move(*annotations));
  if (is_json_lines(file)) return Rows(std::in_place_type<JsonLinesReader>, file);
  return Rows(std::in_place_type<DelimitedReader>, file, form);
}

}  // namespace

TableReader::TableReader(const std::filesystem::path& file, DelimitedForm form)
    : rows_(rows_of(file, form)) {}

bool TableReader::next(std::vector<std::string>& values) {
  if (auto* delimited = std::get_if<DelimitedReader>(&rows_)) return delimited->next(values);
  if (auto* annotations = std::get_if<AnnotationReader>(&rows_)) return annotations->next(values);
  auto& objects = std::get<JsonLinesReader>(rows_);
  if (columns_ == 0) {
    values = objects.names();
    columns_ = values.size();
    return columns_ > 0;
  }
  if (!objects.next(values)) return false;
  values.resize(columns_);
  return true;
}

const Place& TableReader::place() const {
  return std::visit([](const auto& rows) -> const Place& { return rows.place(); }, rows_);
}

}  // namespace sonde

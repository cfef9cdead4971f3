#include "workshop/audit/word_table.h"

#include "formats/tables/delimited.h"

namespace sonde {

void read_word_table(
    const std::filesystem::path& file, const std::vector<std::string>& columns,
    const std::function<void(const std::vector<std::string>& row, const Place& place)>& take) {
  if (!std::filesystem::exists(file)) {
    throw outside_error("the word list is missing", {file.string()},
                        "it comes with sonde; --resources FOLDER says where data/ is");
  }
  DelimitedReader rows(file);
  std::vector<std::string> row;
  bool headed = false;
  while (rows.next(row)) {
    if (!row.front().empty() && row.front().front() == '#' && !headed) continue;
    if (!headed && row != columns) {
      throw input_error("is not the header of this word list", rows.place(),
                        "its columns are named in docs/guides/audit.md");
    }
    if (row.size() != columns.size()) {
      throw input_error(
          "has " + std::to_string(row.size()) + " columns, not " + std::to_string(columns.size()),
          rows.place(), "separate them by tabs");
    }
    if (headed) take(row, rows.place());
    headed = true;
  }
}

}  // namespace sonde

#include <utility>

#include "data/record_rows.h"
#include "formats/tables/delimited.h"

namespace sonde {
namespace {

class TableRows : public RecordRows {
 public:
  TableRows(const Card& card, std::span<const Field> fields)
      : card_(card), rows_(card.file, DelimitedForm{card.separator, card.quoted}) {
    std::vector<std::string> header;
    if (card.header && !rows_.next(header)) {
      throw_empty(card, "its first line must name the columns");
    }
    if (card.header && card.columns.empty()) {
      check_separator(header);
      columns_ = columns_of_header(header, fields, rows_.place(), card);
    } else {
      columns_ = columns_of_card(card, fields);
      has_rest_ = !columns_.empty() && columns_.back().use == Column::Use::kRest;
      if (has_rest_) columns_.pop_back();
    }
    if (card.header) check_count(header);
  }

  bool next(std::vector<std::string>& values) override {
    if (!rows_.next(values)) return false;
    check_count(values);
    return true;
  }

  const Place& place() const override { return rows_.place(); }
  RecordPlace next_place(std::uint64_t records) const override {
    return {rows_.taken(), rows_.lines(), records};
  }
  void go_on(LineReader lines) override { rows_.go_on(std::move(lines)); }

 private:
  // A header of one column that another separator would part.
  void check_separator(const std::vector<std::string>& header) const {
    constexpr std::string_view kOthers = ";,\t|";
    if (header.size() != 1) return;
    const auto found = header.front().find_first_of(kOthers);
    if (found == std::string::npos) return;
    const char other = header.front()[found];
    const std::string written = other == '\t' ? "\\t" : std::string(1, other);
    throw input_error(
        "the header is one column: '" + header.front().substr(0, 80) + "'", rows_.place(),
        "columns are separated by " + separator_name(card_.separator) +
            "; if these are otherwise, describe it in a card: separator = \"" + written + "\"");
  }

  void check_count(const std::vector<std::string>& values) const {
    if (has_rest_ && values.size() > columns_.size()) return;
    check_column_count(values, columns_.size(), rows_.place(),
                       "columns are separated by " + separator_name(card_.separator));
  }

  const Card& card_;
  DelimitedReader rows_;
  bool has_rest_ = false;  // lines may have further columns
};

}  // namespace

std::unique_ptr<RecordRows> table_rows(const Card& card, std::span<const Field> fields) {
  return std::make_unique<TableRows>(card, fields);
}

}  // namespace sonde

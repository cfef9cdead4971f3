#include <algorithm>
#include <set>
#include <utility>

#include "data/card.h"
#include "data/record_rows.h"

namespace sonde {
namespace {

class ObjectRows : public RecordRows {
 public:
  ObjectRows(const Card& card, std::span<const Field> fields)
      : card_(card), fields_(fields), rows_(card.file) {
    if (!card.columns.empty()) {
      throw input_error("JSON lines have no columns in order", place_in_card(card, "columns"),
                        "name them: columns = { first = \"KEY\", second = \"KEY\" }");
    }
    if (rows_.names().empty()) {
      throw_empty(card, "each line must be a JSON object with the record's fields");
    }
    columns_ = columns_of_header(without_lists(rows_.names()), fields, rows_.place(), card);
    first_columns_ = columns_.size();
  }

  bool next(std::vector<std::string>& values) override {
    if (!first_list_.empty()) refuse_list(first_list_);
    if (!rows_.next(values)) return false;
    while (columns_.size() < rows_.names().size()) {
      const std::string& name = rows_.names()[columns_.size()];
      if (std::ranges::find(columns_, name, &Column::name) != columns_.end()) refuse_list(name);
      columns_.push_back(further_column(name, columns_, fields_, rows_.place(), card_));
    }
    return true;
  }

  Kind kind(std::size_t column) const override { return rows_.kind(column); }
  const Place& place() const override { return rows_.place(); }
  RecordPlace next_place(std::uint64_t records) const override {
    return {rows_.taken(), rows_.lines(), records};
  }
  void go_on(LineReader lines) override { rows_.go_on(std::move(lines)); }
  bool has_first_columns() const override { return columns_.size() == first_columns_; }

 private:
  // Drops lists, which cannot be labels: their further texts have no name. A list that is to be
  // refused is refused at reading: it must not change which probe the file is for.
  std::vector<std::string> without_lists(std::vector<std::string> names) {
    std::set<std::string> seen;
    for (auto& name : names) {
      if (seen.insert(name).second) continue;
      if (takes_one_text(name)) {
        if (first_list_.empty()) first_list_ = name;
        name.clear();
      } else if (!names_field(name)) {
        name.clear();
      }
    }
    return names;
  }

  bool takes_one_text(const std::string& name) const {
    const auto field =
        std::ranges::find_if(fields_, [&](const Field& one) { return names_any(name, {&one, 1}); });
    return field != fields_.end() && !field->repeats;
  }

  void refuse_list(const std::string& name) const {
    if (!takes_one_text(name)) return;
    Place at = rows_.place();
    at.column = name;
    const std::string member = ".[\"" + name + "\"]";
    throw input_error("a list of texts, but one text is expected", std::move(at),
                      "write a line for each, as `jq -c '(([" + member +
                          "] | flatten[]) // null) as $one | " + member +
                          " = $one' FILE > OTHER.jsonl` does");
  }

  bool names_field(const std::string& name) const {
    return names_any(name, fields_) ||
           std::ranges::any_of(card_.named_columns, [&](const auto& of) {
             return std::ranges::find(of.second, name) != of.second.end();
           });
  }

  const Card& card_;
  std::span<const Field> fields_;
  JsonLinesReader rows_;
  std::string first_list_;         // in the first object, several texts for a field that takes one
  std::size_t first_columns_ = 0;  // columns in the first object
};

}  // namespace

std::unique_ptr<RecordRows> object_rows(const Card& card, std::span<const Field> fields) {
  return std::make_unique<ObjectRows>(card, fields);
}

}  // namespace sonde

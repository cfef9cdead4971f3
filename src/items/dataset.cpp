#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "formats/delimited.h"
#include "formats/wordnet.h"
#include "items/card.h"
#include "items/columns.h"
#include "items/label_reader.h"
#include "sonde/dataset.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Remembers ids by 64 bits of their digests: 2^-64 a pair to take two for one.
class SeenIds {
 public:
  void check(const std::string& id, const Place& place) {
    const auto [entry, is_new] = lines_.emplace(digest_of(id).low64(), place.line);
    if (is_new) return;
    Place at = place;
    at.item = id;
    throw input_error("the id stands at line " + std::to_string(entry->second) + " already", at,
                      "give each item an id of its own");
  }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> lines_;
};

// The one field that a record must have, of a layout whose records are single sentences.
std::size_t only_field(const Card& card, std::span<const Field> fields) {
  const auto is_required = [](const Field& field) { return field.required; };
  if (std::count_if(fields.begin(), fields.end(), is_required) != 1) {
    throw input_error("single sentences are nothing for the probe '" + card.probe + "'",
                      place_in_card(card, "layout"), "see docs/formats.md for what it reads");
  }
  return static_cast<std::size_t>(std::find_if(fields.begin(), fields.end(), is_required) -
                                  fields.begin());
}

Card with_layout(Card card, std::span<const Field> fields) {
  if (!reads_lines(card, fields)) return card;
  only_field(card, fields);
  card.separator = '\n';
  card.header = card.quoted = false;
  return card;
}

class RecordReader {
 public:
  RecordReader(const Card& card, std::span<const Field> fields)
      : card_(with_layout(card, fields)),
        field_count_(fields.size()),
        lines_(card.file, {card_.separator, card_.quoted}) {
    read_header(fields);
    for (const auto& source : card.labels) labels_.push_back(read_labels(source));
  }

  bool next(Record& record) {
    if (!lines_.next(values_)) return false;
    check_count();
    record = {};
    record.place = lines_.place();
    record.values.resize(field_count_);
    for (std::size_t i = 0; i < columns_.size(); ++i) put(columns_[i], values_[i], record);
    finish_id(record);
    for (const auto& labels : labels_) labels->label(number_, record);
    ++number_;
    return true;
  }

  std::size_t fields_found() const {
    const auto is_field = [](const Column& one) { return one.use == Column::Use::kField; };
    return static_cast<std::size_t>(std::ranges::count_if(columns_, is_field));
  }

  void finish() {
    for (const auto& labels : labels_) labels->finish(number_);
  }

 private:
  void read_header(std::span<const Field> fields) {
    const bool by_header = card_.header && card_.columns.empty();
    if (!by_header) columns_ = columns_of_card(card_, fields);
    if (!card_.header) return;
    if (!lines_.next(values_)) {
      throw input_error("is empty", {card_.file.string()}, "its first line must name the columns");
    }
    if (by_header) {
      check_separator();
      columns_ = columns_of_header(values_, fields, lines_.place());
      check_any(fields);
    }
    check_count();
  }

  // A header of one column that another separator would part.
  void check_separator() const {
    constexpr std::string_view kOthers = ";,\t|";
    if (values_.size() != 1) return;
    const auto found = values_.front().find_first_of(kOthers);
    if (found == std::string::npos) return;
    const char other = values_.front()[found];
    const std::string written = other == '\t' ? "\\t" : std::string(1, other);
    throw input_error(
        "the header is one column: '" + values_.front().substr(0, 80) + "'", lines_.place(),
        "columns are separated by " + separator_name() +
            "; if these are otherwise, say so in a card: separator = \"" + written + "\"");
  }

  // Of a probe whose columns may each be missing.
  void check_any(std::span<const Field> fields) const {
    if (fields_found() > 0) return;
    std::string known;
    for (const auto& field : fields) known += (known.empty() ? "" : ", ") + field.name;
    throw input_error("the header has none of the columns " + known, lines_.place(),
                      "see docs/formats.md for which go together");
  }

  std::string separator_name() const {
    return card_.separator == '\t' ? "tabs" : std::string("'") + card_.separator + "'";
  }

  void check_count() const {
    check_column_count(values_, columns_.size(), lines_.place(),
                       "columns are separated by " + separator_name());
  }

  void put(const Column& column, std::string& value, Record& record) const {
    if (column.use == Column::Use::kId) {
      record.id = std::move(value);
    } else if (column.use == Column::Use::kField) {
      record.values[column.field] = std::move(value);
    } else if (column.use == Column::Use::kLabel) {
      set_label(record, column.name, value, record.place);
    }
  }

  void finish_id(Record& record) {
    bool own = false;
    for (const auto& column : columns_) own |= column.use == Column::Use::kId;
    if (!own) {
      record.id = std::to_string(number_ + 1);
      return;
    }
    if (record.id.empty()) throw input_error("an empty id", record.place, "fill it in");
    ids_.check(record.id, record.place);
  }

  Card card_;
  std::size_t field_count_;
  DelimitedReader lines_;
  std::vector<Column> columns_;
  std::vector<std::unique_ptr<LabelReader>> labels_;
  std::vector<std::string> values_;
  SeenIds ids_;
  std::uint64_t number_ = 0;
};

void read_wordnet(const Card& card, std::span<const Field> fields,
                  const std::function<bool(Record&&)>& take) {
  const std::size_t field = only_field(card, fields);
  WordNetSentences sentences(card.file);
  std::string sentence;
  for (std::uint64_t number = 1; sentences.next(sentence); ++number) {
    Record record;
    record.id = std::to_string(number);
    record.values.resize(fields.size());
    record.values[field] = sentence;
    record.place = sentences.place();
    if (!take(std::move(record))) return;
  }
}

}  // namespace

bool reads_lines(const Card& card, std::span<const Field> fields) {
  if (card.layout != Layout::kTable) return card.layout == Layout::kLines;
  const std::string extension = card.file.extension().string();
  if (fields.size() != 1 || extension == ".tsv" || extension == ".csv") return false;
  return std::ranges::none_of(std::array{"layout", "separator", "header", "columns", "quoted"},
                              [&](const char* key) { return card.lines.contains(key); });
}

std::size_t count_columns(const Card& card, std::span<const Field> fields) {
  return card.layout == Layout::kWordNet ? 1 : RecordReader(card, fields).fields_found();
}

void read_records(const Card& card, std::span<const Field> fields,
                  const std::function<bool(Record&&)>& take) {
  if (card.layout == Layout::kWordNet) return read_wordnet(card, fields, take);
  RecordReader reader(card, fields);
  Record record;
  while (reader.next(record)) {
    if (!take(std::move(record))) return;
  }
  reader.finish();
}

}  // namespace sonde

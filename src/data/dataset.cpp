#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/file_digest.h"
#include "base/open_file.h"
#include "base/parse.h"
#include "data/card.h"
#include "data/columns.h"
#include "data/label_reader.h"
#include "data/stretches.h"
#include "formats/json/json_lines.h"
#include "formats/lexicons/wordnet.h"
#include "formats/tables/delimited.h"
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
                      "give each item a different id");
  }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> lines_;
};

// The field that a record is, of a layout whose records are single sentences.
std::size_t line_field(const Card& card, std::span<const Field> fields) {
  const auto found = std::ranges::find_if(fields, &Field::is_line);
  if (found != fields.end()) return static_cast<std::size_t>(found - fields.begin());
  throw input_error("single sentences cannot be used by the probe '" + card.probe + "'",
                    place_in_card(card, "layout"), "see docs/reference/data.md for what it reads");
}

// Whether a first line is rather of a table: it has a tab, or one of its parts is called as the
// field that a line would be.
bool is_header(std::string_view line, const Field& field) {
  if (line.find('\t') != line.npos) return true;
  for (const char separator : {',', ';', '|'}) {
    for (const auto part : parts_of(line, separator)) {
      if (names_any(std::string(trimmed(part, " \"")), {&field, 1})) return true;
    }
  }
  return false;
}

using Rows = std::variant<DelimitedReader, JsonLinesReader>;

Rows rows_of(const Card& card) {
  if (card.layout == Layout::kJsonLines)
    return Rows(std::in_place_type<JsonLinesReader>, card.file);
  return Rows(std::in_place_type<DelimitedReader>, card.file,
              DelimitedForm{card.separator, card.quoted});
}

Card with_layout(Card card, std::span<const Field> fields) {
  card.layout = layout_of(card, fields);
  if (card.layout != Layout::kLines) return card;
  card.columns = {fields[line_field(card, fields)].name};
  card.separator = '\n';
  card.header = card.quoted = false;
  return card;
}

class RecordReader {
 public:
  RecordReader(const Card& card, std::span<const Field> fields)
      : card_(with_layout(card, fields)),
        fields_(fields.begin(), fields.end()),
        rows_(rows_of(card_)) {
    read_columns();
    first_columns_ = columns_.size();
    for (const auto& source : card.labels) labels_.push_back(read_labels(source));
    for (const auto field : constant_fields(card_, fields_)) {
      constants_.emplace_back(field, card_.settings.at(fields_[field].name));
    }
  }

  bool next(Record& record) {
    if (!next_row()) return false;
    record = {};
    record.place = place();
    record.values.resize(fields_.size());
    filled_.assign(fields_.size(), false);
    for (std::size_t i = 0; i < columns_.size(); ++i) put(i, record);
    for (const auto& [field, value] : constants_) record.values[field] = value;
    finish_id(record);
    for (const auto& labels : labels_) labels->label(number_, record);
    ++number_;
    return true;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& column : columns_) {
      if (column.use == Column::Use::kSkip) continue;
      names.push_back((column.use == Column::Use::kLabel ? "label:" : "") + column.name);
    }
    for (const auto& source : card_.labels) names.push_back("label:" + source.name);
    return names;
  }

  std::size_t fields_found() const {
    std::set<std::size_t> found;
    for (const auto& column : columns_) {
      if (column.use == Column::Use::kField) found.insert(column.field);
    }
    return found.size();
  }

  void finish() {
    for (const auto& labels : labels_) labels->finish(number_);
  }

  // The place of the next record.
  RecordPlace next_place() const {
    return std::visit(
        [this](const auto& rows) { return RecordPlace{rows.taken(), rows.lines(), number_}; },
        rows_);
  }

  void go_on(LineReader lines, std::uint64_t number) {
    std::visit([&](auto& rows) { rows.go_on(std::move(lines)); }, rows_);
    number_ = number;
  }

  // Whether records are read the same wherever reading begins.
  bool reads_from_anywhere() const {
    return labels_.empty() && (objects() == nullptr || columns_.size() == first_columns_);
  }

 private:
  JsonLinesReader* objects() { return std::get_if<JsonLinesReader>(&rows_); }
  const JsonLinesReader* objects() const { return std::get_if<JsonLinesReader>(&rows_); }

  const Place& place() const {
    return std::visit([](const auto& rows) -> const Place& { return rows.place(); }, rows_);
  }

  void read_columns() {
    if (objects() != nullptr) return read_keys();
    if (card_.header) return read_header();
    take_columns_of_card();
  }

  void take_columns_of_card() {
    columns_ = columns_of_card(card_, fields_);
    has_rest_ = !columns_.empty() && columns_.back().use == Column::Use::kRest;
    if (has_rest_) columns_.pop_back();
  }

  void read_keys() {
    if (!card_.columns.empty()) {
      throw input_error("JSON lines have no columns in order", place_in_card(card_, "columns"),
                        "name them: columns = { first = \"KEY\", second = \"KEY\" }");
    }
    const auto& names = objects()->names();
    if (names.empty()) throw_empty("each line must be a JSON object with the record's fields");
    columns_ = columns_of_header(without_lists(names), fields_, place(), card_);
  }

  // Drops lists, which cannot be labels: their further texts have no name.
  std::vector<std::string> without_lists(std::vector<std::string> names) const {
    std::set<std::string> seen;
    for (auto& name : names) {
      if (seen.insert(name).second) continue;
      refuse_list(name);
      if (!names_field(name)) name.clear();
    }
    return names;
  }

  // Refuses several texts for a field that takes one.
  void refuse_list(const std::string& name) const {
    const auto field =
        std::ranges::find_if(fields_, [&](const Field& one) { return names_any(name, {&one, 1}); });
    if (field == fields_.end() || field->repeats) return;
    Place at = place();
    at.column = name;
    throw input_error("a list of texts, but one text is expected", std::move(at),
                      "write a line for each, as `jq -c '.[\"" + name + "\"][] as $one | .[\"" +
                          name + "\"] = $one' FILE > OTHER.jsonl` does");
  }

  bool names_field(const std::string& name) const {
    return names_any(name, fields_) ||
           std::ranges::any_of(card_.named_columns, [&](const auto& of) {
             return std::ranges::find(of.second, name) != of.second.end();
           });
  }

  void read_header() {
    const auto& rows = std::get<DelimitedReader>(rows_);
    if (!std::get<DelimitedReader>(rows_).next(values_)) {
      throw_empty("its first line must name the columns");
    }
    if (card_.columns.empty()) {
      check_separator();
      columns_ = columns_of_header(values_, fields_, rows.place(), card_);
    } else {
      take_columns_of_card();
    }
    check_count();
  }

  [[noreturn]] void throw_empty(const char* advice) const {
    throw input_error("is empty", {card_.file.string()}, advice);
  }

  bool next_row() {
    if (objects() == nullptr) {
      if (!std::get<DelimitedReader>(rows_).next(values_)) return false;
      check_count();
      return true;
    }
    if (!objects()->next(values_)) return false;
    const auto& names = objects()->names();
    while (columns_.size() < names.size()) {
      const std::string& name = names[columns_.size()];
      if (std::ranges::find(columns_, name, &Column::name) != columns_.end()) refuse_list(name);
      columns_.push_back(further_column(name, columns_, fields_, place(), card_));
    }
    return true;
  }

  // A header of one column that another separator would part.
  void check_separator() const {
    constexpr std::string_view kOthers = ";,\t|";
    if (values_.size() != 1) return;
    const auto found = values_.front().find_first_of(kOthers);
    if (found == std::string::npos) return;
    const char other = values_.front()[found];
    const std::string written = other == '\t' ? "\\t" : std::string(1, other);
    throw input_error("the header is one column: '" + values_.front().substr(0, 80) + "'", place(),
                      "columns are separated by " + separator_name() +
                          "; if these are otherwise, describe it in a card: separator = \"" +
                          written + "\"");
  }

  std::string separator_name() const {
    return card_.separator == '\t' ? "tabs" : std::string("'") + card_.separator + "'";
  }

  void check_count() const {
    if (has_rest_ && values_.size() > columns_.size()) return;
    check_column_count(values_, columns_.size(), place(),
                       "columns are separated by " + separator_name());
  }

  void put(std::size_t i, Record& record) {
    const Column& column = columns_[i];
    std::string& value = values_[i];
    const auto kind = objects() == nullptr ? JsonLinesReader::Kind::kPlain : objects()->kind(i);
    if (column.use == Column::Use::kId) {
      record.id = std::move(value);
    } else if (column.use == Column::Use::kField) {
      check_kind(column, kind);
      put_field(column.field, value, record);
    } else if (column.use == Column::Use::kLabel && kind == JsonLinesReader::Kind::kPlain) {
      set_label(record, column.name, value, record.place);
    }
  }

  void check_kind(const Column& column, JsonLinesReader::Kind kind) const {
    using Kind = JsonLinesReader::Kind;
    if (kind != Kind::kNested) return;
    Place at = place();
    at.column = column.name;
    throw input_error("an object, or a list with something other than texts", std::move(at),
                      "write a text");
  }

  void put_field(std::size_t field, std::string& value, Record& record) {
    if (filled_[field]) {
      record.further.emplace_back(field, std::move(value));
    } else {
      record.values[field] = std::move(value);
    }
    filled_[field] = true;
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
  std::vector<Field> fields_;
  Rows rows_;
  std::vector<Column> columns_;
  std::size_t first_columns_ = 0;  // columns in the header or the first object
  bool has_rest_ = false;          // lines may have further columns
  std::vector<std::pair<std::size_t, std::string>> constants_;
  std::vector<bool> filled_;  // the fields of a record that have a value
  std::vector<std::unique_ptr<LabelReader>> labels_;
  std::vector<std::string> values_;
  SeenIds ids_;
  std::uint64_t number_ = 0;
};

// The bytes of stretches, one after another, each as it was listed.
class ListedBytes {
 public:
  ListedBytes(const Card& card, std::span<const Stretch> stretches)
      : card_(card), stretches_(stretches) {}

  std::size_t read(std::span<char> out) {
    if (given_ == bytes_.size() && !stretches_.empty()) take_next();
    const std::size_t count = std::min(out.size(), bytes_.size() - given_);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(given_), count, out.begin());
    given_ += count;
    return count;
  }

 private:
  void take_next() {
    const Stretch& next = stretches_.front();
    bytes_ = bytes_between(card_.file, next.begin.bytes, next.end);
    given_ = 0;
    if (content_digest(bytes_) != next.digest) throw_changed_since_listed(card_);
    stretches_ = stretches_.subspan(1);
  }

  const Card& card_;
  std::span<const Stretch> stretches_;  // that are still to come
  std::string bytes_;
  std::size_t given_ = 0;
};

void read_wordnet(const Card& card, std::span<const Field> fields,
                  const std::function<bool(Record&&)>& take) {
  const std::size_t field = line_field(card, fields);
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

Layout layout_of(const Card& card, std::span<const Field> fields) {
  if (card.layout != Layout::kTable || card.lines.contains("layout")) return card.layout;
  const bool says_columns =
      !card.columns.empty() ||
      std::ranges::any_of(std::array{"separator", "header", "quoted"},
                          [&](const char* key) { return card.lines.contains(key); });
  if (says_columns) return Layout::kTable;
  if (is_json_lines(card.file)) return Layout::kJsonLines;
  const std::string extension = card.file.extension().string();
  const bool is_table = extension == ".tsv" || extension == ".csv" || names_columns(card);
  const auto line = std::ranges::find_if(fields, &Field::is_line);
  if (is_table || line == fields.end()) return Layout::kTable;
  return is_header(first_line(card.file).text, *line) ? Layout::kTable : Layout::kLines;
}

std::size_t count_columns(const Card& card, std::span<const Field> fields) {
  return card.layout == Layout::kWordNet ? 1 : RecordReader(card, fields).fields_found();
}

std::vector<std::string> columns_read(const Card& card, std::span<const Field> fields) {
  if (card.layout == Layout::kWordNet) return {fields[line_field(card, fields)].name};
  return RecordReader(card, fields).names();
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

bool read_placed_records(
    const Card& card, std::span<const Field> fields,
    const std::function<void(Record&&, const RecordPlace& begin, const RecordPlace& end)>& take) {
  if (card.layout == Layout::kWordNet) {
    read_wordnet(card, fields, [&](Record&& record) {
      take(std::move(record), {}, {});
      return true;
    });
    return false;
  }
  RecordReader reader(card, fields);
  Record record;
  for (RecordPlace begin = reader.next_place(); reader.next(record);) {
    const RecordPlace end = reader.next_place();
    take(std::move(record), begin, end);
    begin = end;
  }
  reader.finish();
  return reader.reads_from_anywhere();
}

void read_stretches(const Card& card, std::span<const Field> fields,
                    std::span<const Stretch> stretches, const std::function<void(Record&&)>& take) {
  if (stretches.empty()) return;
  const RecordPlace& begin = stretches.front().begin;
  RecordReader reader(card, fields);
  ListedBytes bytes(card, stretches);
  reader.go_on(LineReader([&](std::span<char> out) { return bytes.read(out); }, card.file.string(),
                          begin.lines),
               begin.records);
  Record record;
  while (reader.next(record)) take(std::move(record));
}

}  // namespace sonde

#include "data/label_reader.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/names.h"
#include "base/parse.h"
#include "data/columns.h"
#include "formats/lines.h"
#include "formats/tables/table.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// The place of a header's column. Errors: kInput.
std::size_t find_column(const std::vector<std::string>& header, const std::string& name,
                        const Place& place) {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  throw input_error("no column '" + name + "' in the header", place,
                    did_you_mean(name, header, "its first line must name the columns"));
}

// A file of labels with a header, line by line.
class LabelLines {
 public:
  explicit LabelLines(const LabelSource& source) : lines_(source.file, {source.separator, false}) {
    if (!lines_.next(fields_)) {
      throw input_error("is empty", {source.file.string()}, "its first line must name the columns");
    }
    columns_ = fields_.size();
    value_ = find_column(fields_, source.column, lines_.place());
    if (!source.key.empty()) key_ = find_column(fields_, source.key, lines_.place());
  }

  bool next() {
    if (!lines_.next(fields_)) return false;
    check_column_count(fields_, columns_, place(), "give each line as many as the header");
    return true;
  }

  const std::string& value() const { return fields_[value_]; }
  const std::string& key() const { return fields_[key_]; }
  const Place& place() const { return lines_.place(); }

 private:
  TableReader lines_;
  std::vector<std::string> fields_;
  std::size_t columns_ = 0;
  std::size_t value_ = 0;
  std::size_t key_ = 0;
};

[[noreturn]] void throw_other_length(const LabelSource& source, std::uint64_t labels,
                                     const std::string& more, const Place& place) {
  throw input_error(
      "label '" + source.name + "': " + counted(labels, "label") + ", but " + more, place,
      "the file must have a line for each record, in order, or a `key` column with the items' ids");
}

// A label a line, in the order of the records.
class LabelsInOrder : public LabelReader {
 public:
  explicit LabelsInOrder(const LabelSource& source) : source_(source), lines_(source) {}

  void label(std::uint64_t number, Record& record) override {
    if (!lines_.next()) {
      throw_other_length(source_, number, "the data set has more records", lines_.place());
    }
    set_label(record, source_.name, lines_.value(), lines_.place());
  }

  void finish(std::uint64_t records) override {
    if (!lines_.next()) return;
    throw_other_length(source_, records + 1, "the data set has " + counted(records, "record"),
                       lines_.place());
  }

 private:
  const LabelSource& source_;
  LabelLines lines_;
};

// Labels by the items' ids, in any order. Items may have none.
class LabelsByKey : public LabelReader {
 public:
  explicit LabelsByKey(const LabelSource& source) : source_(source) {
    LabelLines lines(source);
    while (lines.next()) {
      const bool is_new =
          labels_.try_emplace(lines.key(), Label{lines.value(), lines.place().line}).second;
      if (is_new) continue;
      Place place = lines.place();
      place.item = lines.key();
      throw input_error(
          "the item already has a label, at line " + std::to_string(labels_.at(lines.key()).line),
          place, "remove one of the lines");
    }
  }

  void label(std::uint64_t, Record& record) override {
    const auto found = labels_.find(record.id);
    if (found == labels_.end()) return;
    found->second.used = true;
    set_label(record, source_.name, found->second.value, place(found->second));
  }

  void finish(std::uint64_t) override {
    const std::pair<const std::string, Label>* first = nullptr;
    for (const auto& entry : labels_) {
      const bool earlier = !first || entry.second.line < first->second.line;
      if (!entry.second.used && earlier) first = &entry;
    }
    if (!first) return;
    Place at = place(first->second);
    at.item = first->first;
    throw input_error("the data set has no such item", at,
                      "without an id column, items are numbered from 1");
  }

 private:
  struct Label {
    std::string value;
    std::size_t line;
    bool used = false;
  };

  Place place(const Label& label) const { return {source_.file.string(), label.line}; }

  const LabelSource& source_;
  std::unordered_map<std::string, Label> labels_;
};

// One value for the records whose numbers, from 0, are listed.
class IndexList : public LabelReader {
 public:
  explicit IndexList(const LabelSource& source) : source_(source) {
    LineReader lines(source.file);
    std::string_view line;
    while (lines.next(line))
      entries_.push_back({number_in(line, lines.place()), lines.place().line});
    std::sort(entries_.begin(), entries_.end());
    for (std::size_t i = 1; i < entries_.size(); ++i) {
      if (entries_[i].number != entries_[i - 1].number) continue;
      throw input_error("record " + std::to_string(entries_[i].number) +
                            " is already listed, at line " + std::to_string(entries_[i - 1].line),
                        place(entries_[i]), "remove one of the lines");
    }
  }

  void label(std::uint64_t number, Record& record) override {
    if (next_ == entries_.size() || entries_[next_].number != number) return;
    set_label(record, source_.name, source_.value, place(entries_[next_++]));
  }

  void finish(std::uint64_t records) override {
    if (next_ == entries_.size()) return;
    throw input_error("record " + std::to_string(entries_[next_].number) +
                          " is listed, but the data set has " + counted(records, "record") +
                          ", numbered from 0",
                      place(entries_[next_]), "remove the line");
  }

 private:
  struct Entry {
    std::uint64_t number;
    std::uint64_t line;
    auto operator<=>(const Entry&) const = default;
  };

  static std::uint64_t number_in(std::string_view line, const Place& place) {
    if (const auto number = parse_number<std::uint64_t>(line)) return *number;
    throw input_error("'" + std::string(line.substr(0, 40)) + "' is not a record number", place,
                      "an index list has a whole number from 0 per line");
  }

  Place place(const Entry& entry) const { return {source_.file.string(), entry.line}; }

  const LabelSource& source_;
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<LabelReader> read_labels(const LabelSource& source) {
  if (source.index) return std::make_unique<IndexList>(source);
  if (!source.key.empty()) return std::make_unique<LabelsByKey>(source);
  return std::make_unique<LabelsInOrder>(source);
}

void set_label(Record& record, const std::string& name, const std::string& value,
               const Place& place) {
  if (value.empty()) return;
  const auto [entry, is_new] = record.labels.emplace(name, value);
  if (is_new) return;
  Place at = place;
  at.item = record.id;
  throw input_error("the label '" + name + "' would be '" + value + "', but it is '" +
                        entry->second + "' already",
                    at, "give the two labels different names in the card");
}

}  // namespace sonde

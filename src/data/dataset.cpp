#include "sonde/dataset.h"

#include <algorithm>
#include <utility>

#include "base/file_digest.h"
#include "base/open_file.h"
#include "data/layout.h"
#include "data/record_reader.h"
#include "data/stretches.h"
#include "formats/lexicons/wordnet.h"

namespace sonde {
namespace {

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

#include "formats/lexicons/wordnet_entry.h"

#include <charconv>

namespace sonde {
namespace {

constexpr std::uint32_t kMostCategories = 45;
constexpr std::uint32_t kFirstVerbs = 29, kLastVerbs = 43;  // categories
constexpr std::uint32_t kMostFrames = 35;

// The fields of a line, one after the other. A missing or out-of-range field is an error.
class EntryFields {
 public:
  EntryFields(std::string_view line, const Place& place) : rest_(line), place_(place) {}

  std::string_view text() {
    const auto end = rest_.find(' ');
    const auto field = rest_.substr(0, end);
    if (field.empty()) refuse();
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    return field;
  }

  std::uint32_t number(std::uint32_t most, int base = 10) {
    const auto field = text();
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(field.data(), field.data() + field.size(), value, base);
    if (error != std::errc() || end != field.data() + field.size() || value > most) refuse();
    return value;
  }

  [[noreturn]] void refuse() const {
    throw input_error("is not an entry of WordNet", place_,
                      "the file is damaged: install Debian's package wordnet-base again");
  }

 private:
  std::string_view rest_;
  const Place& place_;
};

constexpr std::uint32_t kAnyOffset = 0xffffffff;

WordNetPointer pointer_of(EntryFields& fields) {
  WordNetPointer pointer;
  pointer.symbol = fields.text();
  pointer.offset = fields.number(kAnyOffset);
  pointer.part = fields.text().front();
  const std::uint32_t words = fields.number(0xffff, 16);
  pointer.source = static_cast<std::uint8_t>(words >> 8);
  pointer.target = static_cast<std::uint8_t>(words & 0xff);
  return pointer;
}

// Drops the marker of an adjective's position: "beautiful(p)".
std::string_view without_marker(std::string_view word) {
  return word.ends_with(')') ? word.substr(0, word.find('(')) : word;
}

}  // namespace

WordNetIndexEntry parse_wordnet_index(std::string_view line, const Place& place) {
  EntryFields fields(line, place);
  WordNetIndexEntry entry;
  entry.word = fields.text();
  fields.text();  // part of speech
  const std::uint32_t senses = fields.number(0xffff);
  for (std::uint32_t left = fields.number(0xff); left > 0; --left)
    fields.text();        // pointer symbols
  fields.number(0xffff);  // senses again
  entry.counted = fields.number(0xffff);
  for (std::uint32_t left = senses; left > 0; --left) {
    entry.offsets.push_back(fields.number(kAnyOffset));
  }
  if (entry.offsets.empty()) fields.refuse();
  return entry;
}

WordNetSet parse_wordnet_set(std::string_view line, const Place& place) {
  EntryFields fields(line, place);
  WordNetSet set;
  set.offset = fields.number(kAnyOffset);
  set.category = static_cast<std::uint8_t>(fields.number(kMostCategories - 1));
  fields.text();  // part of speech
  for (std::uint32_t left = fields.number(0xff, 16); left > 0; --left) {
    set.words.emplace_back(without_marker(fields.text()));
    fields.text();  // which of several of that spelling
  }
  for (std::uint32_t left = fields.number(0xffff); left > 0; --left) {
    set.pointers.push_back(pointer_of(fields));
  }
  if (set.category < kFirstVerbs || set.category > kLastVerbs) return set;
  for (std::uint32_t left = fields.number(kMostFrames); left > 0; --left) {
    fields.text();  // "+"
    set.frames |= std::uint64_t{1} << fields.number(kMostFrames);
    fields.number(0xff, 16);  // for which word
  }
  return set;
}

}  // namespace sonde

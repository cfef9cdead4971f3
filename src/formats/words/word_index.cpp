#include "formats/words/word_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::array<char, 8> kIndexMagic{'s', 'o', 'n', 'd', 'e', 'w', 'i', '1'};
constexpr std::uint64_t kByteOrder = 0x0102030405060708U;

// Depends on the file's time and place of creation, so that no file can be written whose words all
// fall into one place.
std::uint64_t seed_of(const WordIndex::Source& source) {
  const auto number = [](auto value) { return static_cast<std::uint64_t>(value); };
  const auto& stamp = source.stamp;
  return digest_of(stamp.device, stamp.inode, stamp.size, number(stamp.modified),
                   number(stamp.changed), source.reading)
      .low64();
}

constexpr std::uint64_t kTag = 0xffffffff00000000U;

std::uint64_t slot_of(std::uint64_t hash, std::size_t number) {
  return (hash & kTag) | (number + 1);
}

std::size_t number_in(std::uint64_t slot) { return static_cast<std::size_t>(slot & ~kTag) - 1; }

// The table while it is filled.
class Table {
 public:
  Table(const ScannedWords& found, std::uint64_t seed)
      : found_(found), seed_(seed), slots_(std::bit_ceil(found.ends.size() * 4 / 3 + 2)) {}

  // False if an equal word came before. `number` is the word's among those stored.
  bool add(std::size_t i, std::size_t number) {
    const auto word = found_.word(i);
    const std::uint64_t hash = hash_bytes(word, seed_);
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      if ((slots_[at] & kTag) == (hash & kTag) && found_.word(kept_[number_in(slots_[at])]) == word)
        return false;
    }
    slots_[at] = slot_of(hash, number);
    kept_.push_back(i);
    return true;
  }

  const std::vector<std::uint64_t>& slots() const { return slots_; }
  const std::vector<std::size_t>& kept() const { return kept_; }

 private:
  const ScannedWords& found_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> slots_;
  std::vector<std::size_t> kept_;
};

template <class Number>
void append(std::string& image, const std::vector<Number>& numbers) {
  image.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

template <class Number>
std::span<const Number> take(const char*& at, std::size_t count) {
  const std::span<const Number> numbers(reinterpret_cast<const Number*>(at), count);
  at += numbers.size_bytes();
  return numbers;
}

}  // namespace

// At the start of the memory, before: places of numbers, slots, ends, letters.
struct WordIndex::Head {
  std::array<char, 8> magic = kIndexMagic;
  std::uint64_t byte_order = kByteOrder;
  Digest checksum;  // over the rest
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t modified = 0, changed = 0;
  Digest reading;
  std::uint64_t seed = 0;
  std::uint64_t words = 0, slots = 0, letters = 0;
  std::uint64_t duplicates = 0, unreadable = 0, of_other_languages = 0;

  bool is_of(const Source& source) const {
    const FileStamp stamp{device, inode, size, modified, changed};
    return magic == kIndexMagic && byte_order == kByteOrder && stamp == source.stamp &&
           reading == source.reading;
  }

  // Whether the parts make `total` bytes, and the table has an end.
  bool fits(std::uint64_t total) const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (words >= kMost || letters > kMost || !std::has_single_bit(slots) || slots <= words ||
        slots > 4 * kMost)
      return false;
    return total == sizeof(Head) + 8 * (words + slots) + 4 * words + letters;
  }
};

namespace {

// The checksum of the rest after it.
Digest checksum_of(std::span<const char> image) {
  constexpr std::size_t kBefore = kIndexMagic.size() + sizeof kByteOrder + sizeof(Digest);
  return Hasher().add_raw(std::as_bytes(image.subspan(kBefore))).finish();
}

}  // namespace

WordIndex::WordIndex(const ScannedWords& found, const Source& source) {
  if (found.ends.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    throw input_error("more than 4 thousand million words", {});
  }
  Head head;
  head.seed = seed_of(source);
  Table table(found, head.seed);
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint32_t> ends;
  std::string letters;
  for (std::size_t i = 0; i < found.ends.size(); ++i) {
    if (!table.add(i, numbers.size())) continue;
    numbers.push_back(found.numbers[i]);
    letters += found.word(i);
    ends.push_back(static_cast<std::uint32_t>(letters.size()));
  }
  const auto& stamp = source.stamp;
  std::tie(head.device, head.inode, head.size) = std::tie(stamp.device, stamp.inode, stamp.size);
  std::tie(head.modified, head.changed) = std::tie(stamp.modified, stamp.changed);
  head.reading = source.reading;
  head.words = numbers.size();
  head.slots = table.slots().size();
  head.letters = letters.size();
  head.duplicates = found.ends.size() - numbers.size();
  head.unreadable = found.unreadable;
  head.of_other_languages = found.of_other_languages;
  built_.reserve(sizeof head + 8 * (numbers.size() + head.slots) + 4 * ends.size() +
                 letters.size());
  built_.append(reinterpret_cast<const char*>(&head), sizeof head);
  append(built_, numbers);
  append(built_, table.slots());
  append(built_, ends);
  built_ += letters;
  lay_out();
}

WordIndex::WordIndex(MappedFile mapped) : mapped_(std::move(mapped)) { lay_out(); }

std::optional<WordIndex> WordIndex::open(const std::filesystem::path& file, const Source& source) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  MappedFile mapped(file);
  const auto bytes = mapped.bytes();
  Head head;
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::span image(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!head.is_of(source) || !head.fits(image.size()) || head.checksum != checksum_of(image)) {
    return std::nullopt;
  }
  return WordIndex(std::move(mapped));
}

void WordIndex::save(const std::filesystem::path& file) const {
  std::string image(bytes().begin(), bytes().end());
  const Digest checksum = checksum_of(image);
  std::memcpy(image.data() + offsetof(Head, checksum), &checksum, sizeof checksum);
  write_file_atomically(file, image);
}

void WordIndex::lay_out() {
  const char* at = bytes().data() + sizeof(Head);
  numbers_ = take<std::uint64_t>(at, head().words);
  slots_ = take<std::uint64_t>(at, head().slots);
  ends_ = take<std::uint32_t>(at, head().words);
  letters_ = {at, head().letters};
}

const WordIndex::Head& WordIndex::head() const {
  return *reinterpret_cast<const Head*>(bytes().data());
}

std::span<const char> WordIndex::bytes() const {
  if (!mapped_) return built_;
  return {reinterpret_cast<const char*>(mapped_->bytes().data()), mapped_->bytes().size()};
}

WordCounts WordIndex::counts() const {
  return {head().words, head().duplicates, head().unreadable, head().of_other_languages};
}

std::optional<std::uint32_t> WordIndex::find(std::string_view wanted) const {
  const std::uint64_t hash = hash_bytes(wanted, head().seed);
  for (std::size_t at = hash & (slots_.size() - 1); slots_[at] != 0;
       at = (at + 1) & (slots_.size() - 1)) {
    if ((slots_[at] & kTag) != (hash & kTag)) continue;
    const auto number = static_cast<std::uint32_t>(number_in(slots_[at]));
    if (word(number) == wanted) return number;
  }
  return std::nullopt;
}

std::string_view WordIndex::word(std::uint32_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return letters_.substr(begin, ends_[number] - begin);
}

}  // namespace sonde

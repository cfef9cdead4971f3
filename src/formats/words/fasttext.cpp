#include "formats/words/fasttext.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::uint32_t kFastTextMagic = 793712314;
constexpr std::int32_t kNewestVersion = 12;
constexpr std::int32_t kOldVersion = 11;  // whose classifiers have no n-grams, despite their header
constexpr std::int32_t kClassifier = 3;   // a value of `model`
constexpr std::int32_t kSent2Vec = 4;     // its authors' own
constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;
constexpr std::size_t kLongestWord = std::size_t{1} << 20;  // bytes
constexpr std::int32_t kMostDimensions = 65536;
constexpr std::int32_t kLongestNgram = 1024;  // characters
constexpr std::uint64_t kWordHash = 116049371;
constexpr std::string_view kEndOfSentence = "</s>";

[[noreturn]] void refuse(const PlainFile& file, const std::string& what,
                         const std::string& advice) {
  throw input_error(what, {file.name()}, advice);
}

[[noreturn]] void throw_cut(const PlainFile& file) {
  refuse(file, "ends within the fastText model", "it was cut off; fetch it again");
}

// Reads on from a place, in blocks.
class Cursor {
 public:
  Cursor(const PlainFile& file, std::uint64_t begin) : file_(file), offset_(begin) {}

  std::uint64_t offset() const { return offset_ + used_; }

  template <class Number>
  Number take() {
    while (held() < sizeof(Number)) grow();
    Number number;
    std::memcpy(&number, bytes_.data() + used_, sizeof number);
    used_ += sizeof number;
    return number;
  }

  // Up to a NUL, which is taken too. Valid until the next call.
  std::string_view take_word() {
    for (std::size_t looked = 0;;) {
      const std::string_view rest(bytes_.data() + used_, held());
      const auto end = rest.find('\0', looked);
      if (end != rest.npos) {
        used_ += end + 1;
        return rest.substr(0, end);
      }
      looked = rest.size();
      if (looked > kLongestWord) refuse(file_, "has a word longer than 1 MiB", "fetch it again");
      grow();
    }
  }

 private:
  std::size_t held() const { return bytes_.size() - used_; }

  void grow() {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(used_));
    offset_ += used_;
    used_ = 0;
    const std::size_t before = bytes_.size();
    bytes_.resize(before + kReadAtOnce);
    const std::size_t got = file_.read(offset_ + before, std::span(bytes_).subspan(before));
    bytes_.resize(before + got);
    if (got == 0) throw_cut(file_);
  }

  const PlainFile& file_;
  std::uint64_t offset_;
  std::size_t used_ = 0;
  std::vector<char> bytes_;
};

// A setting, in [low, high].
std::int32_t take_setting(Cursor& cursor, const PlainFile& file, const char* name, std::int32_t low,
                          std::int32_t high) {
  const auto number = cursor.take<std::int32_t>();
  if (number >= low && number <= high) return number;
  refuse(file, std::string("its setting '") + name + "' is " + std::to_string(number),
         "the file is damaged; fetch it again");
}

template <class Number>
void skip(Cursor& cursor, int count = 1) {
  for (int i = 0; i < count; ++i) cursor.take<Number>();
}

std::int32_t take_version(Cursor& cursor, const PlainFile& file) {
  const auto magic = cursor.take<std::uint32_t>();
  const auto version = cursor.take<std::int32_t>();
  if (magic != kFastTextMagic || version > kNewestVersion || version < kOldVersion) {
    refuse(file, "is a fastText model of version " + std::to_string(version),
           "sonde reads versions 11 and 12");
  }
  return version;
}

void take_settings(Cursor& cursor, const PlainFile& file, bool sent2vec, FastTextFile& form) {
  const auto version = take_version(cursor, file);
  form.dimension = static_cast<std::size_t>(take_setting(cursor, file, "dim", 1, kMostDimensions));
  skip<std::int32_t>(cursor, 4);  // ws, epoch, minCount, neg
  const auto ngram = take_setting(cursor, file, "wordNgrams", 0, kLongestNgram);
  skip<std::int32_t>(cursor);  // loss
  const auto model = take_setting(cursor, file, "model", 1, kSent2Vec);
  if ((model == kSent2Vec) != sent2vec) {
    refuse(file, sent2vec ? "is a fastText model, not Sent2Vec's" : "is a Sent2Vec model",
           "write " + std::string(sent2vec ? "words:" : "sent2vec:") + file.name());
  }
  form.buckets = static_cast<std::uint32_t>(take_setting(cursor, file, "bucket", 0, INT32_MAX));
  form.shortest = static_cast<std::size_t>(take_setting(cursor, file, "minn", 0, kLongestNgram));
  form.longest = static_cast<std::size_t>(take_setting(cursor, file, "maxn", 0, kLongestNgram));
  skip<std::int32_t>(cursor);  // lrUpdateRate
  skip<double>(cursor);        // t
  if (sent2vec) form.words_of_ngram = static_cast<std::size_t>(ngram);
  if (sent2vec || form.buckets == 0 || (version == kOldVersion && model == kClassifier))
    form.longest = 0;
}

void take_counts(Cursor& cursor, const PlainFile& file, FastTextFile& form) {
  const auto entries = take_setting(cursor, file, "size", 1, INT32_MAX);
  form.entries = static_cast<std::uint64_t>(entries);
  form.words = static_cast<std::uint64_t>(take_setting(cursor, file, "nwords", 0, entries));
  skip<std::int32_t>(cursor);  // labels
  skip<std::int64_t>(cursor);  // tokens it was trained on
  if (cursor.take<std::int64_t>() > 0) {
    refuse(file, "is a pruned fastText model", "use the model before it was quantised");
  }
  form.dictionary = cursor.offset();
}

void take_entries(Cursor& cursor, const FastTextFile& form, const TakeFastTextWord& take) {
  for (std::uint64_t entry = 0; entry < form.entries; ++entry) {
    const std::string_view word = cursor.take_word();
    if (entry < form.words) take(word, entry);
    skip<std::int64_t>(cursor);  // how often it was seen
    skip<std::int8_t>(cursor);   // word or label
  }
}

// The end of the matrix at `begin`. It has `rows` rows, if it has any.
std::uint64_t end_of_matrix(const PlainFile& file, std::uint64_t begin, std::int64_t rows,
                            std::int64_t columns) {
  std::uint64_t end = 0;
  const bool overflows = rows < 0 || columns < 0 ||
                         __builtin_mul_overflow(static_cast<std::uint64_t>(rows),
                                                static_cast<std::uint64_t>(columns), &end) ||
                         __builtin_mul_overflow(end, sizeof(float), &end) ||
                         __builtin_add_overflow(end, begin, &end);
  if (overflows || end > file.size()) throw_cut(file);
  return end;
}

// Places the matrix of vectors and checks that the next one, of the output, is whole too.
void take_matrix(Cursor& cursor, const PlainFile& file, FastTextFile& form) {
  if (cursor.take<std::uint8_t>() != 0) {
    refuse(file, "is a quantised fastText model", "use the model before it was quantised (.bin)");
  }
  const auto rows = cursor.take<std::int64_t>();
  const auto columns = cursor.take<std::int64_t>();
  const bool hashes = form.longest > 0 || form.words_of_ngram > 1;
  const auto wanted = form.words + (hashes ? form.buckets : 0);
  if (rows < 0 || static_cast<std::uint64_t>(rows) < wanted ||
      columns != static_cast<std::int64_t>(form.dimension)) {
    refuse(file,
           "its matrix has " + std::to_string(rows) + " rows of " + std::to_string(columns) +
               " numbers, not " + std::to_string(wanted) + " of " + std::to_string(form.dimension),
           "the file is damaged; fetch it again");
  }
  form.matrix = cursor.offset();
  Cursor behind(file, end_of_matrix(file, form.matrix, rows, columns));
  if (behind.take<std::uint8_t>() != 0) return;  // quantised
  const auto output_rows = behind.take<std::int64_t>();
  const auto output_columns = behind.take<std::int64_t>();
  end_of_matrix(file, behind.offset(), output_rows, output_columns);
}

FastTextFile read_model(const PlainFile& file, bool sent2vec) {
  FastTextFile form;
  Cursor cursor(file, 0);
  take_settings(cursor, file, sent2vec, form);
  take_counts(cursor, file, form);
  take_entries(cursor, form, [](std::string_view, std::uint64_t) {});
  take_matrix(cursor, file, form);
  return form;
}

// FNV-1a, in fastText's variant that widens bytes with their sign.
std::uint32_t hash_of(std::string_view ngram) {
  std::uint32_t hash = 2166136261U;
  for (const char c : ngram) {
    hash ^= static_cast<std::uint32_t>(static_cast<std::int8_t>(c));
    hash *= 16777619U;
  }
  return hash;
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

// The start of each character of a UTF-8 text, and the text's end.
std::vector<std::size_t> character_places(std::string_view text) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!continues(text[i])) places.push_back(i);
  }
  places.push_back(text.size());
  return places;
}

}  // namespace

bool is_fasttext(std::string_view bytes) {
  const auto magic = std::bit_cast<std::array<char, sizeof kFastTextMagic>>(kFastTextMagic);
  return bytes.starts_with(std::string_view(magic.data(), magic.size()));
}

FastTextFile read_fasttext(const PlainFile& file) { return read_model(file, false); }
FastTextFile read_sent2vec(const PlainFile& file) { return read_model(file, true); }

std::vector<std::uint64_t> sent2vec_rows(const FastTextFile& form,
                                         std::vector<std::uint64_t> words) {
  const std::size_t count = words.size();
  if (form.buckets == 0) return words;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t hash = words[i];
    for (std::size_t k = i + 1; k < count && k < i + form.words_of_ngram; ++k) {
      hash = hash * kWordHash + words[k];
      words.push_back(form.words + hash % form.buckets);
    }
  }
  return words;
}

void each_fasttext_word(const PlainFile& file, const FastTextFile& form,
                        const TakeFastTextWord& take) {
  Cursor cursor(file, form.dictionary);
  take_entries(cursor, form, take);
}

std::vector<std::uint64_t> subword_rows(const FastTextFile& form, std::string_view word) {
  std::vector<std::uint64_t> rows;
  if (form.longest == 0 || word == kEndOfSentence) return rows;
  const std::string framed = "<" + std::string(word) + ">";
  const auto places = character_places(framed);
  const std::size_t characters = places.size() - 1;
  for (std::size_t first = 0; first < characters; ++first) {
    const std::size_t most = std::min(form.longest, characters - first);
    for (std::size_t n = std::max<std::size_t>(1, form.shortest); n <= most; ++n) {
      const bool is_edge = n == 1 && (first == 0 || first + 1 == characters);
      if (is_edge) continue;
      const auto begin = places[first];
      const auto ngram = std::string_view(framed).substr(begin, places[first + n] - begin);
      rows.push_back(form.words + hash_of(ngram) % form.buckets);
    }
  }
  return rows;
}

}  // namespace sonde

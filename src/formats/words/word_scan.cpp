#include "formats/words/word_scan.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

#include "base/counted.h"
#include "base/threads.h"
#include "formats/lines.h"
#include "formats/utf8.h"
#include "formats/words/word_row.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kScanned = std::size_t{1} << 20;
constexpr std::uint64_t kPart = std::uint64_t{16} << 20;  // bytes that a thread scans at a time
constexpr std::string_view kPrefix = "/c/";

// A window that moves over a file.
class Window {
 public:
  Window(const PlainFile& file, std::uint64_t begin) : file_(file), offset_(begin) {}

  std::uint64_t offset() const { return offset_ + used_; }
  std::string_view rest() const { return {bytes_.data() + used_, held_ - used_}; }
  void skip(std::size_t count) { used_ += count; }

  // False at the end of the file.
  bool grow() {
    if (used_ > 0) std::memmove(bytes_.data(), bytes_.data() + used_, held_ - used_);
    held_ -= used_;
    offset_ += used_;
    used_ = 0;
    const std::uint64_t end = std::max(file_.size(), offset_ + held_ + 1);
    const auto block =
        static_cast<std::size_t>(std::min<std::uint64_t>(kScanned, end - (offset_ + held_)));
    bytes_.resize(std::max(bytes_.size(), held_ + block));
    const std::size_t got = file_.read(offset_ + held_, {bytes_.data() + held_, block});
    held_ += got;
    return got > 0;
  }

 private:
  const PlainFile& file_;
  std::uint64_t offset_;
  std::size_t used_ = 0, held_ = 0;
  std::vector<char> bytes_;
};

// The error of the row at an offset.
struct Complaint {
  std::uint64_t offset = 0;
  std::string what, advice;
};

// The line at the window's start, or nothing at the file's end.
std::optional<std::string_view> next_line(Window& window) {
  std::size_t looked = 0;
  for (;;) {
    const auto rest = window.rest();
    const auto end = rest.find('\n', looked);
    if (end != rest.npos) return rest.substr(0, end);
    looked = rest.size();
    if (looked > kLongestLine) {
      throw Complaint{window.offset(), "the row is longer than 1 MiB",
                      "is this a file of word vectors?"};
    }
    if (window.grow()) continue;
    return window.rest().empty() ? std::nullopt : std::optional(window.rest());
  }
}

// Adds words to those found, but for those to be left out.
class Collector {
 public:
  Collector(const WordForm& form, std::string_view language)
      : keyed_(form.keyed), prefix_(std::string(kPrefix) + std::string(language) + "/") {}

  void add(std::string_view word, std::uint64_t numbers) {
    ++found_.rows;
    if (keyed_ && !word.starts_with(prefix_)) {
      ++found_.of_other_languages;
      return;
    }
    if (keyed_) word.remove_prefix(prefix_.size());
    if (word.empty() || find_invalid_utf8(word) != word.npos) {
      ++found_.unreadable;
      return;
    }
    const std::size_t begin = found_.letters.size();
    found_.letters += word;
    if (keyed_) {
      std::replace(found_.letters.begin() + static_cast<std::ptrdiff_t>(begin),
                   found_.letters.end(), '_', ' ');
    }
    found_.ends.push_back(static_cast<std::uint32_t>(found_.letters.size()));
    found_.numbers.push_back(numbers);
  }

  ScannedWords take() { return std::move(found_); }

 private:
  bool keyed_;
  std::string prefix_;
  ScannedWords found_;
};

void add_line(std::string_view line, std::uint64_t offset, std::size_t dimension, Collector& to) {
  if (line.find_first_not_of(" \t\r") == line.npos) return;
  const auto row = split_word_row(line, dimension);
  if (!row) {
    throw Complaint{offset, "the row has fewer than " + counted(dimension, "number"),
                    "was the file cut off?"};
  }
  to.add(row->word, offset + static_cast<std::uint64_t>(row->numbers.data() - line.data()));
}

// The lines that begin in [first, last).
ScannedWords scan_lines(const PlainFile& file, const WordForm& form, std::string_view language,
                        std::uint64_t first, std::uint64_t last) {
  Collector collector(form, language);
  Window window(file, first > form.begin ? first - 1 : first);
  if (first > form.begin) {  // the line that reaches into this part is the part's before
    const auto line = next_line(window);
    if (line) window.skip(std::min(line->size() + 1, window.rest().size()));
  }
  while (window.offset() < last) {
    const auto line = next_line(window);
    if (!line) break;
    add_line(*line, window.offset(), form.dimension, collector);
    window.skip(std::min(line->size() + 1, window.rest().size()));
  }
  return collector.take();
}

void append(ScannedWords& all, const ScannedWords& part) {
  const std::size_t before = all.letters.size();
  if (before + part.letters.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Complaint{0, "the words alone take more than 4 GiB", ""};
  }
  all.letters += part.letters;
  for (const auto end : part.ends) all.ends.push_back(static_cast<std::uint32_t>(before + end));
  all.numbers.insert(all.numbers.end(), part.numbers.begin(), part.numbers.end());
  all.rows += part.rows;
  all.unreadable += part.unreadable;
  all.of_other_languages += part.of_other_languages;
}

ScannedWords scan_text(const PlainFile& file, const WordForm& form, std::string_view language,
                       std::size_t threads) {
  const std::uint64_t size = file.size() - std::min(form.begin, file.size());
  const auto parts = static_cast<std::size_t>((size + kPart - 1) / kPart);
  std::vector<ScannedWords> found(parts);
  std::vector<std::optional<Complaint>> complaints(parts);
  parallel_for(parts, 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part) {
      const std::uint64_t begin = form.begin + part * kPart;
      try {
        found[part] = scan_lines(file, form, language, begin, std::min(begin + kPart, file.size()));
      } catch (const Complaint& complaint) {
        complaints[part] = complaint;
      }
    }
  });
  ScannedWords all;
  for (std::size_t part = 0; part < parts; ++part) {
    if (complaints[part]) throw *complaints[part];  // the first of the file, whatever the threads
    append(all, found[part]);
  }
  return all;
}

// The word at the window's start. The window moves to its numbers. Nothing at the file's end.
std::optional<std::string> next_binary_word(Window& window) {
  for (;;) {
    auto rest = window.rest();
    if (rest.starts_with('\n')) {  // some writers put it after the row before
      window.skip(1);
      continue;
    }
    const auto space = rest.substr(0, kLongestBinaryWord + 1).find(' ');
    if (space != rest.npos) {
      std::string word(rest.substr(0, space));
      window.skip(space + 1);
      return word;
    }
    if (rest.size() > kLongestBinaryWord) {
      throw Complaint{window.offset(), "a word is longer than 1024 bytes",
                      "do the header's numbers belong to this file?"};
    }
    if (window.grow()) continue;
    if (window.rest().empty()) return std::nullopt;
    throw Complaint{window.offset(), "the file ends within a word", "was it cut off?"};
  }
}

ScannedWords scan_binary(const PlainFile& file, const WordForm& form) {
  Collector collector(form, "");
  Window window(file, form.begin);
  const std::size_t size = form.dimension * sizeof(float);
  while (const auto word = next_binary_word(window)) {
    collector.add(*word, window.offset());
    while (window.rest().size() < size) {
      if (window.grow()) continue;
      throw Complaint{window.offset(), "the file ends within a row", "was it cut off?"};
    }
    window.skip(size);
  }
  return collector.take();
}

ScannedWords scan_fasttext(const PlainFile& file, const WordForm& form) {
  Collector collector(form, "");
  each_fasttext_word(file, *form.fasttext, [&](std::string_view word, std::uint64_t row) {
    collector.add(word, form.fasttext->matrix + row * form.dimension * sizeof(float));
  });
  return collector.take();
}

void check_count(const ScannedWords& found, const WordForm& form, const std::string& file) {
  if (found.rows == 0) throw input_error("holds no word", {file}, "is this the right file?");
  if (form.announced && found.rows < *form.announced) {
    throw input_error("holds " + counted(found.rows, "row") + ", but its header announces " +
                          std::to_string(*form.announced),
                      {file}, "it was cut off; fetch it again");
  }
}

}  // namespace

ScannedWords scan_words(const PlainFile& file, const WordForm& form, std::string_view language,
                        std::size_t threads) {
  try {
    auto found = form.fasttext ? scan_fasttext(file, form)
                 : form.binary ? scan_binary(file, form)
                               : scan_text(file, form, language, threads);
    check_count(found, form, file.name());
    return found;
  } catch (const Complaint& complaint) {
    Place place{file.name()};
    if (form.binary) {
      place.item = "byte " + std::to_string(complaint.offset);
    } else {
      place.line = line_at(file, complaint.offset);
    }
    throw input_error(complaint.what, place, complaint.advice);
  }
}

std::uint64_t line_at(const PlainFile& file, std::uint64_t offset) {
  std::uint64_t line = 1;
  std::vector<char> block(kScanned);
  for (std::uint64_t at = 0; at < offset;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kScanned, offset - at));
    const std::size_t got = file.read(at, {block.data(), wanted});
    if (got == 0) break;
    line += static_cast<std::uint64_t>(
        std::count(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got), '\n'));
    at += got;
  }
  return line;
}

}  // namespace sonde

#include "formats/words/word_form.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/counted.h"
#include "base/parse.h"
#include "formats/byte_order_mark.h"
#include "formats/foreign_file.h"
#include "formats/lines.h"
#include "formats/words/word_row.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kLookedAt = 2 * kLongestLine;  // bytes
constexpr std::size_t kRowsLookedAt = 50;
constexpr std::size_t kMostNumbers = 65536;

void refuse_other_kinds(std::string_view text, const std::string& name) {
  if (text.empty()) throw input_error("is empty", {name}, "is this the right file?");
  refuse_foreign_format(text, name);
}

// The line at the start of `text`, taken off with its end.
std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

struct Announced {
  std::uint64_t rows = 0;
  std::uint64_t dimension = 0;
};

const auto whole_number = parse_number<std::uint64_t>;

std::optional<Announced> parse_header(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  const auto blank = line.find_first_of(" \t");
  if (blank == line.npos) return std::nullopt;
  const auto rows = whole_number(line.substr(0, blank));
  const auto dimension = whole_number(line.substr(blank + 1));
  if (!rows || !dimension || *dimension == 0) return std::nullopt;
  return Announced{*rows, *dimension};
}

bool is_text_row(std::string_view line, std::size_t dimension) {
  return count_trailing_numbers(line) >= dimension;
}

// For rows without a header: the word is all but the numbers at the end. Few words end in numbers
// themselves, and few rows are short. It takes the most common count, of two the larger, so that a
// short row is found and reported.
std::size_t count_numbers(std::string_view text) {
  std::map<std::size_t, std::size_t> rows;  // count of numbers -> rows
  for (std::size_t row = 0; row < kRowsLookedAt && text.find('\n') != text.npos; ++row) {
    const auto line = take_line(text);
    if (!line.empty()) ++rows[count_trailing_numbers(line)];
  }
  if (rows.empty()) return count_trailing_numbers(take_line(text));
  const auto fewer = [](const auto& a, const auto& b) { return a.second <= b.second; };
  return std::ranges::max_element(rows, fewer)->first;
}

// Sees the first bytes of a file.
class Look {
 public:
  explicit Look(const PlainFile& file)
      : file_(file), bytes_(std::min<std::uint64_t>(kLookedAt, file.size()), '\0') {
    bytes_.resize(file.read(0, bytes_));
    text_ = bytes_;
    refuse_other_kinds(text_, file.name());
    mark_ = text_.size() - without_mark(text_).size();
    text_.remove_prefix(mark_);
    rows_ = text_;
    header_ = parse_header(take_line(rows_));
    if (header_ && header_->dimension > kMostNumbers) {
      throw input_error("announces " + counted(header_->dimension, "number") + " per word",
                        {file.name(), 1}, "at most 65536 are read");
    }
  }

  std::optional<WordForm> with_header() const {
    if (!header_) return std::nullopt;
    const bool text = is_text_row(first_row(rows_), dimension());
    if (!text && count_numbers(rows_) != dimension()) return std::nullopt;
    return text_form(rows_, dimension(), true);
  }

  std::optional<WordForm> without_header() const {
    const std::size_t numbers = count_numbers(text_);
    if (numbers == 0 || numbers > kMostNumbers) return std::nullopt;
    return text_form(text_, numbers, false);
  }

  std::optional<WordForm> binary() const {
    if (!header_) return std::nullopt;
    const auto space = rows_.substr(0, kLongestBinaryWord + 1).find(' ');
    const std::uint64_t begin = offset_of(rows_);
    if (space == rows_.npos || begin + space + 1 + 4 * header_->dimension > file_.size()) {
      return std::nullopt;
    }
    return WordForm{"binary", true, false, dimension(), begin, header_->rows};
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw input_error(what, {file_.name(), header_ ? 2U : 1U},
                      "a row is a word and its numbers, with blanks between; a header has the "
                      "number of rows and of numbers a row");
  }

 private:
  std::size_t dimension() const { return static_cast<std::size_t>(header_->dimension); }
  std::uint64_t offset_of(std::string_view rest) const {
    return mark_ + static_cast<std::uint64_t>(rest.data() - text_.data());
  }

  static std::string_view first_row(std::string_view rows) {
    std::string_view line = take_line(rows);
    while (line.empty() && !rows.empty()) line = take_line(rows);
    return line;
  }

  WordForm text_form(std::string_view rows, std::size_t numbers, bool header) const {
    const bool keyed = first_row(rows).starts_with("/c/");
    WordForm form{keyed ? "numberbatch" : header ? "word2vec" : "glove",
                  false,
                  keyed,
                  numbers,
                  offset_of(rows),
                  {}};
    if (header) form.announced = header_->rows;
    return form;
  }

  const PlainFile& file_;
  std::string bytes_;
  std::string_view text_;  // without a byte-order mark
  std::string_view rows_;  // after the first line
  std::uint64_t mark_ = 0;
  std::optional<Announced> header_;
};

WordForm fasttext_form(const PlainFile& file) {
  const auto fasttext = read_fasttext(file);
  return {"fasttext",          true,           false,   fasttext.dimension,
          fasttext.dictionary, fasttext.words, fasttext};
}

std::optional<WordForm> look_for(const Look& look, const std::string& forced) {
  if (forced == "binary") return look.binary();
  if (forced == "glove") return look.without_header();
  if (forced == "word2vec") return look.with_header();
  auto form = look.with_header();
  if (!form && forced.empty()) form = look.binary();
  if (!form) form = look.without_header();
  return form;
}

}  // namespace

const std::vector<std::string>& word_forms() {
  static const std::vector<std::string> names{"glove", "word2vec", "binary", "numberbatch"};
  return names;
}

WordForm find_word_form(const PlainFile& file, const std::string& forced) {
  std::array<char, 4> start{};
  if (is_fasttext({start.data(), file.read(0, start)})) return fasttext_form(file);
  const Look look(file);
  auto form = look_for(look, forced);
  if (!form)
    look.fail(forced.empty() ? "is not a file of word vectors" : "is not in format=" + forced);
  if (!forced.empty()) {
    form->name = forced;
    form->keyed = forced == "numberbatch";
  }
  return *form;
}

}  // namespace sonde

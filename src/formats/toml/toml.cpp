#include "formats/toml/toml.h"

#include <algorithm>
#include <array>

#include "formats/file_bytes.h"
#include "formats/foreign_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Counts the parts of keys, outside strings and comments. Each is a table in a table to toml++,
// which recurses into them.
class KeyDepth {
 public:
  KeyDepth(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void check() {
    while (at_ < text_.size()) step();
  }

 private:
  static constexpr std::size_t kMostParts = 64;

  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return skip_string(c);
    if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ == text_.size()) return;
    if (std::string_view("\n=,[]{}").find(text_[at_]) != text_.npos) dots_ = 0;
    if (text_[at_] == '.' && ++dots_ >= kMostParts) {
      const auto before = text_.substr(0, at_);
      const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
      throw input_error("a key has more than 64 parts", {file_, 1 + lines},
                        "see docs/reference/data.md, and https://toml.io");
    }
    ++at_;
  }

  std::string_view rest() const { return text_.substr(at_); }

  // Skips to the closing quote, or, for one line that is not TOML, to that line's end.
  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool has_lines = rest().starts_with(three);
    const std::string_view close = has_lines ? three : std::string_view(three).substr(0, 1);
    at_ += close.size();
    if (!find_close(close)) return;
    at_ = std::min(at_ + close.size(), text_.size());
    // One or two quotes before the three that close belong to the string.
    for (int i = 0; i < 2 && has_lines && rest().starts_with(quote); ++i) ++at_;
  }

  // Moves to the closing quotes or the end of the text. False: to the end of the string's only
  // line.
  bool find_close(std::string_view close) {
    for (; at_ < text_.size() && !rest().starts_with(close); ++at_) {
      if (text_[at_] == '\n' && close.size() == 1) return false;
      if (close.front() == '"' && text_[at_] == '\\') ++at_;
    }
    return true;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t dots_ = 0;
};

// A kind of fault, by words of toml++'s description. The first that fits counts.
struct TomlFault {
  std::string_view words, what, advice;
};
constexpr std::string_view kNameAdvice =
    "write KEY = VALUE or [TABLE]; a name has letters from A to Z, digits, _ and -, or quotes";
constexpr std::string_view kValueAdvice =
    "a text needs quotes: key = \"text\"; other values are 12, 1.5, true, false and lists: [1, 2]";
constexpr std::string_view kTextAdvice =
    "write \"text\" on one line; if it has backslashes: 'C:\\text'";
constexpr std::array<TomlFault, 21> kTomlFaults{{
    {"cannot redefine", "a key or table is there twice", "remove one of the two"},
    {"utf-8", "it is not UTF-8", "save it as UTF-8"},
    {"depth", "lists are nested too deeply", "at most 64 levels make sense"},
    {"end-of-file", "it ends too early", "close the quotes or brackets that are open"},
    {"control characters other than TAB (U+0009) are explicitly prohibited in comments",
     "a comment has a control character", "remove it"},
    {"parsing key:", "a name is not complete", kNameAdvice},
    {"string", "a text does not end on its line, or has a character that is not allowed",
     kTextAdvice},
    {"unicode scalar", "a text has a backslash with a wrong code after it", kTextAdvice},
    {"expected '='", "'=' is missing after a key", kNameAdvice},
    {"'\\n' after", "a line ends in a carriage return alone", "save it with line feeds"},
    {"expected value", "a key has no value", kValueAdvice},
    {"comment or whitespace", "something follows a value", "write each key on its own line"},
    {"inline table", "a table in braces is not closed on its line, or has a comma too many",
     "write {a = 1, b = 2}"},
    {"array", "a list is not closed, or a comma is missing", "write [1, 2]"},
    {"table header", "the name of a table is not complete", kNameAdvice},
    {"root table", "a line begins with neither a key nor a table", kNameAdvice},
    {"integer", "a number is not one of TOML's, or too large", kValueAdvice},
    {"floating-point", "a number is not one of TOML's", kValueAdvice},
    {"date", "a date is not one of TOML's", kValueAdvice},
    {"time", "a time is not one of TOML's", kValueAdvice},
    {"", "a value is not one of TOML's", kValueAdvice},
}};

[[noreturn]] void refuse(const toml::parse_error& error, const std::string& file) {
  const auto& [words, what, advice] = *std::ranges::find_if(kTomlFaults, [&](const auto& fault) {
    return error.description().find(fault.words) != std::string_view::npos;
  });
  const auto place = error.source().begin;
  throw input_error("is not valid TOML at character " + std::to_string(place.column) +
                        " of the line: " + std::string(what),
                    {file, place.line}, std::string(advice) + "; see https://toml.io");
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
  refuse_foreign_format(text, file);
  KeyDepth(text, file).check();
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    refuse(error, file);
  }
}

toml::table read_toml(const std::filesystem::path& file) {
  return parse_toml(read_file(file, std::size_t{1} << 20), file.string());
}

}  // namespace sonde

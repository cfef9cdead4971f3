#include "formats/toml/toml.h"

#include <algorithm>

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

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
  refuse_foreign_format(text, file);
  KeyDepth(text, file).check();
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw input_error("is not valid TOML: " + std::string(error.description()),
                      {file, error.source().begin.line},
                      "see docs/reference/data.md, and https://toml.io");
  }
}

toml::table read_toml(const std::filesystem::path& file) {
  return parse_toml(read_file(file, std::size_t{1} << 20), file.string());
}

}  // namespace sonde

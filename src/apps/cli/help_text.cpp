#include "apps/cli/help_text.h"

#include <algorithm>
#include <sstream>

#include "base/printable.h"
#include "report/text_table.h"
#include "text/unicode.h"

namespace sonde {
namespace {

constexpr std::size_t kIndent = 2, kGap = 2;

// The first column of the explanations.
std::size_t text_column(std::span<const Line> rows, std::size_t width) {
  std::size_t column = 0;
  for (const auto& [name, text] : rows) {
    const std::size_t end = kIndent + display_width(printable(name)) + kGap;
    if (end <= width / 3) column = std::max(column, end);
  }
  return std::max(column, 4 * kIndent);
}

// Appends `text` to `line`, wrapped. Every line of the text begins at `column`.
std::string wrapped_after(std::string line, const std::string& text, std::size_t column,
                          std::size_t width) {
  std::size_t used = display_width(line);
  if (used + 1 >= column) {
    line += '\n';
    used = 0;
  }
  std::istringstream words(text);
  bool first = true;
  for (std::string word; words >> word; first = false) {
    const std::size_t own = display_width(word);
    if (!first && used + 1 + own > width) {
      line += '\n';
      used = 0;
    }
    const std::size_t gap = used < column ? column - used : first ? 0 : 1;
    line.append(gap, ' ').append(word);
    used += gap + own;
  }
  return line + "\n";
}

// CLI11's own formatter does not wrap descriptions.
class WrappedHelp : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional) + make_option_opts(option);
    name = name.substr(0, name.find(" Excludes:"));  // the error names both
    const std::size_t column = std::min(kWidest, text_width() / 3);
    return wrapped_after(std::string(kIndent, ' ') + name, make_option_desc(option), column,
                         text_width());
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description()) + "\n";
  }

 private:
  static constexpr std::size_t kWidest = 30;
};

}  // namespace

std::vector<std::string> help_rows(std::span<const Line> rows, std::size_t width) {
  const std::size_t column = text_column(rows, width);
  std::vector<std::string> lines;
  for (const auto& [name, text] : rows) {
    lines.push_back(
        wrapped_after(std::string(kIndent, ' ') + printable(name), printable(text), column, width));
  }
  return lines;
}

std::string help_section(const std::string& title, std::span<const Line> rows) {
  std::string text = title + ":\n";
  for (const auto& line : help_rows(rows, text_width())) text += line;
  return text;
}

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<WrappedHelp>(); }

}  // namespace sonde

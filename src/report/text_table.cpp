#include "report/text_table.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/names.h"
#include "base/printable.h"
#include "base/spreadsheet_text.h"
#include "text/unicode.h"

namespace sonde {
namespace {

std::size_t& width_of_text() {
  static std::size_t width = 100;
  return width;
}

bool& colours_allowed() {
  static bool allowed = false;
  return allowed;
}

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, display_width(text)), ' ');
  return left ? text + space : space + text;
}

std::vector<std::size_t> widths(const TextTable& table) {
  std::vector<std::size_t> width(table.header.size());
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      width[i] = std::max(width[i], display_width(row[i]));
  };
  widen(table.header);
  for (const auto& row : table.rows) widen(row);
  return width;
}

auto at(auto& row, std::size_t column) { return row.begin() + static_cast<std::ptrdiff_t>(column); }

std::string text_row(const TextTable& table, const std::vector<std::string>& row,
                     const std::vector<std::size_t>& width, const std::vector<Tone>& tones) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line += "  ";
    line += toned(padded(row[i], width[i], i < table.left_columns),
                  tones.empty() ? Tone::kPlain : tones[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// The table without the number columns outside [first, last).
TextTable with_columns(const TextTable& table, std::size_t first, std::size_t last) {
  const auto cut = [&](const auto& row) {
    auto kept = row;
    kept.erase(at(kept, last), kept.end());
    kept.erase(at(kept, table.left_columns), at(kept, first));
    return kept;
  };
  TextTable part{table.title, cut(table.header), {}, table.left_columns};
  for (const auto& row : table.rows) part.rows.push_back(cut(row));
  for (const auto& row : table.tones) part.tones.push_back(cut(row));
  return part;
}

std::string render_lines(const TextTable& table, const std::vector<std::size_t>& width) {
  std::string out = text_row(table, table.header, width, {});
  std::size_t total = 2 * (width.size() - 1);
  for (const std::size_t w : width) total += w;
  for (std::size_t i = 0; i < total; ++i) out += "─";
  out += "\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    out += text_row(table, table.rows[i], width,
                    table.tones.empty() ? std::vector<Tone>{} : table.tones[i]);
  }
  return out;
}

// The table with its widest words cut until a column of numbers fits next to them.
TextTable with_narrow_words(TextTable table) {
  constexpr std::size_t kNarrowest = 30;
  for (;;) {
    const auto width = widths(table);
    const auto numbers = at(width, table.left_columns);
    std::size_t total = numbers == width.end() ? 0 : *std::max_element(numbers, width.end());
    for (std::size_t i = 0; i < table.left_columns; ++i) total += width[i] + 2;
    const auto widest = std::max_element(width.begin(), numbers);
    if (total <= text_width() || widest == numbers || *widest <= kNarrowest) return table;
    const auto column = static_cast<std::size_t>(widest - width.begin());
    const std::size_t room =
        std::max(kNarrowest, *widest - std::min(*widest, total - text_width()));
    table.header[column] = within_width(table.header[column], room);
    for (auto& row : table.rows) row[column] = within_width(row[column], room);
  }
}

// A table wider than a terminal continues below, repeating its words.
std::string render_text(const TextTable& whole) {
  const TextTable table = with_narrow_words(whole);
  const auto width = widths(table);
  std::size_t words = 0;
  for (std::size_t i = 0; i < table.left_columns; ++i) words += width[i] + 2;
  std::string out = table.title + "\n";
  std::size_t first = table.left_columns;
  do {
    std::size_t last = first;
    std::size_t total = words;
    while (last < width.size() && (last == first || total + width[last] <= text_width())) {
      total += width[last++] + 2;
    }
    const TextTable part = with_columns(table, first, last);
    out += (first > table.left_columns ? "\n" : "") + render_lines(part, widths(part));
    first = last;
  } while (first < width.size());
  return out;
}

std::string escaped(std::string_view text, std::string_view special, std::string_view escape) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += escape;
    out += c;
  }
  return out;
}

// Text that Markdown shows as it is, instead of tags, links and pictures.
std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '(' && out.ends_with(']')) out += '\\';
    out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return out;
}

std::string markdown_row(const std::vector<std::string>& row) {
  std::string line = "|";
  for (const auto& cell : row) line += " " + escaped(markdown_text(cell), "|", "\\") + " |";
  return line + "\n";
}

std::string render_markdown(const TextTable& table) {
  std::string out = "**" + markdown_text(table.title) + "**\n\n" + markdown_row(table.header) + "|";
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    out += i < table.left_columns ? " --- |" : " ---: |";
  }
  out += "\n";
  for (const auto& row : table.rows) out += markdown_row(row);
  return out;
}

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      out += std::string("\\") + c + "{}";
    } else if (c == '<' || c == '>') {  // other characters in LaTeX's default fonts
      out += c == '<' ? "\\textless{}" : "\\textgreater{}";
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string latex_row(const std::vector<std::string>& row) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : " & ") + latex_text(row[i]);
  return line + " \\\\\n";
}

std::string render_latex(const TextTable& table) {
  std::string columns;
  for (std::size_t i = 0; i < table.header.size(); ++i)
    columns += i < table.left_columns ? 'l' : 'r';
  std::string out = "\\begin{table}\n\\caption{" + latex_text(table.title) +
                    "}\n\\begin{tabular}{" + columns + "}\n\\hline\n" + latex_row(table.header) +
                    "\\hline\n";
  for (const auto& row : table.rows) out += latex_row(row);
  return out + "\\hline\n\\end{tabular}\n\\end{table}\n";
}

struct TableFormat {
  std::string_view name;
  std::string (*render)(const TextTable&);
  std::string_view note;  // begins a line below the tables
  std::string (*escape)(std::string_view);
};
std::string unchanged_text(std::string_view text) { return std::string(text); }

constexpr std::array kTableFormats{TableFormat{"text", render_text, "", unchanged_text},
                                   TableFormat{"md", render_markdown, "- ", markdown_text},
                                   TableFormat{"tex", render_latex, "% ", unchanged_text}};

}  // namespace

std::string toned(const std::string& text, Tone tone) {
  if (!colours_allowed() || tone == Tone::kPlain) return text;
  constexpr std::array kColours{fmt::terminal_color::white, fmt::terminal_color::green,
                                fmt::terminal_color::cyan, fmt::terminal_color::yellow,
                                fmt::terminal_color::red};
  return fmt::format(fmt::fg(kColours[static_cast<std::size_t>(tone)]), "{}", text);
}

void set_text_colours(bool allowed) { colours_allowed() = allowed; }

void set_text_width(std::size_t columns) { width_of_text() = columns; }
std::size_t text_width() { return width_of_text(); }

std::string render(const TextTable& table, std::string_view format) {
  TextTable shown = table;
  shown.title = printable(shown.title);
  for (auto& cell : shown.header) cell = printable(cell);
  for (auto& row : shown.rows) {
    for (auto& cell : row) cell = printable(cell);
  }
  return find_row(kTableFormats, "format", format).render(shown);
}

std::string wrapped(const std::string& line, std::size_t indent) {
  const std::string line_end = "\n" + std::string(indent, ' ');
  const std::size_t own_indent = indent == 0 ? 0 : line.find_first_not_of(' ');
  std::string out(own_indent == line.npos ? 0 : own_indent, ' ');
  std::size_t width = 0;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t own = display_width(word);
    const bool fits_here = width + 1 + own <= text_width();
    if (width > 0) out += fits_here ? " " : line_end;
    width = width == 0 ? out.size() + own : fits_here ? width + 1 + own : indent + own;
    out += word;
  }
  return out;
}

std::string within_width(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::string cut;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    next_code_point(text, end);
    if (display_width(cut + text.substr(at, end - at)) >= width) break;
    cut.append(text, at, end - at);
    at = end;
  }
  return cut + "…";
}

bool fits(const TextTable& table) {
  std::size_t total = 0;
  for (const std::size_t width : widths(table)) total += width + 2;
  return total <= text_width() + 2;
}

std::string render_notes(std::string_view notes, std::string_view format) {
  const TableFormat& form = find_row(kTableFormats, "format", format);
  std::string out;
  while (!notes.empty()) {
    const auto end = notes.find('\n');
    out += std::string(form.note) + form.escape(printable(notes.substr(0, end))) + "\n";
    notes.remove_prefix(end == notes.npos ? notes.size() : end + 1);
  }
  return out;
}

std::string csv_field(std::string_view text) {
  const std::string shown = without_formula(printable_field(text));
  if (shown.find_first_of(",\"\n") == std::string::npos) return shown;
  return "\"" + escaped(shown, "\"", "\"") + "\"";
}

std::string marked(const std::string& dataset, bool partial) {
  return partial ? dataset + " (partial)" : dataset;
}

std::string_view csv_truth(bool value) { return value ? "true" : "false"; }

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i)
    line += (i == 0 ? "" : ",") + csv_field(fields[i]);
  return line + "\n";
}

}  // namespace sonde

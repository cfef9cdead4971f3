#include "workshop/makers/documents.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/parse.h"
#include "formats/json/json.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestParagraph = std::size_t{16} << 20;  // bytes

bool is_blank(std::string_view line) { return trimmed(line).empty(); }

void append_line(std::string& text, std::string_view line) {
  if (!text.empty()) text += '\n';
  text += line;
}

// The line of text[at...]. `at` moves past its end.
std::string_view take_line(std::string_view text, std::size_t& at) {
  const auto end = text.find('\n', at);
  const auto line = text.substr(at, end == text.npos ? end : end - at);
  at = end == text.npos ? text.size() : end + 1;
  return line;
}

json parse_line(std::string_view line, const Place& place) {
  try {
    json document = parse_json(line, place.file);
    if (document.is_object()) return document;
  } catch (const Error& error) {
    throw input_error(error.message(), place, "a document is one line of JSON");
  }
  throw input_error("is not a JSON object", place, R"(a document is one line, {"text": "..."})");
}

}  // namespace

DocumentReader::DocumentReader(const std::filesystem::path& file, DocumentForm form,
                               std::string key)
    : lines_(file), form_(form), key_(std::move(key)) {}

DocumentReader::DocumentReader(std::istream& in, std::string name, DocumentForm form,
                               std::string key)
    : lines_(in, std::move(name)), form_(form), key_(std::move(key)) {}

bool DocumentReader::next(Paragraph& paragraph) {
  paragraph.text.clear();
  return form_ == DocumentForm::kText ? next_of_text(paragraph) : next_of_json(paragraph);
}

bool DocumentReader::next_of_text(Paragraph& paragraph) {
  documents_ = 1;
  paragraph.document = 1;
  for (std::string_view line; lines_.next(line);) {
    if (is_blank(line)) {
      if (!paragraph.text.empty()) return true;
    } else {
      append_line(paragraph.text, line);
      if (paragraph.text.size() > kLongestParagraph) {
        throw input_error("a paragraph is longer than 16 MiB", lines_.place(),
                          "blank lines end paragraphs");
      }
    }
  }
  return !paragraph.text.empty();
}

bool DocumentReader::next_of_json(Paragraph& paragraph) {
  for (;;) {
    while (at_ < text_.size()) {
      const auto line = take_line(text_, at_);
      if (!is_blank(line)) append_line(paragraph.text, line);
      const bool ends = is_blank(line) || at_ == text_.size();
      if (!ends || paragraph.text.empty()) continue;
      paragraph.document = documents_;
      return true;
    }
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (is_blank(line));
    read_document(line);
  }
}

void DocumentReader::read_document(std::string_view line) {
  Place place = lines_.place();
  json document = parse_line(line, place);
  const auto found = document.find(key_);
  place.column = key_;
  if (found == document.end() || !found->is_string()) {
    throw input_error(found == document.end() ? "has no such key" : "is not a text", place,
                      "--key names the key that holds a document's text");
  }
  text_ = std::move(found->get_ref<std::string&>());
  at_ = 0;
  ++documents_;
  if (text_.find('\0') == text_.npos) return;
  throw input_error("the text contains a NUL", place, "remove it");
}

}  // namespace sonde

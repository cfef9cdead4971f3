#include "formats/json/json.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "formats/file_bytes.h"
#include "formats/foreign_file.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

constexpr std::size_t kDeepest = 64;
constexpr const char* kAdvice = "the file is damaged or of another kind; fetch it again";

Place place_of(std::string_view text, std::size_t offset, const std::string& file) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  return {file, 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'))};
}

constexpr bool opens(char c) { return c == '{' || c == '['; }
constexpr bool closes(char c) { return c == '}' || c == ']'; }

// Before parsing, so that later walks of the document may recurse. The parser takes a NUL for the
// end, whatever follows it.
void check_nesting(std::string_view text, const std::string& file) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\0')
      throw input_error("is not valid JSON: it holds a NUL", place_of(text, i, file), kAdvice);
    if (c == '"') in_string = !in_string;
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      continue;
    }
    if (opens(c) && ++depth > kDeepest) {
      throw input_error("JSON is nested more than 64 deep", place_of(text, i, file), kAdvice);
    }
    if (closes(c) && depth > 0) --depth;
  }
}

std::size_t line_begin(std::string_view text, std::size_t offset) {
  const auto end = text.substr(0, offset).rfind('\n');
  return end == text.npos ? 0 : end + 1;
}

// The start of a key, cut at the end of a character.
std::string start_of(std::string_view key) {
  constexpr std::size_t kShown = 80;
  if (key.size() <= kShown) return "'" + std::string(key) + "'";
  std::size_t end = kShown;
  while ((static_cast<unsigned char>(key[end]) & 0xc0) == 0x80) --end;
  return "'" + std::string(key.substr(0, end)) + "...'";
}

// Builds the document. The library's own parser with a callback looks through the parent at the
// end of each object, which takes hours for megabytes of small ones, and its parser without one
// takes a key that its object has already: readers differ in which of the two counts.
class Builder : public json::json_sax_t {
 public:
  Builder(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t& value) override { return add(std::move(value)); }

  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    const auto [place, is_new] =
        open_.back()->get_ref<json::object_t&>().try_emplace(std::move(name), nullptr);
    if (!is_new) {
      throw input_error("JSON has the key " + start_of(place->first) + " twice in one object",
                        {file_}, "remove one");
    }
    member_ = &place->second;
    return true;
  }

  bool parse_error(std::size_t at, const std::string&,
                   const nlohmann::detail::exception& error) override {
    if (dynamic_cast<const json::out_of_range*>(&error) != nullptr) {
      throw input_error("is not valid JSON: a number is too large", {file_}, kAdvice);
    }
    const std::size_t offset = at == 0 ? 0 : at - 1;
    throw input_error(offset >= text_.size()
                          ? "is not valid JSON: it ends too early"
                          : "is not valid JSON: something else is expected at character " +
                                std::to_string(offset - line_begin(text_, offset) + 1),
                      place_of(text_, offset, file_), kAdvice);
  }

 private:
  // Parsed values go directly to their final place, so that nothing is moved again.
  json& put(json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_object()) return *member_ = std::move(value);
    auto& list = open_.back()->get_ref<json::array_t&>();
    return list.emplace_back(std::move(value));
  }
  bool add(json value) {
    put(std::move(value));
    return true;
  }
  bool open(json value) {
    open_.push_back(&put(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& file_;
  json root_;
  json* member_ = nullptr;   // in the open object, whose key was read last
  std::vector<json*> open_;  // from the root on (a list grows only while nothing in it is open)
};

}  // namespace

json parse_json(std::string_view text, const std::string& file) {
  check_nesting(text, file);
  Builder builder(text, file);
  json::sax_parse(text, &builder);
  return builder.take();
}

json read_json(const std::filesystem::path& file, std::size_t limit) {
  const std::string text = read_file(file, limit);
  refuse_foreign_format(text, file.string());
  return parse_json(text, file.string());
}

}  // namespace sonde

#include "data/card.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "base/parse.h"
#include "formats/file_bytes.h"
#include "formats/tables/delimited.h"
#include "formats/toml/toml.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestCard = std::size_t{1} << 20;  // bytes

// A table of a card, whose errors name its file and line.
class CardTable {
 public:
  CardTable(const toml::table& table, const fs::path& file) : table_(table), file_(file) {}

  [[noreturn]] void fail(const std::string& message, const toml::node* at = nullptr,
                         const std::string& advice = "see docs/reference/data.md") const {
    const auto line = (at ? at->source() : table_.source()).begin.line;
    throw input_error(message, {file_.string(), line}, advice);
  }

  // The value of a key, or nothing if it is missing.
  template <class T>
  std::optional<T> find(std::string_view key, const char* wanted) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    const auto value = node->value_exact<T>();
    if (!value) fail("'" + std::string(key) + "' is not " + wanted, node);
    return value;
  }

  std::string text(std::string_view key, const std::string& otherwise = {}) const {
    return find<std::string>(key, "a string").value_or(otherwise);
  }

  std::string required(std::string_view key) const {
    const std::string value = text(key);
    if (value.empty()) fail("the card has no '" + std::string(key) + "'");
    return value;
  }

  bool flag(std::string_view key, bool otherwise) const {
    return find<bool>(key, "true or false").value_or(otherwise);
  }

  char separator(char otherwise) const {
    const std::string value = text("separator", std::string(1, otherwise));
    const auto c = static_cast<unsigned char>(value.empty() ? 0 : value.front());
    if (value.size() != 1 || c == 0 || c >= 0x80 || c == '"' || c == '\n' || c == '\r') {
      fail("'separator' is not one ASCII character, no quote and no line end",
           table_.get("separator"));
    }
    return value.front();
  }

  // A file next to the card.
  fs::path path(std::string_view key) const {
    const fs::path named = required(key);
    return (file_.parent_path() / named).lexically_normal();
  }

  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> values;
    const toml::node* node = table_.get(key);
    if (!node) return values;
    if (!node->is_array()) fail("'" + std::string(key) + "' is not a list of strings", node);
    for (const auto& element : *node->as_array()) {
      const auto value = element.value_exact<std::string>();
      if (!value) fail("'" + std::string(key) + "' is not a list of strings", &element);
      values.push_back(*value);
    }
    return values;
  }

  // The tables of a key that holds one or an array of them.
  std::vector<CardTable> tables(std::string_view key) const {
    std::vector<CardTable> found;
    const toml::node* node = table_.get(key);
    if (!node) return found;
    if (const auto* one = node->as_table()) return {CardTable(*one, file_)};
    if (!node->is_array()) fail("'" + std::string(key) + "' is not a table", node);
    for (const auto& element : *node->as_array()) {
      if (!element.is_table()) fail("'" + std::string(key) + "' holds no table", &element);
      found.emplace_back(*element.as_table(), file_);
    }
    return found;
  }

  bool is_table(std::string_view key) const { return table_.get_as<toml::table>(key) != nullptr; }

  // The lists of strings, or single ones, of a table.
  std::map<std::string, std::vector<std::string>> text_lists(std::string_view key) const {
    const CardTable inner(*table_.get_as<toml::table>(key), file_);
    std::map<std::string, std::vector<std::string>> lists;
    for (const auto& [name, node] : inner.table_) {
      auto& list = lists[std::string(name.str())];
      list = node.is_array() ? inner.texts(name.str()) : std::vector{inner.text(name.str())};
    }
    return lists;
  }

  const toml::table& all() const { return table_; }

 private:
  const toml::table& table_;
  const fs::path& file_;
};

constexpr std::array<std::string_view, 14> kKeys{
    "probe", "file",  "layout",  "separator", "header",  "quoted", "columns",
    "name",  "title", "version", "language",  "licence", "made",   "labels"};
constexpr std::array<std::string_view, 7> kLabelKeys{"name", "index",     "file", "column",
                                                     "key",  "separator", "value"};

template <std::size_t N>
bool is_known(const std::array<std::string_view, N>& keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

template <std::size_t N>
[[noreturn]] void throw_unknown_key(const CardTable& table, std::string_view key,
                                    const toml::node& node,
                                    const std::array<std::string_view, N>& keys) {
  const std::vector<std::string> known(keys.begin(), keys.end());
  table.fail("unknown key '" + std::string(key) + "'", &node,
             did_you_mean(key, known, "remove it"));
}

// A key of the probe's own, as text.
std::string setting(const CardTable& table, std::string_view key, const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto flag = node.value_exact<bool>()) return *flag ? "true" : "false";
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return printed(*number);
  throw_unknown_key(table, key, node, kKeys);
}

LabelSource label_source(const CardTable& table) {
  for (const auto& [key, node] : table.all()) {
    if (!is_known(kLabelKeys, key.str())) throw_unknown_key(table, key.str(), node, kLabelKeys);
  }
  LabelSource source;
  source.file = table.path("file");
  source.column = table.text("column");
  source.name = table.text("name", source.column);
  source.key = table.text("key");
  source.separator = table.separator(form_of_table(source.file).separator);
  source.index = table.flag("index", source.column.empty());
  source.value = table.text("value", source.value);
  if (source.name.empty() || source.index != source.column.empty()) {
    table.fail("the labels have neither a 'column' nor a 'name', or both 'index' and 'column'",
               nullptr,
               "give the column of a file with a header, or the name of an index list's label");
  }
  return source;
}

// Rejects keys about how columns are read in a layout without columns.
void refuse(const CardTable& table, const std::string& layout,
            std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    if (const auto* node = table.all().get(key)) {
      table.fail("the layout '" + layout + "' has no '" + std::string(key) + "'", node,
                 "remove it");
    }
  }
}

Layout layout_of(const CardTable& table) {
  const std::string name = table.text("layout", "table");
  if (name == "table") return Layout::kTable;
  refuse(table, name, {"separator", "header", "quoted"});
  if (name == "jsonl") return Layout::kJsonLines;
  refuse(table, name, {"columns"});
  if (name == "lines") return Layout::kLines;
  refuse(table, name, {"labels"});
  if (name == "wordnet") return Layout::kWordNet;
  table.fail("unknown layout '" + name + "'", table.all().get("layout"),
             "'table', 'jsonl', 'lines' and 'wordnet' are known");
}

}  // namespace

std::span<const std::string_view> card_keys() { return kKeys; }

bool is_printable_name(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return !name.empty() && std::none_of(name.begin(), name.end(), is_control);
}

Place place_in_card(const Card& card, const std::string& key) {
  if (card.card.empty()) return {card.file.string()};
  const auto line = card.lines.find(key);
  return {card.card.string(), line == card.lines.end() ? 0 : line->second};
}

void refuse_key_of_runs(const Card& card, const std::string& key) {
  if (!card.settings.contains(key)) return;
  throw input_error("'" + key + "' is set by a run, not by a card", place_in_card(card, key),
                    "remove it");
}

Card parse_card(std::string_view text, const fs::path& file) {
  const toml::table document = parse_toml(text, file.string());
  const CardTable table(document, file);
  Card card;
  card.card = file;
  card.probe = table.required("probe");
  card.file = table.path("file");
  card.layout = layout_of(table);
  card.header = table.flag("header", card.header);
  const DelimitedForm form = form_of_table(card.file, card.header);
  card.separator = table.separator(form.separator);
  card.quoted = table.flag("quoted", form.quoted);
  if (table.is_table("columns")) {
    card.named_columns = table.text_lists("columns");
  } else {
    card.columns = table.texts("columns");
  }
  card.name = table.text("name", file.stem().string());
  if (!is_printable_name(card.name)) table.fail("'name' cannot be printed", document.get("name"));
  card.title = table.text("title");
  card.version = table.text("version");
  card.language = table.text("language");
  card.licence = table.text("licence");
  card.made = table.text("made");
  for (const auto& labels : table.tables("labels")) card.labels.push_back(label_source(labels));
  for (const auto& [key, node] : document) {
    card.lines.emplace(key.str(), node.source().begin.line);
    if (!is_known(kKeys, key.str())) {
      card.settings.emplace(key.str(), setting(table, key.str(), node));
    }
  }
  return card;
}

Card read_card(const fs::path& file) { return parse_card(read_file(file, kLargestCard), file); }

}  // namespace sonde

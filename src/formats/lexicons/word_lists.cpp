#include "formats/lexicons/word_lists.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/parse.h"
#include "formats/lexicons/embedded_tables.h"
#include "sonde/error.h"

namespace sonde {
namespace {

const EmbeddedTable& embedded(std::string_view language, std::string_view name) {
  const std::string path = std::string(language) + "/" + std::string(name);
  const auto tables = embedded_tables();
  const auto found = std::ranges::find(tables, path, &EmbeddedTable::name);
  if (found == tables.end()) {
    throw usage_error("this program has no table '" + path + "' of words",
                      "add data/language/" + path + ".tsv and build it again");
  }
  return *found;
}

// The lines of a table that are not comments, with their numbers.
template <class Take>
void each_row(const EmbeddedTable& table, const Take& take) {
  std::uint64_t number = 0;
  for (auto line : parts_of(table.text, '\n')) {
    ++number;
    if (!line.empty() && !line.starts_with('#')) take(line, number);
  }
}

std::vector<LanguageRow> rows_of(const EmbeddedTable& table, std::size_t columns) {
  std::vector<LanguageRow> rows;
  bool header = true;
  each_row(table, [&](std::string_view line, std::uint64_t number) {
    auto row = parts_of(line, '\t');
    if (row.size() != columns) {
      throw input_error(
          "has " + std::to_string(row.size()) + " columns instead of " + std::to_string(columns),
          {"data/language/" + std::string(table.name) + ".tsv", number});
    }
    if (!std::exchange(header, false)) rows.push_back(std::move(row));
  });
  return rows;
}

using Lists = std::map<std::string_view, std::vector<std::string_view>>;

Lists lists_of(const EmbeddedTable& table) {
  Lists lists;
  each_row(table, [&](std::string_view line, std::uint64_t) {
    const auto tab = line.find('\t');
    lists[line.substr(0, tab)] = listed_words(line.substr(std::min(tab, line.size() - 1) + 1));
  });
  return lists;
}

// What is made once for a key, for any thread. Places in a map do not move.
template <class Key, class Value>
class Once {
 public:
  template <class Make>
  const Value& get(const Key& key, const Make& make) {
    const std::scoped_lock lock(mutex_);
    const auto found = made_.find(key);
    return found != made_.end() ? found->second : made_.emplace(key, make()).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<Key, Value> made_;
};

using Name = std::pair<std::string, std::string>;

}  // namespace

std::vector<std::string_view> listed_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (const auto word : parts_of(text, ',')) {
    if (const auto plain = trimmed(word); !plain.empty()) words.push_back(plain);
  }
  return words;
}

const std::vector<LanguageRow>& language_table(std::string_view language, std::string_view name,
                                               std::size_t columns) {
  static Once<Name, std::vector<LanguageRow>> once;
  return once.get({std::string(language), std::string(name)},
                  [&] { return rows_of(embedded(language, name), columns); });
}

std::vector<std::string_view> word_list(std::string_view language, std::string_view list) {
  static Once<std::string, Lists> once;
  const Lists& lists =
      once.get(std::string(language), [&] { return lists_of(embedded(language, "words")); });
  const auto found = lists.find(list);
  if (found != lists.end()) return found->second;
  throw usage_error("data/language/" + std::string(language) + "/words.tsv has no list '" +
                    std::string(list) + "'");
}

const WordSet& word_set(std::string_view language, std::string_view list) {
  static Once<Name, WordSet> once;
  return once.get({std::string(language), std::string(list)}, [&] {
    const auto words = word_list(language, list);
    return WordSet(words.begin(), words.end());
  });
}

std::vector<std::string_view> language_tables() {
  std::vector<std::string_view> names;
  for (const auto& table : embedded_tables()) names.push_back(table.name);
  return names;
}

}  // namespace sonde

#include "formats/lexicons/word_lists.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "base/counted.h"
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
void each_row(std::string_view text, const Take& take) {
  std::uint64_t number = 0;
  for (auto line : parts_of(text, '\n')) {
    ++number;
    if (!line.empty() && !line.starts_with('#')) take(line, number);
  }
}

struct WordList {
  std::vector<std::string_view> words;
  WordSet set;
};
// The keys are language, table and list.
using ListsByName =
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, WordList>;

void add_lists(const EmbeddedTable& table, ListsByName& lists) {
  const auto slash = table.name.find('/');
  each_row(table.text, [&](std::string_view line, std::uint64_t) {
    const auto tab = line.find('\t');
    auto words = listed_words(line.substr(std::min(tab, line.size() - 1) + 1));
    WordSet set(words.begin(), words.end());
    lists[{table.name.substr(0, slash), table.name.substr(slash + 1), line.substr(0, tab)}] = {
        std::move(words), std::move(set)};
  });
}

const WordList& word_list_of(std::string_view language, std::string_view list,
                             std::string_view table) {
  static const ListsByName kLists = [] {
    ListsByName lists;
    for (const auto& one : embedded_tables()) {
      if (one.name.ends_with("words")) add_lists(one, lists);
    }
    return lists;
  }();
  const auto found = kLists.find({language, table, list});
  if (found != kLists.end()) return found->second;
  throw usage_error("data/language/" + std::string(embedded(language, table).name) +
                    ".tsv has no list '" + std::string(list) + "'");
}

}  // namespace

std::vector<std::string_view> listed_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (const auto word : parts_of(text, ',')) {
    if (const auto plain = trimmed(word); !plain.empty()) words.push_back(plain);
  }
  return words;
}

std::vector<LanguageRow> parse_language_table(std::string_view text, const std::string& file,
                                              LanguageColumns columns) {
  std::vector<LanguageRow> rows;
  bool headed = false;
  each_row(text, [&](std::string_view line, std::uint64_t number) {
    LanguageRow row{parts_of(line, '\t'), {file, number}};
    if (!headed && !std::ranges::equal(row.columns, columns)) {
      throw input_error("is not the header of this word list", row.place);
    }
    if (row.columns.size() != columns.size()) {
      throw input_error("has " + counted(row.columns.size(), "column") + " instead of " +
                            std::to_string(columns.size()),
                        row.place, "separate them by tabs");
    }
    if (std::exchange(headed, true)) rows.push_back(std::move(row));
  });
  return rows;
}

std::span<const LanguageRow> language_table(std::string_view language, std::string_view name,
                                            LanguageColumns columns) {
  static std::mutex mutex;
  static std::map<std::string_view, std::vector<LanguageRow>> made;  // the keys are names of tables
  const EmbeddedTable& table = embedded(language, name);
  const std::scoped_lock lock(mutex);
  const auto known = made.find(table.name);
  if (known != made.end()) return known->second;
  const std::string file = "data/language/" + std::string(table.name) + ".tsv";
  return made.emplace(table.name, parse_language_table(table.text, file, columns)).first->second;
}

const std::vector<std::string_view>& word_list(std::string_view language, std::string_view list) {
  return word_list_of(language, list, "words").words;
}

const WordSet& word_set(std::string_view language, std::string_view list, std::string_view table) {
  return word_list_of(language, list, table).set;
}

std::vector<std::string_view> language_tables() {
  std::vector<std::string_view> names;
  for (const auto& table : embedded_tables()) names.push_back(table.name);
  return names;
}

}  // namespace sonde

// The word lists of data/language, which are built into the program.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "sonde/error.h"

namespace sonde {

using WordSet = std::unordered_set<std::string_view>;

struct LanguageRow {
  std::vector<std::string_view> columns;
  Place place;

  std::string_view operator[](std::size_t column) const { return columns[column]; }
};
// Not a vector: GCC 14 takes the rows in a loop over language_table() for parts of a temporary one.
using LanguageColumns = std::initializer_list<std::string_view>;

// The rows of data/language/LANGUAGE/NAME.tsv below its header, without comments. They live as long
// as the program. `columns`: the header. Errors: those of parse_language_table(), kUsage for an
// unknown table.
std::span<const LanguageRow> language_table(std::string_view language, std::string_view name,
                                            LanguageColumns columns);

// The rows of such a text, as views of it. Errors: kInput with file:line for another header and for
// a row with another number of columns.
std::vector<LanguageRow> parse_language_table(std::string_view text, const std::string& file,
                                              LanguageColumns columns);

// The words of a list of data/language/LANGUAGE/words.tsv, in its order, and as a set, also of
// another table of lists. Any thread may call. Errors: kUsage for an unknown list.
const std::vector<std::string_view>& word_list(std::string_view language, std::string_view list);
const WordSet& word_set(std::string_view language, std::string_view list,
                        std::string_view table = "words");

// Whether an English list has the word. Errors: as word_list().
inline bool is_listed(std::string_view list, std::string_view word) {
  return word_set("en", list).contains(word);
}

// "one, two" -> one, two.
std::vector<std::string_view> listed_words(std::string_view text);

// LANGUAGE/NAME of all tables.
std::vector<std::string_view> language_tables();

}  // namespace sonde

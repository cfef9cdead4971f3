// The word lists of data/language, which are built into the program.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

namespace sonde {

using WordSet = std::unordered_set<std::string_view>;
using LanguageRow = std::vector<std::string_view>;

// The rows of data/language/LANGUAGE/NAME.tsv below its header, without comments. They live as long
// as the program. `columns`: how many each row has. Errors: kInput with file:line for a row with
// another number; kUsage if there is no such table.
const std::vector<LanguageRow>& language_table(std::string_view language, std::string_view name,
                                               std::size_t columns);

// The words of a list of data/language/LANGUAGE/words.tsv, in its order, and as a set. Any thread
// may call. Errors: kUsage if there is no such list.
std::vector<std::string_view> word_list(std::string_view language, std::string_view list);
const WordSet& word_set(std::string_view language, std::string_view list);

// "one, two" -> one, two.
std::vector<std::string_view> listed_words(std::string_view text);

// LANGUAGE/NAME of all tables.
std::vector<std::string_view> language_tables();

}  // namespace sonde

#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "run/tasks/task.h"

namespace sonde {

// Warnings about data that may have been read differently than intended. Empty: none.

// A corpus without a language is taken for English.
std::string doubt_of_language(const Task& task);

// How many items of a table without a setting for quotes have a sentence in quotes, as spreadsheets
// write it.
std::size_t count_quoted(const Task& task, std::span<const Item> items);
std::string doubt_of_quotes(const Task& task, std::size_t quoted);

}  // namespace sonde

#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "run/tasks/task.h"

namespace sonde {

// What may have been read otherwise than it is meant, to be told. Empty: nothing.

// A corpus that says no language is taken for English.
std::string doubt_of_language(const Task& task);

// How many items of a table that says nothing of quotes have a sentence that stands in them, as
// spreadsheets write it.
std::size_t count_quoted(const Task& task, std::span<const Item> items);
std::string doubt_of_quotes(const Task& task, std::size_t quoted);

}  // namespace sonde

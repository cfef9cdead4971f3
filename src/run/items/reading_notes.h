#pragma once

#include <span>
#include <string>
#include <vector>

#include "run/items/listed_task.h"

namespace sonde {

// A line for each data set of the listed tasks: its probe and items, what is left out, and of a
// user's file how it was read and its first item. Errors: kInput.
std::vector<std::string> taken_for(std::span<const ListedTask> tasks, const Resources& resources);

// The assumptions that a subject's views make about a model, a line for each distinct statement.
// `subject`: its kind and name, as in "encoder minilm".
std::vector<std::string> assumed_by(const std::string& subject, std::span<const Identity> views);

// The sentences of an item, in quotes, cut if they are long.
std::string first_sentences(const Item& item);

}  // namespace sonde

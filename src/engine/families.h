#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sonde {

// A row of the table of model families: how a family differs within the graph
// that all of them share (embeddings, then layers of attention and
// feed-forward, each followed by its layer normalisation).
struct Family {
  std::string_view model_type;  // of config.json
  std::string_view prefix;      // of the weights' names, where they have one
  bool task_types = false;      // may add the embedding of task type 0 (`use_task_id`)
};

std::span<const Family> families();

// Errors: kInput, naming the nearest known; `file` is where the name stands.
const Family& find_family(std::string_view model_type, const std::string& file);

}  // namespace sonde

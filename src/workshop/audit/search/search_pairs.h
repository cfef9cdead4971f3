#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sonde {

// A query and a passage that is right for it.
struct SearchPair {
  std::string id;  // the line it comes from
  std::string query, passage;
};

struct SearchPairs {
  std::vector<SearchPair> pairs;  // each once
  std::size_t lines = 0, duplicates = 0;
  std::size_t passages = 0;  // distinct ones
};

// Reads a table (.tsv, .csv) of two columns, a query and its passage, or one with a header that
// names them as in data/search_fields.h, or JSON lines with such keys. Errors: kInput with
// file:line for a row of another form and for an empty text, and for fewer than two passages.
SearchPairs read_search_pairs(const std::filesystem::path& file);
// The same for pairs in memory, which `name` names in messages.
SearchPairs search_pairs(std::span<const std::pair<std::string, std::string>> pairs,
                         const std::string& name);

}  // namespace sonde

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// The candidate nearest to `name` by edit distance, or empty if none is near.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// "did you mean 'NEAREST'?", or `otherwise` if none of the known names is near.
std::string did_you_mean(std::string_view name, std::span<const std::string> known,
                         std::string otherwise);

// "unknown WHAT 'NAME'", advising the nearest of the known names, or all.
[[noreturn]] void throw_unknown(std::string_view what, std::string_view name,
                                std::span<const std::string> known);

// "there is another WHAT 'NAME'".
[[noreturn]] void throw_taken(std::string_view what, std::string_view name);

// "a, b, c": the first `most` of them, each cut if it is long, and "... and 25 more".
std::string first_of(std::span<const std::string> names, std::size_t most = 8);

// The row of an explicit table of interchangeable parts whose `name` member is `name`. Otherwise
// throws kUsage with the nearest name.
template <class Table>
const auto& find_row(const Table& table, std::string_view what, std::string_view name) {
  std::vector<std::string> known;
  for (const auto& row : table) {
    if (row.name == name) return row;
    known.emplace_back(row.name);
  }
  throw_unknown(what, name, known);
}

// Throws kUsage if a table has a row of this name already.
template <class Table>
void check_new(const Table& table, std::string_view what, std::string_view name) {
  for (const auto& row : table) {
    if (row.name == name) throw_taken(what, name);
  }
}

}  // namespace sonde

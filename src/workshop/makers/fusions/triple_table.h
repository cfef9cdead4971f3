#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace sonde {

// A table of triples: a tab-separated file with a header that has prev, curr and next.
struct TripleTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // fields, ordered as the header
  std::array<std::size_t, 3> places{};         // prev, curr, next among the fields
  std::size_t id_place = 0;                    // header.size() without one

  const std::string& sentence(std::size_t row, std::size_t which) const {
    return rows[row][places[which]];
  }
  std::string id(std::size_t row) const {
    return id_place < header.size() ? rows[row][id_place] : std::to_string(row + 1);
  }
};

// Errors: kInput with file:line for a header without these columns, with one twice, or with s1 or
// s2, also for another number of fields, an empty sentence, no row.
TripleTable read_triples(const std::filesystem::path& file);

}  // namespace sonde

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sonde {

// How often verbs were met in each of their senses, in the texts that WordNet's authors read
// (cntlist(5WN)).
class SenseCounts {
 public:
  // Reads cntlist.rev of a folder. Errors: kOutside, it is missing; kInput with file:line, it is
  // damaged.
  explicit SenseCounts(const std::filesystem::path& folder);

  // Of the sense by its number from 0, in the order of Lexicon::senses_of().
  std::size_t of_verb(std::string_view verb, std::size_t sense) const;

 private:
  std::unordered_map<std::string, std::vector<std::size_t>> verbs_;
};

}  // namespace sonde

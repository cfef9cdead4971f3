#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sonde {

// fastBPE: the pieces of a word by learnt merges, split up again if one is not in the vocabulary.
// Safe from several threads.
class FastBpe {
 public:
  // `codes`: a merge per line, LEFT RIGHT and perhaps its count, the first before the others.
  // `vocabulary`: PIECE COUNT. Errors: kInput with the line.
  FastBpe(const std::filesystem::path& codes, const std::filesystem::path& vocabulary);

  // Appends the word's pieces as the vocabulary has them: with "@@" after all but the last.
  void split(std::string_view word, std::vector<std::string>& pieces) const;

 private:
  struct Merge {
    std::string left, right;
  };
  std::optional<std::size_t> best_merge(const std::vector<std::string>& pieces) const;
  std::vector<std::string> merged(std::string_view word) const;
  void append_known(const std::string& piece, bool last, std::vector<std::string>& pieces) const;

  std::unordered_map<std::string, std::size_t> ranks_;  // "LEFT RIGHT" -> rank
  std::unordered_map<std::string, Merge> origins_;      // result -> its merge
  std::unordered_set<std::string> vocabulary_;
};

}  // namespace sonde

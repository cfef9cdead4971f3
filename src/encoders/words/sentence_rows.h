#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "sonde/digest.h"

namespace sonde {

// The lines of a file of sentences, by their bytes. A line takes 40 bytes, however long it is.
class SentenceRows {
 public:
  // Errors: kInput, see LineReader.
  explicit SentenceRows(const std::filesystem::path& file);

  std::size_t size() const { return rows_.size(); }  // lines
  // The first line that is this sentence, from 0.
  std::optional<std::uint64_t> find(std::string_view sentence) const;
  // Calls differ(first, again) for each line that repeats an earlier one.
  template <class Differ>
  void for_each_repetition(const Differ& differ) const {
    for (std::size_t i = 1, first = 0; i < rows_.size(); ++i) {
      if (rows_[i].sentence != rows_[first].sentence) {
        first = i;
      } else {
        differ(rows_[first].row, rows_[i].row);
      }
    }
  }

 private:
  struct Row {
    Digest sentence;
    std::uint64_t row;
    auto operator<=>(const Row&) const = default;
  };
  std::vector<Row> rows_;  // in order
};

}  // namespace sonde

#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/describe/text_numbers.h"
#include "sonde/item.h"
#include "sonde/result.h"

namespace sonde {

// The lexical overlap of the pairs of items, summed up: of all, and of each label of rows.
// Rows of three places have none.
class OverlapFigures {
 public:
  // threads: 0: all of the machine's.
  OverlapFigures(const Tokenizer& tokenizer, std::size_t threads)
      : tokenizer_(tokenizer), threads_(threads) {}

  void add(std::span<const Item> items);

  // ROUGE F1 (rouge1, rouge2, rougeL), token_distance, tokens. Slices "all" and "pair=LABEL". The
  // caller fills in data set and probe.
  std::vector<Result> results() const;

 private:
  static constexpr std::size_t kFigures = 6;
  struct Sums {
    std::size_t pairs = 0;
    std::array<double, kFigures> sum{};
    std::array<std::size_t, kFigures> count{};
  };
  struct Pair {
    std::uint32_t first, second;  // places of texts
    const std::string* label;
  };

  void number_texts(std::span<const Item> items);
  void find_pairs(std::span<const Item> items);
  std::array<double, kFigures> compare(const Pair& pair, Overlap& overlap) const;
  static void append(const std::string& slice, const Sums& sums, std::vector<Result>& results);

  const Tokenizer& tokenizer_;
  std::unique_ptr<TextNumbers> numbers_;
  std::size_t threads_;
  std::map<std::string, Sums> by_label_;
  std::vector<std::string> labels_;  // in order of first appearance
  Sums all_;
  // For the current items:
  std::vector<std::uint32_t> texts_;  // places
  std::vector<Pair> pairs_;
};

}  // namespace sonde

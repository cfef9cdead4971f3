#pragma once

#include <span>
#include <string>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

inline constexpr const char* kRightPassage = "passage";  // the label of an item's first row
inline constexpr const char* kTop1Corpus = "top_1_corpus";
enum SearchColumn : std::size_t {
  kQuerySimilarity,
  kCloserPassages,
  kNearestOther,
  kSearchColumns
};

// In all slices, and in change=KIND with the near misses of one kind:
//   top_1_near_misses            share of queries whose passage is closer than all its near misses
//   reciprocal_rank_near_misses  mean of 1 / rank among them
//   top_1_corpus, reciprocal_rank_corpus   the same among the other passages
//   top_1_both, reciprocal_rank_both       among passages and near misses
// A tie is half. Queries without near misses (of the kind) count for the corpus alone.
std::vector<Result> summarise_search(const Frame& frame, std::span<const Table> tables,
                                     const Resampler& resampler);

// Comparisons of the passage with its near misses of one kind, or of all if it is empty.
std::vector<ItemOutcome> search_outcomes(const Frame& frame, const Table& table,
                                         const std::string& kind);

// Whether the passage is first among the other passages of the corpus, of which none is named.
std::vector<ItemOutcome> corpus_outcomes(const Frame& frame, const Table& table);

// 1 / rank among near misses and, if it is known, the corpus.
Scores search_scores(const Frame& frame, const Table& table);

}  // namespace sonde

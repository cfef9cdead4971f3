#include "probes/search/search_results.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/nan.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/results.h"
#include "probes/shared/table_shape.h"
#include "probes/shared/ties.h"

namespace sonde {
namespace {

// How many competitors are closer than the right passage of an item. Ties count half.
struct ItemRank {
  bool has_near_misses = false;
  double near_misses = 0, corpus = kNaN;
};

// Calls `right` for the rows of the right passages, then `near_miss` for those of near misses of a
// kind (empty: of all), each with the row and its item.
template <class Right, class NearMiss>
void each_passage(const Frame& frame, const std::string& kind, const Right& right,
                  const NearMiss& near_miss) {
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.row_labels[row] == kRightPassage) right(row, frame.item_of_row[row]);
  }
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const std::string& label = frame.row_labels[row];
    if (label == kRightPassage || (!kind.empty() && label != kind)) continue;
    near_miss(row, frame.item_of_row[row]);
  }
}

std::vector<ItemRank> item_ranks(const Frame& frame, const Table& table, const std::string& kind) {
  std::vector<ItemRank> ranks(frame.items());
  std::vector<double> right(frame.items(), kNaN);
  each_passage(
      frame, kind,
      [&](std::size_t row, std::size_t item) {
        right[item] = table.values(row, kQuerySimilarity);
        ranks[item].corpus = table.values(row, kCloserPassages);
      },
      [&](std::size_t row, std::size_t item) {
        ranks[item].has_near_misses = true;
        const double less = table.values(row, kQuerySimilarity) - right[item];
        ranks[item].near_misses += std::isnan(less) ? kNaN : won_share(less);
      });
  return ranks;
}

double top_1(double closer) { return closer == 0 ? 1 : closer == .5 ? .5 : 0; }

// The results of one subject.
class SearchSummary {
 public:
  SearchSummary(const Frame& frame, const Table& table, const Resampler& resampler,
                std::vector<Result>& results)
      : frame_(frame), table_(table), resampler_(resampler), results_(results) {}

  void add(const Slice& slice, const std::vector<ItemRank>& ranks, bool of_kind) {
    add_shares(slice, ranks, "near_misses", [](const ItemRank& one) { return one.near_misses; });
    if (!of_kind) {
      add_shares(slice, ranks, "corpus", [](const ItemRank& one) { return one.corpus; });
    }
    add_shares(slice, ranks, "both",
               [](const ItemRank& one) { return one.near_misses + one.corpus; });
  }

 private:
  template <class Closer>
  void add_shares(const Slice& slice, const std::vector<ItemRank>& ranks, const std::string& among,
                  const Closer& closer) {
    const bool needs_vectors = among != "near_misses";
    if (needs_vectors && !table_.has_vectors) return;
    Counted first, reciprocal;
    for (const auto item : slice.items) {
      if (among != "corpus" && !ranks[item].has_near_misses) continue;
      const double count = closer(ranks[item]);
      first.add(std::isnan(count) ? kNaN : top_1(count), frame_.keys[item]);
      reciprocal.add(1 / (1 + count), frame_.keys[item]);
    }
    add(slice, "top_1_" + among, first);
    add(slice, "reciprocal_rank_" + among, reciprocal);
  }

  void add(const Slice& slice, const std::string& name, const Counted& shares) {
    Result result = blank_result(frame_, table_, slice, name, shares);
    result.better = Better::kHigher;
    if (!shares.x.empty()) {
      result.n = shares.distinct_items();
      add_share(result, shares, resampler_);
    }
    if (result.n > 0 || result.left_out > 0) results_.push_back(std::move(result));
  }

  const Frame& frame_;
  const Table& table_;
  const Resampler& resampler_;
  std::vector<Result>& results_;
};

}  // namespace

std::vector<Result> summarise_search(const Frame& frame, std::span<const Table> tables,
                                     const Resampler& resampler) {
  check_tables(frame, tables, kSearchColumns);
  std::vector<Result> results;
  const auto all = slices(frame);
  for (const auto& table : tables) {
    SearchSummary summary(frame, table, resampler, results);
    const auto ranks = item_ranks(frame, table, "");
    for (const auto& slice : all) summary.add(slice, ranks, false);
    for (const auto& kind :
         std::set(frame.row_labels.distinct().begin(), frame.row_labels.distinct().end())) {
      if (kind == kRightPassage) continue;
      summary.add({"change=" + kind, all.front().items}, item_ranks(frame, table, kind), true);
    }
  }
  return results;
}

std::vector<ItemOutcome> search_outcomes(const Frame& frame, const Table& table,
                                         const std::string& kind) {
  check_tables(frame, {&table, 1}, kSearchColumns);
  const auto numbers = row_numbers(frame);
  const auto compared = [&](std::size_t row) {
    return ComparedTexts{numbers[row], 0, 1, table.values(row, kQuerySimilarity)};
  };
  std::vector<ComparedTexts> right(frame.items());
  Outcomes found(frame.items());
  std::vector<bool> asked(frame.items());
  each_passage(
      frame, kind, [&](std::size_t row, std::uint32_t item) { right[item] = compared(row); },
      [&](std::size_t row, std::uint32_t item) {
        asked[item] = true;
        found.add(item, right[item], compared(row));
      });
  auto outcomes = found.take();
  for (std::size_t item = 0; item < outcomes.size(); ++item) {
    if (!asked[item]) outcomes[item].ties = kNaN;
  }
  return outcomes;
}

std::vector<ItemOutcome> corpus_outcomes(const Frame& frame, const Table& table) {
  check_tables(frame, {&table, 1}, kSearchColumns);
  std::vector<ItemOutcome> outcomes(frame.items());
  const auto numbers = row_numbers(frame);
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (frame.row_labels[row] != kRightPassage) continue;
    const double closer = table.has_vectors ? table.values(row, kCloserPassages) : kNaN;
    ItemOutcome& outcome = outcomes[frame.item_of_row[row]];
    outcome.closer = {numbers[row], 0, 1, table.values(row, kQuerySimilarity)};
    outcome.margin = .5 - closer;  // above 0 if it is first
    if (std::isnan(closer)) continue;
    outcome.share = top_1(closer);
    outcome.ties = closer == .5 ? 1 : 0;
  }
  return outcomes;
}

Scores search_scores(const Frame& frame, const Table& table) {
  check_tables(frame, {&table, 1}, kSearchColumns);
  Scores scores{"reciprocal rank", std::vector<double>(frame.items())};
  const auto ranks = item_ranks(frame, table, "");
  for (std::size_t item = 0; item < frame.items(); ++item) {
    const double corpus = table.has_vectors ? ranks[item].corpus : 0;
    scores.values[item] = 1 / (1 + ranks[item].near_misses + corpus);
  }
  return scores;
}

}  // namespace sonde

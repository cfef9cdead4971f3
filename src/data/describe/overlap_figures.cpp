#include "data/describe/overlap_figures.h"

#include <cmath>
#include <limits>

#include "base/threads.h"
#include "text/overlap.h"

namespace sonde {
namespace {

constexpr std::size_t kPairsAtOnce = 256;  // pairs that a thread takes at a time

constexpr std::array kNames{"rouge1",       "rouge2",         "rougeL",
                            "word_overlap", "token_distance", "tokens"};
// Why a pair has no value.
constexpr std::array kReasons{"without a word of a-z or 0-9",
                              "with less than two words of a-z or 0-9",
                              "without a word of a-z or 0-9, or too long to compare",
                              "without a word",
                              "without a word piece, or too long to compare",
                              "without a word piece"};

}  // namespace

void OverlapFigures::add(std::span<const Item> items) {
  number_texts(items);
  find_pairs(items);
  std::vector<std::array<double, kFigures>> found(pairs_.size());
  parallel_for(pairs_.size(), kPairsAtOnce, threads_, [&](std::size_t first, std::size_t last) {
    Overlap overlap;
    for (std::size_t i = first; i < last; ++i) found[i] = compare(pairs_[i], overlap);
  });
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto [place, is_new] = by_label_.try_emplace(*pairs_[i].label);
    if (is_new) labels_.push_back(*pairs_[i].label);
    for (Sums* sums : {&all_, &place->second}) {
      ++sums->pairs;
      for (std::size_t figure = 0; figure < kFigures; ++figure) {
        if (std::isnan(found[i][figure])) continue;
        sums->sum[figure] += found[i][figure];
        ++sums->count[figure];
      }
    }
  }
}

std::vector<Result> OverlapFigures::results() const {
  std::vector<Result> results;
  append("all", all_, results);
  for (const auto& label : labels_) {
    if (!label.empty()) append("pair=" + label, by_label_.at(label), results);
  }
  return results;
}

void OverlapFigures::number_texts(std::span<const Item> items) {
  if (!numbers_ || numbers_->is_large()) {
    numbers_ = std::make_unique<TextNumbers>(tokenizer_, threads_);
  }
  std::vector<std::string_view> texts;
  for (const auto& item : items) {
    for (const auto& text : item.texts) texts.push_back(text.text);
  }
  texts_ = numbers_->places(texts);
}

void OverlapFigures::find_pairs(std::span<const Item> items) {
  pairs_.clear();
  std::size_t text = 0;
  for (const auto& item : items) {
    for (const auto& row : item.rows) {
      if (row.at.size() != 2) continue;
      pairs_.push_back({texts_[text + row.at[0]], texts_[text + row.at[1]], &row.label});
    }
    text += item.texts.size();
  }
}

std::array<double, OverlapFigures::kFigures> OverlapFigures::compare(const Pair& pair,
                                                                     Overlap& overlap) const {
  const auto a = numbers_->at(pair.first), b = numbers_->at(pair.second);
  return {shared_f1(a.single, b.single),
          shared_f1(a.pairs, b.pairs),
          overlap.longest_f1(a.words, b.words),
          shared_f1(a.any, b.any),
          overlap.edit_share(a.tokens, b.tokens),
          static_cast<double>(a.tokens.size() + b.tokens.size()) / 2};
}

void OverlapFigures::append(const std::string& slice, const Sums& sums,
                            std::vector<Result>& results) {
  for (std::size_t figure = 0; figure < kFigures; ++figure) {
    Result result;
    result.subject = "data";
    result.slice = slice;
    result.name = kNames[figure];
    result.n = sums.count[figure];
    if (result.n > 0) result.value = sums.sum[figure] / static_cast<double>(result.n);
    result.left_out = sums.pairs - result.n;
    if (result.left_out > 0) result.why[kReasons[figure]] = result.left_out;
    results.push_back(std::move(result));
  }
}

}  // namespace sonde

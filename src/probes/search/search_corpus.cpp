#include "probes/search/search_corpus.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/nan.h"
#include "base/stop_check.h"
#include "base/threads.h"
#include "probes/shared/ties.h"
#include "sonde/digest.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr std::size_t kNumbersOfItem = 4;  // in Fitted: first row, closer, nearest, holder

// Vectors of length 1, dense or sparse. Those of a text without a vector are NaN.
class UnitVectors {
 public:
  void add(const Block& block, std::size_t text) {
    const auto vector = block.vectors[text];
    const double norm = std::sqrt(dot(vector, vector));
    const bool sparse = !block.columns.empty();
    width_ = std::max(width_, block.dimension());
    for (std::size_t i = 0; i < vector.size(); ++i) {
      if (sparse && vector[i] == 0) continue;
      numbers_.push_back(static_cast<float>(vector[i] / norm));
      if (sparse) places_.push_back(static_cast<std::uint32_t>(block.place(i)));
    }
    ends_.push_back(numbers_.size());
    defined_.push_back(norm > 0 && std::isfinite(norm));
  }

  std::size_t size() const { return ends_.size(); }
  std::size_t width() const { return width_; }
  bool is_sparse() const { return !places_.empty(); }
  bool is_defined(std::size_t at) const { return defined_[at]; }
  std::span<const float> numbers(std::size_t at) const {
    return std::span(numbers_).subspan(begin(at), ends_[at] - begin(at));
  }
  std::span<const std::uint32_t> places(std::size_t at) const {
    return std::span(places_).subspan(begin(at), ends_[at] - begin(at));
  }

 private:
  std::size_t begin(std::size_t at) const { return at == 0 ? 0 : ends_[at - 1]; }

  std::vector<float> numbers_;
  std::vector<std::uint32_t> places_;  // sparse vectors only
  std::vector<std::size_t> ends_;
  std::vector<bool> defined_;
  std::size_t width_ = 0;
};

// The similarities of a query with all passages. Sparse vectors are compared through lists of the
// passages that have a number in each place.
class PassageIndex {
 public:
  explicit PassageIndex(const UnitVectors& passages) : passages_(passages) {
    if (!passages.is_sparse()) return;
    with_.resize(passages.width());
    for (std::uint32_t passage = 0; passage < passages.size(); ++passage) {
      if (!passages.is_defined(passage)) continue;
      const auto places = passages.places(passage);
      for (std::size_t i = 0; i < places.size(); ++i) {
        with_[places[i]].emplace_back(passage, passages.numbers(passage)[i]);
      }
    }
  }

  std::vector<double> similarities(const UnitVectors& queries, std::size_t query) const {
    std::vector<double> found(passages_.size());
    if (!passages_.is_sparse()) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        found[i] = dot(queries.numbers(query), passages_.numbers(i));
      }
      return found;
    }
    const auto places = queries.places(query);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] >= with_.size()) continue;
      for (const auto& [passage, number] : with_[places[i]]) {
        found[passage] += static_cast<double>(number) * queries.numbers(query)[i];
      }
    }
    return found;
  }

 private:
  const UnitVectors& passages_;
  std::vector<std::vector<std::pair<std::uint32_t, float>>> with_;
};

class CorpusFitter : public Fitter {
 public:
  explicit CorpusFitter(std::size_t most_passages) : most_passages_(most_passages) {}

  void add(const Block& block) override {
    if (block.vectors.rows() == 0) return;  // a scorer
    std::size_t text = 0;
    for (const auto& item : block.items) {
      const std::string& passage = item.texts[1].text;
      const auto [place, is_new] =
          number_of_.emplace(passage, static_cast<std::uint32_t>(passages_.size()));
      if (is_new) {
        passages_.add(block, text + 1);
        draws_.push_back(digest_of("corpus 1", passage).low64());
        holders_.push_back(right_.size());
      }
      queries_.add(block, text);
      right_.push_back(place->second);
      first_rows_.push_back(static_cast<double>(item.first_row));
      const auto group = groups_.emplace(item.texts[0].text, groups_.size()).first->second;
      rights_of_[group].insert(place->second);
      group_of_.push_back(group);
      text += item.texts.size();
    }
  }

  Fitted finish() override {
    number_of_.clear();
    groups_.clear();
    const PassageIndex index(passages_);
    const std::uint64_t last = last_drawn();
    Fitted fitted = first_rows_;
    const std::size_t items = first_rows_.size();
    fitted.resize(kNumbersOfItem * items);
    parallel_for(right_.size(), 16, 0, [&](std::size_t first, std::size_t end) {
      for (std::size_t item = first; item < end; ++item) {
        check_stop();
        const CorpusRank rank = rank_of(index, item, last);
        fitted[items + item] = rank.closer;
        fitted[2 * items + item] = rank.nearest;
        fitted[3 * items + item] = rank.holder;
      }
    });
    return fitted;
  }

 private:
  // Passages with a draw above it are left out of a large corpus.
  std::uint64_t last_drawn() const {
    auto draws = draws_;
    if (draws.size() <= most_passages_) return ~std::uint64_t{0};
    const auto last = draws.begin() + static_cast<std::ptrdiff_t>(most_passages_ - 1);
    std::ranges::nth_element(draws, last);
    return *last;
  }

  CorpusRank rank_of(const PassageIndex& index, std::size_t item, std::uint64_t last) const {
    const std::uint32_t right = right_[item];
    if (!queries_.is_defined(item) || !passages_.is_defined(right)) return {};
    const auto found = index.similarities(queries_, item);
    const auto& rights = rights_of_.at(group_of_[item]);
    CorpusRank rank{.closer = 0};
    for (std::uint32_t i = 0; i < found.size(); ++i) {
      if (draws_[i] > last || !passages_.is_defined(i) || rights.contains(i)) continue;
      rank.closer += won_share(found[i] - found[right]);
      if (found[i] <= rank.nearest) continue;
      rank.nearest = found[i];
      rank.holder = static_cast<double>(holders_[i]);
    }
    return rank;
  }

  std::size_t most_passages_;
  UnitVectors passages_, queries_;
  std::unordered_map<std::string, std::uint32_t> number_of_;  // passage -> its number
  std::vector<std::uint64_t> draws_;                          // per passage
  std::vector<std::size_t> holders_;                          // per passage: the first item with it
  std::vector<double> first_rows_;                            // per item
  std::vector<std::uint32_t> right_;                          // per item: its passage
  std::unordered_map<std::string, std::size_t> groups_;       // query -> items that have it
  std::vector<std::size_t> group_of_;                         // per item
  std::map<std::size_t, std::set<std::uint32_t>> rights_of_;  // group -> its passages
};

}  // namespace

std::unique_ptr<Fitter> corpus_fitter(std::size_t most_passages) {
  return std::make_unique<CorpusFitter>(most_passages);
}

CorpusRank corpus_rank(const Item& item, const Fitted& fitted) {
  const std::size_t items = fitted.size() / kNumbersOfItem;
  const std::span first_rows = std::span(fitted).first(items);
  const auto row = static_cast<double>(item.first_row);
  const auto found = std::ranges::lower_bound(first_rows, row);
  if (found == first_rows.end() || *found != row) return {};
  const auto at = static_cast<std::size_t>(found - first_rows.begin());
  return {fitted[items + at], fitted[2 * items + at], fitted[3 * items + at]};
}

std::vector<OtherText> nearest_passages(const Fitted& fitted, std::size_t items) {
  constexpr std::uint32_t kPassage = 1;  // place in the item's texts
  if (fitted.empty() || fitted.size() != kNumbersOfItem * items) return {};
  std::vector<OtherText> nearest(items);
  for (std::size_t item = 0; item < items; ++item) {
    const double holder = fitted[3 * items + item];
    if (!(holder >= 0 && holder < static_cast<double>(items))) continue;  // none, or a foreign file
    nearest[item] = {static_cast<std::uint32_t>(holder), kPassage, fitted[2 * items + item]};
  }
  return nearest;
}

}  // namespace sonde

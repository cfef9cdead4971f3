#include "run/vectors/recorded.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/nan.h"
#include "sonde/error.h"
#include "store/database/sqlite.h"

namespace sonde {
namespace {

[[noreturn]] void throw_lacking(const std::string& text, const char* what) {
  throw input_error("the parts lack " + std::string(what) + " of '" + text + "'", {},
                    "run them again with --replace");
}

class RecordedEncoder final : public Encoder {
 public:
  explicit RecordedEncoder(const ShareEncoder& facts)
      : text_(facts.text), views_(facts.views), dimension_(facts.dimension), slice_(facts.slice) {
    for (auto& view : views_) view.doubt = facts.doubt;
  }

  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override { return dimension_; }
  std::size_t slice() const override { return slice_; }
  void encode(std::span<const Text>, std::span<const Matrix<float>>, std::span<Remark>) override {
    throw_lacking(text_, "vectors");
  }

 private:
  std::string text_;
  std::vector<Identity> views_;
  std::size_t dimension_, slice_;
};

}  // namespace

struct RecordedRows {
  ShareScorer facts;
  std::vector<double> similarities;                                    // a row
  std::vector<double> features;                                        // rows x features
  std::vector<std::uint8_t> there;                                     // a row
  std::unordered_map<std::string, std::vector<TextRemark>> remarks{};  // an item that has any
};

namespace {

class RecordedScorer final : public Scorer {
 public:
  explicit RecordedScorer(std::shared_ptr<const RecordedRows> values)
      : values_(std::move(values)) {}

  const Identity& identity() const override { return values_->facts.identity; }

  void score(std::span<const Item> items, std::span<double> out) override {
    remarks_.clear();
    std::size_t at = 0;
    for (const auto& item : items) {
      for (std::size_t i = 0; i < item.rows.size(); ++i) {
        out[at++] = values_->similarities[row_at(item.first_row + i)];
      }
      if (values_->facts.remarks) add_remarks(item);
    }
  }

  std::size_t features() const override { return values_->facts.features; }

  void give_features(std::span<const Item> items, Matrix<double> out) override {
    const std::size_t count = features();
    std::size_t at = 0;
    for (const auto& item : items) {
      for (std::size_t i = 0; i < item.rows.size(); ++i) {
        const double* from = values_->features.data() + row_at(item.first_row + i) * count;
        std::copy_n(from, count, out[at++].begin());
      }
    }
  }

  std::span<const Remark> remarks() const override { return remarks_; }

 private:
  std::size_t row_at(std::uint64_t row) const {
    if (row >= values_->there.size() || values_->there[row] == 0) {
      throw_lacking(values_->facts.text, "a similarity");
    }
    return row;
  }

  void add_remarks(const Item& item) {
    const std::size_t first = remarks_.size();
    remarks_.resize(first + item.texts.size());
    const auto found = values_->remarks.find(scored_item(item));
    if (found == values_->remarks.end()) return;
    for (const auto& remark : found->second) {
      if (remark.text < item.texts.size()) remarks_[first + remark.text] = remark.remark;
    }
  }

  std::shared_ptr<const RecordedRows> values_;
  std::vector<Remark> remarks_;
};

}  // namespace

std::unique_ptr<Encoder> recorded_encoder(const ShareEncoder& facts) {
  return std::make_unique<RecordedEncoder>(facts);
}

bool is_recorded(const Encoder& encoder) {
  return dynamic_cast<const RecordedEncoder*>(&encoder) != nullptr;
}

std::string scored_item(const Item& item) { return std::to_string(item.first_row) + " " + item.id; }

RecordedScores::RecordedScores(const ShareScorer& facts, std::uint64_t rows)
    : values_(std::make_shared<RecordedRows>(RecordedRows{
          facts, std::vector<double>(rows, kNaN), std::vector<double>(rows * facts.features, kNaN),
          std::vector<std::uint8_t>(rows)})) {
  values_->facts.identity.doubt = facts.doubt;
}

RecordedScores::~RecordedScores() = default;

void RecordedScores::add(const ScoredBlock& scored) {
  const std::size_t count = values_->facts.features;
  const double* next = scored.values.data();
  for (const double place : scored.rows) {
    const auto row = static_cast<std::size_t>(place);
    require(row < values_->there.size(), "a row is not of the data set");
    values_->there[row] = 1;
    values_->similarities[row] = *next++;
    std::copy_n(next, count, values_->features.data() + row * count);
    next += count;
  }
  for (const auto& remark : scored.remarks) values_->remarks[remark.item].push_back(remark);
}

std::unique_ptr<Scorer> RecordedScores::finish() {
  return std::make_unique<RecordedScorer>(std::move(values_));
}

}  // namespace sonde

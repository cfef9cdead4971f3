#include "scorers/row_scores.h"

#include <utility>

#include "sonde/error.h"

namespace sonde {
namespace {

class RowScores : public Scorer {
 public:
  RowScores(std::vector<double> values, Identity identity)
      : values_(std::move(values)), identity_(std::move(identity)) {}

  const Identity& identity() const override { return identity_; }

  void score(std::span<const Item> items, std::span<double> out) override {
    std::size_t at = 0;
    for (const auto& item : items) {
      for (std::size_t row = 0; row < item.rows.size(); ++row) {
        out[at++] = values_.at(item.first_row + row);
      }
    }
  }

 private:
  std::vector<double> values_;
  Identity identity_;
};

}  // namespace

std::unique_ptr<Scorer> serve_rows(std::vector<double> values, Identity identity) {
  return std::make_unique<RowScores>(std::move(values), std::move(identity));
}

void check_location(const Spec& spec, const std::string& advice) {
  if (spec.location.empty()) throw usage_error("'" + spec.text + "' names no file", advice);
}

}  // namespace sonde

#include <algorithm>
#include <utility>

#include "base/nan.h"
#include "probes/heros/heros_baseline.h"
#include "probes/heros/heros_results.h"
#include "probes/heros/heros_subsets.h"
#include "probes/shared/incomplete_record.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "probes/shared/records.h"
#include "sonde/error.h"
#include "sonde/resampling.h"

namespace sonde {
namespace {

// The original, then the subsets in their order.
std::vector<Field> heros_fields() {
  std::vector<Field> fields{{"Original", {"sentence"}, true, true},
                            {"Synonym", {}, false, true},
                            {"Antonym", {}, false, true},
                            {"Random", {"random mlm"}, false, true},
                            {"Typo", {}, false, true},
                            {"Negation (main)", {"negation m", "negation"}, false, true},
                            {"Negation (antonym)", {"negation a"}, false, true}};
  for (std::size_t i = 1; i < fields.size(); ++i) fields[i].one_of = "variant";
  return fields;
}

constexpr std::size_t kOriginal = 0;
std::size_t field_of(std::size_t subset) { return subset + 1; }

Place place_of(const Record& record) {
  Place place = record.place;
  place.item = record.id;
  return place;
}

class Heros : public Probe, public RowMeanings {
 public:
  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  // A cell that is missing has no row.
  Item item(Record&& record) const override {
    Item item;
    item.texts.push_back({take_sentence(record, fields_, kOriginal), Side::kFirst});
    for (std::size_t subset = 0; subset < kSubsets; ++subset) {
      if (is_blank(record, field_of(subset))) continue;
      item.rows.push_back(
          {std::string(kSubsetNames[subset]), {0, static_cast<std::uint32_t>(item.texts.size())}});
      item.texts.push_back(
          {take_sentence(record, fields_, field_of(subset)), Side::kSecond, false});
    }
    if (item.rows.empty()) {
      throw IncompleteRecord("an original without any variant", place_of(record),
                             "fill in at least one of Synonym, Antonym, Random, Typo, Negation "
                             "(main), Negation (antonym), or remove the line");
    }
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    return item;
  }

  std::unique_ptr<Fitter> fitter(std::uint64_t items) const override {
    return baseline_fitter(items);
  }

  void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const override {
    std::size_t text = 0;
    std::size_t row = 0;
    for (const auto& item : block.items) {
      measure_item(item, block, fitted, text, row, out.block(row, item.rows.size()));
      text += item.texts.size();
      row += item.rows.size();
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    return summarise_heros(frame, tables, resampler);
  }

  Scores scores(const Frame& frame, const Table& table) const override {
    return heros_scores(frame, table);
  }

  std::vector<ItemOutcome> outcomes(const Evidence& question, const Frame& frame,
                                    const Table& table) const override {
    return heros_outcomes(question, frame, table);
  }

  RowMeaning meaning(std::string_view label, double) const override {
    const bool changed =
        std::ranges::find(kMeaningChanged, subset_named(label)) != kMeaningChanged.end();
    return changed ? RowMeaning::kChanged : RowMeaning::kSame;
  }

 private:
  void measure_item(const Item& item, const Block& block, const Fitted& fitted, std::size_t text,
                    std::size_t row, Matrix<double> out) const;

  std::vector<Field> fields_ = heros_fields();
  std::vector<Measurement> measurements_{
      {"similarity", false, true}, {"baseline", true}, {"margin"}};
};

void Heros::measure_item(const Item& item, const Block& block, const Fitted& fitted,
                         std::size_t text, std::size_t row, Matrix<double> out) const {
  const bool has_vectors = block.vectors.rows() > 0;
  const double baseline = baseline_of(item, block, text, fitted);
  OfSubsets similarities;
  similarities.fill(kNaN);
  std::array<bool, kSubsets> present{};
  for (std::size_t i = 0; i < item.rows.size(); ++i) {
    const std::size_t subset = subset_named(item.rows[i].label);
    present[subset] = true;
    similarities[subset] = has_vectors ? cosine(block.vectors[text], block.vectors[text + i + 1])
                                       : block.similarities[row + i];
  }
  const OfSubsets margins = heros_margins(similarities, present);
  for (std::size_t i = 0; i < item.rows.size(); ++i) {
    const std::size_t subset = subset_named(item.rows[i].label);
    out(i, kSimilarity) = similarities[subset];
    out(i, kBaseline) = baseline;
    out(i, kMargin) = margins[subset];
  }
}

}  // namespace

std::unique_ptr<Probe> make_heros(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset) {
  reject_unknown_settings(dataset, {});
  Options(spec).done();
  return std::make_unique<Heros>();
}

}  // namespace sonde

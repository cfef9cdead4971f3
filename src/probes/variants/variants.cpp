#include <cmath>
#include <map>
#include <utility>

#include "base/nan.h"
#include "base/parse.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "probes/shared/outcomes.h"
#include "probes/shared/records.h"
#include "probes/variants/variants_results.h"
#include "probes/variants/variants_roles.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::vector<Field> variant_fields(const VariantRoles& roles) {
  std::vector<Field> fields{{"sentence", {"original"}}};
  const bool named = roles.has("changed variant");  // then a table must have both
  for (const auto& [kind, role] : roles.all()) {
    fields.push_back({kind, {}, named, false, {}, {}, true});
  }
  return fields;
}

class VariantsProbe : public Probe, public RowMeanings {
 public:
  VariantsProbe(VariantRoles roles, double threshold)
      : roles_(std::move(roles)), threshold_(threshold), fields_(variant_fields(roles_)) {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    item.texts.push_back({take_sentence(record, fields_, 0), Side::kFirst});
    for (std::size_t field = 1; field < fields_.size(); ++field) {
      add_variant(item, fields_[field].name, record.values[field]);
    }
    for (const auto& [field, variant] : record.further) {
      add_variant(item, fields_[field].name, variant);
    }
    if (item.rows.empty()) item.left_out = "no variant";
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    return item;
  }

  void measure(const Block& block, const Fitted&, Matrix<double> out) const override {
    std::size_t row = 0, text = 0;
    for (const auto& item : block.items) {
      for (const auto& variant : item.rows) {
        out(row, 0) = block.vectors.rows() == 0
                          ? block.similarities[row]
                          : cosine(block.vectors[text], block.vectors[text + variant.at[1]]);
        ++row;
      }
      text += item.texts.size();
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    return summarise_variants(frame, tables, resampler, {roles_, threshold_});
  }

  std::vector<Series> series(const Frame& frame, std::span<const Table> tables) const override {
    return variant_densities(frame, tables, roles_);
  }

  // The mean over variants of the same meaning less that over changed ones.
  Scores scores(const Frame& frame, const Table& table) const override {
    std::vector<double> same(frame.items()), changed(frame.items());
    std::vector<double> sames(frame.items()), changes(frame.items());
    for (std::size_t row = 0; row < frame.rows(); ++row) {
      const auto item = frame.item_of_row[row];
      if (roles_.is_unrelated(frame.row_labels[row])) continue;
      const bool is_same = roles_.is_same(frame.row_labels[row]);
      (is_same ? same : changed)[item] += table.values(row, 0);
      ++(is_same ? sames : changes)[item];
    }
    Scores scores{"same less changed", std::vector<double>(frame.items(), kNaN), 0};
    for (std::size_t item = 0; item < frame.items(); ++item) {
      scores.values[item] = same[item] / sames[item] - changed[item] / changes[item];
    }
    return scores;
  }

  std::vector<ItemOutcome> outcomes(const Evidence& evidence, const Frame& frame,
                                    const Table& table) const override {
    return variant_outcomes(frame, table, roles_, kind_asked(evidence));
  }

  RowMeaning meaning(std::string_view kind, double) const override {
    const std::string name(kind);
    if (roles_.is_changed(name)) return RowMeaning::kChanged;
    return roles_.is_unrelated(name) ? RowMeaning::kNeither : RowMeaning::kSame;
  }
  bool has_own_threshold() const override { return true; }

 private:
  static std::string kind_asked(const Evidence& evidence) {
    const auto at = evidence.setting.find('_');
    return at == std::string_view::npos ? std::string()
                                        : std::string(evidence.setting.substr(at + 1));
  }

  static void add_variant(Item& item, const std::string& kind, const std::string& variant) {
    if (trimmed(variant).empty()) return;
    const auto place = static_cast<std::uint32_t>(item.texts.size());
    item.texts.push_back({variant, Side::kSecond, false});
    item.rows.push_back({kind, {0, place}});
  }

  VariantRoles roles_;
  double threshold_;
  std::vector<Field> fields_;
  std::vector<Measurement> measurements_{{"similarity", false, true}};
};

}  // namespace

std::unique_ptr<Probe> make_variants(const Spec& spec,
                                     const std::map<std::string, std::string>& dataset) {
  VariantRoles roles(dataset);
  Options options(spec);
  const double threshold = options.number("threshold", kNaN);
  options.done();
  return std::make_unique<VariantsProbe>(std::move(roles), threshold);
}

}  // namespace sonde

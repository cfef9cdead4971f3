#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/nan.h"
#include "base/parse.h"
#include "data/search_fields.h"
#include "probes/search/search_corpus.h"
#include "probes/search/search_results.h"
#include "probes/search/search_threshold.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "probes/shared/records.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::string_view kNearMissKey = "role_";  // a card says role_number = "near miss"

enum SearchField : std::size_t { kQuery, kPassage, kFirstNearMiss };

std::vector<Field> search_fields(const std::map<std::string, std::string>& settings) {
  std::vector<Field> fields = query_and_passage();
  std::vector<std::string> known;
  for (const auto& [key, value] : settings) {
    if (!key.starts_with(kNearMissKey)) continue;
    if (value != "near miss") {
      throw input_error("unknown role '" + value + "' of a passage", {"", 0, key, ""},
                        "say near miss");
    }
    known.push_back(key);
    fields.push_back({key.substr(kNearMissKey.size()), {}, true, false, {}, {}, true});
  }
  reject_unknown_settings(settings, known);
  if (known.empty()) {
    fields.push_back({"near miss", {"negative", "hard negative"}, false, false, {}, {}, true});
  }
  return fields;
}

class Search : public Probe, public RowMeanings, public OtherTexts {
 public:
  // threshold: of the results _given. NaN: none.
  Search(std::vector<Field> fields, double threshold)
      : fields_(std::move(fields)), threshold_(threshold) {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    item.texts = {{take_sentence(record, fields_, kQuery), Side::kFirst},
                  {take_sentence(record, fields_, kPassage), Side::kSecond}};
    item.rows.push_back({kRightPassage, {0, 1}});
    for (std::size_t field = kFirstNearMiss; field < fields_.size(); ++field) {
      add_near_miss(item, fields_[field].name, record.values[field]);
    }
    for (const auto& [field, text] : record.further) {
      add_near_miss(item, fields_[field].name, text);
    }
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    return item;
  }

  std::unique_ptr<Fitter> fitter(std::uint64_t) const override { return corpus_fitter(); }

  void measure(const Block& block, const Fitted& fitted, Matrix<double> out) const override {
    std::size_t row = 0, text = 0;
    const bool has_vectors = block.vectors.rows() > 0;
    for (const auto& item : block.items) {
      const CorpusRank rank = has_vectors ? corpus_rank(item, fitted) : CorpusRank{};
      for (const auto& one : item.rows) {
        out(row, kQuerySimilarity) =
            has_vectors ? cosine(block.vectors[text], block.vectors[text + one.at[1]])
                        : block.similarities[row];
        out(row, kCloserPassages) = rank.closer;
        out(row, kNearestOther) = rank.nearest;
        ++row;
      }
      text += item.texts.size();
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    auto results = summarise_search(frame, tables, resampler);
    for (const auto& table : tables)
      add_show_threshold(frame, table, resampler, threshold_, results);
    return results;
  }
  Scores scores(const Frame& frame, const Table& table) const override {
    return search_scores(frame, table);
  }
  std::vector<ItemOutcome> outcomes(const Evidence& evidence, const Frame& frame,
                                    const Table& table) const override {
    if (evidence.result == kTop1Corpus) return corpus_outcomes(frame, table);
    const bool of_kind = evidence.setting.starts_with(kNearMissKey);
    return search_outcomes(
        frame, table,
        of_kind ? std::string(evidence.setting.substr(kNearMissKey.size())) : std::string());
  }
  RowMeaning meaning(std::string_view label, double) const override {
    return label == kRightPassage ? RowMeaning::kSame : RowMeaning::kChanged;
  }
  bool has_own_threshold() const override { return true; }
  std::vector<OtherText> closest_others(const Fitted& fitted, std::size_t items) const override {
    return nearest_passages(fitted, items);
  }

 private:
  static void add_near_miss(Item& item, const std::string& kind, const std::string& passage) {
    if (trimmed(passage).empty()) return;
    const auto place = static_cast<std::uint32_t>(item.texts.size());
    item.texts.push_back({passage, Side::kSecond, false});
    item.rows.push_back({kind, {0, place}});
  }

  std::vector<Field> fields_;
  double threshold_;
  std::vector<Measurement> measurements_{
      {"similarity", false, true}, {"closer_passages", true}, {"nearest_other", true}};
};

}  // namespace

std::unique_ptr<Probe> make_search(const Spec& spec,
                                   const std::map<std::string, std::string>& dataset) {
  Options options(spec);
  const double threshold = options.number("threshold", kNaN);
  options.done();
  auto probe = std::make_unique<Search>(search_fields(dataset), threshold);
  if (std::isnan(threshold)) return probe;
  return with_matches(std::move(probe), threshold);
}

}  // namespace sonde

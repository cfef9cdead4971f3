#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "base/parse.h"
#include "base/random.h"
#include "probes/curves/curves_options.h"
#include "probes/curves/curves_results.h"
#include "probes/curves/curves_slices.h"
#include "probes/curves/label_order.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "sonde/error.h"
#include "sonde/negation.h"
#include "sonde/resampling.h"
#include "text/insertions.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

// Depends on the sentence alone, so that neither its place nor other sentences change the draws.
std::uint64_t choice_key(std::uint64_t seed, std::string_view kind, const std::string& sentence) {
  return stream_key(seed, digest_of("insertions 1", kind, sentence).low64());
}

void add_variant(Item& item, std::string label, std::string variant) {
  const auto place = static_cast<std::uint32_t>(item.texts.size());
  item.texts.push_back({std::move(variant), Side::kSecond, false});
  item.rows.push_back({std::move(label), {0, place}});
}

// In tens. Such names sort as the lengths do.
std::string length_label(std::size_t words) {
  constexpr std::size_t kLong = 40;
  if (words >= kLong) return std::to_string(kLong) + "+";
  const std::size_t ten = words / 10 * 10;
  return std::to_string(std::max<std::size_t>(ten, 1)) + "-" + std::to_string(ten + 9);
}

double sum(std::span<const float> vector) {
  double sum = 0;
  for (const float x : vector) sum += x;
  return sum;
}

// The cosine of the paper's program: -1 if round(sum(a) * sum(b), 2) is 0 by numpy's rounding, half
// to even of a hundred times the number.
double published_cosine(std::span<const float> a, std::span<const float> b) {
  const double product = sum(a) * sum(b);
  if (std::abs(product * 100) <= 0.5) return -1;
  return cosine(a, b);
}

class Curves : public Probe, public RowMeanings {
 public:
  explicit Curves(CurvesOptions options)
      : options_(std::move(options)),
        fields_(curves_fields()),
        measurements_{{"cosine", options_.published_cosine, !options_.published_cosine}} {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    const std::string& sentence = record.values[kSentence];
    item.texts.push_back({sentence, Side::kFirst});
    const std::size_t words = count_words(sentence);
    item.left_out = why_left_out(words);
    item.at_fault = words == 0;
    if (item.left_out.empty()) add_variants(item, record, words);
    if (item.left_out.empty() && options_.by.length) label_length(item, words, record.place);
    return item;
  }

  void measure(const Block& block, const Fitted&, Matrix<double> out) const override {
    const auto of_two = options_.published_cosine ? published_cosine : cosine;
    std::size_t row = 0;
    std::size_t text = 0;
    for (const auto& item : block.items) {
      for (const auto& variant : item.rows) {
        out(row, 0) = block.vectors.rows() == 0
                          ? block.similarities[row]
                          : of_two(block.vectors[text], block.vectors[text + variant.at[1]]);
        ++row;
      }
      text += item.texts.size();
    }
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    return summarise_curves(frame, tables, resampler, options_);
  }

  // Its summary takes rows in any order of labels. Sorting lets it read those of a kind in place.
  // With several labels per kind, an original's variants would be separated.
  void arrange(Frame& frame, std::span<std::vector<double>* const> columns) const override {
    if (!options_.by.place && !options_.by.word) sort_rows_by_label(frame, columns);
  }

  std::vector<Series> series(const Frame& frame, std::span<const Table> tables) const override {
    return curves_of(frame, tables, options_);
  }

  Scores scores(const Frame& frame, const Table& table) const override {
    return separations(frame, table);
  }

  std::vector<ItemOutcome> outcomes(const Evidence&, const Frame& frame,
                                    const Table& table) const override {
    return curves_outcomes(frame, table);
  }

  RowMeaning meaning(std::string_view label, double) const override {
    return kind_of(label) == kFuzz ? RowMeaning::kSame : RowMeaning::kChanged;
  }

 private:
  InsertionChoice choice(std::string_view kind, const std::string& sentence) const {
    return {options_.variants, choice_key(options_.seed, kind, sentence)};
  }

  void add_variants(Item& item, const Record& record, std::size_t words) const {
    if (options_.own_variants) return add_own(item, record);
    const std::string sentence = item.texts.front().text;
    std::string negated;
    if (options_.grammatical && !negate(sentence, negated, item.left_out)) return;
    add_insertions(item, kFuzz, options_.fuzz, words);
    if (options_.grammatical) return add_variant(item, std::string(kNegation), std::move(negated));
    add_insertions(item, kNegation, options_.negation, words);
  }

  void add_insertions(Item& item, std::string_view kind, const std::vector<std::string>& terms,
                      std::size_t words) const {
    const std::string sentence = item.texts.front().text;
    for (auto& made : insertions(sentence, terms, choice(kind, sentence))) {
      add_variant(item, variant_label(kind, {made.word, words}, options_.by), std::move(made.text));
    }
  }

  static void add_own(Item& item, const Record& record) {
    const auto add = [&](std::string_view kind, const std::string& variant) {
      if (trimmed(variant).empty()) return;
      if (variant == item.texts.front().text) item.left_out = "a variant is the original itself";
      add_variant(item, std::string(kind), variant);
    };
    for (const auto& [field, kind] : {std::pair{kSame, kFuzz}, std::pair{kChanged, kNegation}}) {
      add(kind, record.values[field]);
      for (const auto& [of, variant] : record.further) {
        if (of == field) add(kind, variant);
      }
    }
    if (item.rows.empty()) item.left_out = "no variant";
    item.at_fault = !item.left_out.empty();
  }

  static void label_length(Item& item, std::size_t words, const Place& place) {
    if (item.labels.emplace("length", length_label(words)).second) return;
    throw input_error("by=length needs the label 'length', which the data have", place,
                      "leave it out, or give the column another name in a card");
  }

  bool negate(const std::string& sentence, std::string& negated, std::string& why_not) const {
    // Not before there is a sentence: reports make the probe too, and need no parser.
    std::call_once(negator_made_, [&] { negator_ = english_negator(); });
    Negation negation = negator_->negate(sentence);
    if (auto* made = std::get_if<Negated>(&negation)) {
      negated = std::move(made->text);
      return true;
    }
    why_not = reason(std::get<Refusal>(negation));
    return false;
  }

  std::string why_left_out(std::size_t words) const {
    if (words == 0) return "blank line";
    if (words < options_.min_words) return "fewer words than min_words";
    return words > options_.max_words ? "more words than max_words" : "";
  }

  CurvesOptions options_;
  std::vector<Field> fields_;
  std::vector<Measurement> measurements_;
  mutable std::once_flag negator_made_;
  mutable std::shared_ptr<const Negator> negator_;
};

}  // namespace

std::unique_ptr<Probe> make_curves(const Spec& spec,
                                   const std::map<std::string, std::string>& dataset) {
  return std::make_unique<Curves>(read_curves_options(spec, dataset));
}

}  // namespace sonde

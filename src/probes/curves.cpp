#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "base/random.h"
#include "language/negation.h"
#include "probes/curves_options.h"
#include "probes/curves_summary.h"
#include "probes/kinds.h"
#include "probes/label_order.h"
#include "sonde/resampling.h"
#include "text/insertions.h"
#include "text/words.h"

namespace sonde {
namespace {

// Of the sentence, so that neither its place nor other sentences change what is drawn.
std::uint64_t choice_key(std::uint64_t seed, std::string_view kind, const std::string& sentence) {
  return stream_key(seed, digest_of("insertions 1", kind, sentence).low64());
}

void add_variants(Item& item, std::string_view kind, std::vector<std::string>&& variants) {
  for (auto& variant : variants) {
    const auto place = static_cast<std::uint32_t>(item.texts.size());
    item.texts.push_back({std::move(variant), Side::kSecond, false});
    item.rows.push_back({std::string(kind), {0, place}});
  }
}

double sum(std::span<const float> vector) {
  double sum = 0;
  for (const float x : vector) sum += x;
  return sum;
}

// As the paper's program has it: -1 where round(sum(a) * sum(b), 2) is 0 by numpy's rounding,
// half to even of a hundred times the number.
double published_cosine(std::span<const float> a, std::span<const float> b) {
  const double product = sum(a) * sum(b);
  if (std::abs(product * 100) <= 0.5) return -1;
  return cosine(a, b);
}

class Curves : public Probe {
 public:
  explicit Curves(CurvesOptions options)
      : options_(std::move(options)),
        fields_{{"sentence", {"text", "original"}}},
        measurements_{{"cosine", options_.published_cosine}} {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    Item item;
    item.id = std::move(record.id);
    item.labels = std::move(record.labels);
    std::string& sentence = record.values[0];
    item.texts.push_back({sentence, Side::kFirst});
    item.left_out = why_left_out(sentence);
    if (!item.left_out.empty()) return item;
    std::vector<std::string> negated = negations(sentence, item.left_out);
    if (!item.left_out.empty()) return item;
    add_variants(item, kFuzz, insertions(sentence, options_.fuzz, choice(kFuzz, sentence)));
    add_variants(item, kNegation, std::move(negated));
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

  // Its summary takes rows in any order of labels: those of a kind can then be read where they lie.
  void arrange(Frame& frame, std::span<std::vector<double>* const> columns) const override {
    sort_rows_by_label(frame, columns);
  }

  std::vector<Series> series(const Frame& frame, std::span<const Table> tables) const override {
    return curves_of(frame, tables, options_);
  }

  Scores scores(const Frame& frame, const Table& table) const override {
    return separations(frame, table);
  }

 private:
  InsertionChoice choice(std::string_view kind, const std::string& sentence) const {
    return {options_.variants, choice_key(options_.seed, kind, sentence)};
  }

  std::vector<std::string> negations(const std::string& sentence, std::string& why_not) const {
    if (!options_.grammatical) {
      return insertions(sentence, options_.negation, choice(kNegation, sentence));
    }
    // Not before there is a sentence: reports make the probe too, and need no parser.
    std::call_once(negator_made_, [&] { negator_ = english_negator(); });
    Negation negation = negator_->negate(sentence);
    if (auto* text = std::get_if<std::string>(&negation)) return {std::move(*text)};
    why_not = reason(std::get<Refusal>(negation));
    return {};
  }

  std::string why_left_out(std::string_view sentence) const {
    const std::size_t words = count_words(sentence);
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

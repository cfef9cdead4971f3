#include <memory>
#include <utility>

#include "probes/sets/sets_columns.h"
#include "probes/sets/sets_filter.h"
#include "probes/sets/sets_layout.h"
#include "probes/sets/sets_options.h"
#include "probes/sets/sets_results.h"
#include "probes/shared/kinds.h"

namespace sonde {
namespace {

class Sets : public Probe {
 public:
  explicit Sets(const SetsOptions& options)
      : options_(options), filter_(options.filter_encoders, options.filter_below) {}

  std::span<const Field> fields() const override { return fields_; }
  std::span<const Measurement> measurements() const override { return measurements_; }

  Item item(Record&& record) const override {
    return sets_item(std::move(record), fields_, options_.filter);
  }

  const ItemFilter* filter() const override {
    return options_.filter == SetsFilter::kEncoders ? &filter_ : nullptr;
  }

  void measure(const Block& block, const Fitted&, Matrix<double> out) const override {
    measure_sets(block, out);
  }

  std::vector<Result> summarise(const Frame& frame, std::span<const Table> tables,
                                const Resampler& resampler) const override {
    return summarise_sets(frame, tables, resampler, options_);
  }

  std::vector<Series> series(const Frame& frame, std::span<const Table> tables) const override {
    return series_of_sets(frame, tables);
  }

  Scores scores(const Frame& frame, const Table& table) const override {
    return sets_scores(frame, table);
  }

  std::vector<ItemOutcome> outcomes(const Evidence& question, const Frame& frame,
                                    const Table& table) const override {
    return sets_outcomes(question, frame, table, options_);
  }

 private:
  SetsOptions options_;
  NeighbourFilter filter_;
  std::vector<Field> fields_ = sets_fields();
  std::vector<Measurement> measurements_ = sets_measurements();
};

}  // namespace

std::unique_ptr<Probe> make_sets(const Spec& spec,
                                 const std::map<std::string, std::string>& dataset) {
  return std::make_unique<Sets>(read_sets_options(spec, dataset));
}

}  // namespace sonde

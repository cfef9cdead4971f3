#include "probes/sets/sets_filter.h"

#include <algorithm>
#include <utility>

#include "probes/sets/sets_layout.h"
#include "probes/shared/records.h"

namespace sonde {
namespace {

// Whether it has base rows, none of which gives `kept` for its differences.
bool asks_encoders(const Card& card) {
  const auto fields = sets_fields();
  bool base_rows = false, says = false;
  read_records(card, fields, [&](Record&& record) {
    base_rows = base_rows || is_base_row(record);
    says = says_kept(record);
    return base_rows && !says;
  });
  return base_rows && !says;
}

}  // namespace

NeighbourFilter::NeighbourFilter(std::vector<std::string> encoders, double below)
    : facts_{std::move(encoders), below, std::string(kNotKept),
             "a column kept in the data does without, and so does filter=none"} {}

std::vector<ItemFilter::TextPair> NeighbourFilter::pairs(const Item&) const {
  return {kNeighbours.begin(), kNeighbours.end()};
}

void NeighbourFilter::drop(Item& item) const {
  std::erase_if(item.rows, [](const Row& row) {
    return parse_sample_label(row.label)->op == SetOperator::kDifference;
  });
}

void settle_filter(const Spec& spec, const Card& card,
                   std::map<std::string, std::string>& settings) {
  if (spec.options.contains("filter") || settings.contains("filter")) return;
  if (asks_encoders(card)) settings["filter"] = "minilm";
}

}  // namespace sonde

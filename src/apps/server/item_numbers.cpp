#include "apps/server/item_numbers.h"

#include <algorithm>
#include <utility>

#include "probes/shared/frame_items.h"
#include "sonde/resampling.h"
#include "sonde/subject.h"

namespace sonde {

std::unique_ptr<Probe> probe_with(const std::string& kind,
                                  const std::map<std::string, std::string>& options) {
  Spec spec = parse_spec(kind);
  spec.options = options;
  return make_probe(spec, {});
}

bool is_optional(const Probe& probe, std::string_view field) {
  const auto fields = probe.fields();
  return !std::ranges::find(fields, field, &Field::name)->required;
}

Item item_with(const Probe& probe, const std::map<std::string, std::string>& values) {
  Record record{"1", {}, {}, {}};
  for (const auto& field : probe.fields()) {
    const auto found = values.find(field.name);
    record.values.push_back(found == values.end() ? "" : found->second);
  }
  return probe.item(std::move(record));
}

std::vector<Text> texts_in(std::span<const Item> items) {
  std::vector<Text> texts;
  for (const auto& item : items) texts.insert(texts.end(), item.texts.begin(), item.texts.end());
  return texts;
}

MatrixOf<double> measured(const Probe& probe, std::span<const Item> items,
                          const EncodedTexts& encoded) {
  std::size_t rows = 0;
  for (const auto& item : items) rows += item.rows.size();
  MatrixOf<double> values(rows, probe.measurements().size());
  probe.measure({items, encoded.vectors.view(), {}}, {}, values.view());
  return values;
}

std::map<std::string, double> results_of(const Probe& probe, const Item& item,
                                         const MatrixOf<double>& values) {
  Frame frame;
  const std::vector<Item> items{item};
  const std::vector<Digest> digests{item_digest(item, 0)};
  add_to_frame(frame, items, digests);
  const std::vector<Table> tables{{"page", true, values.view()}};
  const Resampler resampler(1, kFewestReplicates, 1);  // one item has no interval anyway
  std::map<std::string, double> results;
  for (const auto& result : probe.summarise(frame, tables, resampler)) {
    if (result.slice == "all") results.emplace(result.name, result.value);
  }
  return results;
}

}  // namespace sonde

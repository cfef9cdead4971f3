// Lists the kinds of encoders, scorers and probes, and the shipped data sets.
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/environment.h"
#include "apps/python/binding.h"
#include "sonde/dataset.h"
#include "sonde/encoder.h"
#include "sonde/probe.h"
#include "sonde/scorer.h"

namespace sonde {
namespace {

template <class Kind>
nb::dict kind_row(const Kind& kind) {
  nb::dict row;
  row["name"] = std::string(kind.name);
  row["form"] = std::string(kind.form);
  row["help"] = std::string(kind.help);
  return row;
}

template <class Kinds>
nb::list kind_rows(const Kinds& kinds) {
  nb::list rows;
  for (const auto& kind : kinds) rows.append(kind_row(kind));
  return rows;
}

// Each has the columns that it reads.
nb::list probe_rows() {
  nb::list rows;
  for (const auto& kind : probe_kinds()) {
    std::vector<std::string> columns;
    const auto probe = kind.make({}, {});
    for (const auto& field : probe->fields()) columns.push_back(field.name);
    nb::dict row = kind_row(kind);
    row["columns"] = columns;
    rows.append(row);
  }
  return rows;
}

std::size_t count_records(const Card& card) {
  std::size_t count = 0;
  const auto probe = make_probe(parse_spec(card.probe), {});
  read_records(card, probe->fields(), [&](Record&&) { return ++count, true; });
  return count;
}

nb::dict card_row(const Card& card) {
  nb::dict row;
  row["name"] = card.name;
  row["probe"] = card.probe;
  row["language"] = card.language;
  row["items"] = count_records(card);
  row["title"] = card.title;
  row["version"] = card.version;
  row["licence"] = card.licence;
  return row;
}

// WordNet's records are not in the package.
nb::list dataset_rows(const std::vector<std::string>& folders) {
  auto [cards, error] = list_cards(surroundings({folders.begin(), folders.end()}).resources.data);
  if (error) throw *error;
  nb::list rows;
  for (const auto& card : cards) {
    if (card.layout != Layout::kWordNet) rows.append(card_row(card));
  }
  return rows;
}

}  // namespace

void bind_listings(nb::module_& module) {
  module.def("encoders", [] { return kind_rows(encoder_kinds()); });
  module.def("scorers", [] { return kind_rows(scorer_kinds()); });
  module.def("probes", probe_rows);
  module.def("datasets", dataset_rows, nb::arg("folders"));
}

}  // namespace sonde

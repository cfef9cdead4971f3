#include "sonde/probe.h"

#include <array>

#include "base/names.h"
#include "probes/curves_options.h"
#include "probes/kinds.h"
#include "probes/sets_filter.h"

namespace sonde {
namespace {

constexpr std::array kProbes{
    ProbeKind{"sts", "sts[?similarity=...&standardize=...]",
              "does similarity follow human ratings, also where words and structure disagree?",
              make_sts, nullptr},
    ProbeKind{"heros", "heros",
              "does a small edit that changes the meaning move the vector more than one that "
              "doesn't?",
              make_heros, nullptr},
    ProbeKind{"curves", "curves[?variants=3&bandwidth=0.2&...]",
              "how far apart do meaningless and meaning-changing insertions fall?", make_curves,
              settle_curves},
    ProbeKind{"sets", "sets[?grid=even&filter=minilm&...]",
              "do vectors behave like sets under overlap, difference and union?", make_sets,
              settle_sets},
    ProbeKind{"triplets", "triplets[?test=TEST]",
              "is the sentence with the same meaning nearer than the one with a changed meaning?",
              make_triplets, nullptr},
};

}  // namespace

Scores Probe::scores(const Frame& frame, const Table& table) const {
  Scores scores{measurements().front().name, std::vector<double>(frame.items())};
  std::vector<double> rows(frame.items());
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    scores.values[frame.item_of_row[row]] += table.values(row, 0);
    ++rows[frame.item_of_row[row]];
  }
  for (std::size_t item = 0; item < frame.items(); ++item) scores.values[item] /= rows[item];
  return scores;
}

std::span<const ProbeKind> probe_kinds() { return kProbes; }

std::unique_ptr<Probe> make_probe(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset) {
  return find_row(kProbes, "probe", spec.kind).make(spec, dataset);
}

}  // namespace sonde

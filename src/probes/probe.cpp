#include "sonde/probe.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/nan.h"
#include "data/spec_text.h"
#include "probes/curves/curves_options.h"
#include "probes/sets/sets_range.h"
#include "probes/shared/kinds.h"
#include "probes/shared/matches.h"
#include "probes/shared/probe_forms.h"
#include "probes/sts/sts_ratings.h"
#include "sonde/error.h"

namespace sonde {
namespace {

std::shared_ptr<const ProbeForms> forms(ProbeForms forms) {
  return std::make_shared<const ProbeForms>(std::move(forms));
}

// Rows may be added, so it is made at the first use.
std::vector<ProbeKind>& kinds() {
  static std::vector<ProbeKind> kinds{
      {"sts",
       "sts[?similarity=...&threshold=0.8&same=4&...]",
       "does similarity follow human ratings, even if words and structure disagree?",
       make_sts,
       settle_sts,
       join_sts,
       {},
       sts_report(),
       forms({.rating = sts_rating_form()})},
      {"heros",
       "heros[?threshold=0.8]",
       "does a small edit that changes the meaning move the vector more than one that doesn't?",
       make_heros,
       {},
       {},
       {},
       heros_report(),
       forms({.item = heros_view()})},
      {"curves",
       "curves[?variants=3&threshold=0.8&...]",
       "how well do similarities separate meaningless from meaning-changing insertions?",
       make_curves,
       settle_curves,
       {},
       "overlap",
       curves_report(),
       forms({.corpus = curves_view()})},
      {"sets",
       "sets[?grid=even&filter=minilm&...]",
       "do vectors behave like sets under overlap, difference and union?",
       make_sets,
       settle_sets,
       join_sets,
       {},
       sets_report(),
       forms({.rating = sets_rating_form(), .item = sets_view()})},
      {"triplets",
       "triplets[?test=TEST&threshold=0.8]",
       "is the sentence with the same meaning closer than the one with a changed meaning?",
       make_triplets,
       {},
       {},
       {},
       triplets_report(),
       forms({.rating = triplets_rating_form(), .item = triplets_view()})},
      {"variants",
       "variants[?threshold=0.8]",
       "are harmless variants of your sentences closer than changed ones, and above which "
       "similarity?",
       make_variants,
       {},
       {},
       {},
       variants_report()},
      {"search",
       "search[?threshold=0.8]",
       "is the right passage closer to a query than near misses and than other passages?",
       make_search,
       {},
       {},
       {},
       search_report()},
  };
  return kinds;
}

const std::string kThreshold = "threshold";

bool has_meanings(const ProbeKind& kind) {
  const auto probe = kind.make(parse_spec(kind.name), {});
  return dynamic_cast<const RowMeanings*>(probe.get()) != nullptr;
}

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

std::span<const ProbeKind> probe_kinds() { return kinds(); }

const ProbeKind* find_probe_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds(), name, &ProbeKind::name);
  return found == kinds().end() ? nullptr : &*found;
}

void add_probe_kind(ProbeKind kind) {
  check_new(kinds(), "probe", kind.name);
  kinds().push_back(std::move(kind));
}

JointForm joint_form(const std::string& probe, const std::map<std::string, std::string>& settings) {
  JointForm form{parse_spec(probe), settings, {}};
  const auto* const kind = find_probe_kind(form.spec.kind);
  if (kind == nullptr) return form;
  // A threshold adds results and changes none.
  const bool has_threshold = form.spec.options.contains(kThreshold);
  if (has_threshold && has_meanings(*kind)) {
    form.spec.options.erase(kThreshold);
    form.spec.text = composed_text(form.spec);
  }
  if (kind->join) kind->join(form);
  return form;
}

std::unique_ptr<Probe> make_probe(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset) {
  const ProbeKind& kind = find_row(kinds(), "probe", spec.kind);
  if (!spec.options.contains(kThreshold) || !has_meanings(kind)) return kind.make(spec, dataset);
  const double threshold = Options(spec).number(kThreshold, kNaN);
  Spec others = spec;
  others.options.erase(kThreshold);
  auto probe = kind.make(others, dataset);
  if (dynamic_cast<const RowMeanings&>(*probe).has_own_threshold()) return kind.make(spec, dataset);
  return with_matches(std::move(probe), threshold);
}

}  // namespace sonde

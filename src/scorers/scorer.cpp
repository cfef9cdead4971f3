#include "sonde/scorer.h"

#include <array>

#include "base/names.h"
#include "scorers/kinds.h"

namespace sonde {
namespace {

constexpr std::array kScorers{
    ScorerKind{"scores", "scores:FILE[?data=NAME]",
               "similarities from a file: a number (or nan) for each row of one data set",
               make_scores},
};

}  // namespace

std::span<const ScorerKind> scorer_kinds() { return kScorers; }

std::unique_ptr<Scorer> make_scorer(const Spec& spec, const ScorerContext& context) {
  return find_row(kScorers, "scorer", spec.kind).make(spec, context);
}

}  // namespace sonde

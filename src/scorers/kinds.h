#pragma once

#include <memory>

#include "sonde/scorer.h"

namespace sonde {

// The makers that the table of scorers names, one source file per scorer.
std::unique_ptr<Scorer> make_scores(const Spec& spec, const ScorerContext& context);
std::unique_ptr<Scorer> make_smatch(const Spec& spec, const ScorerContext& context);
std::unique_ptr<Scorer> make_wlk(const Spec& spec, const ScorerContext& context);
std::unique_ptr<Scorer> make_wwlk(const Spec& spec, const ScorerContext& context);
std::unique_ptr<Scorer> make_amr_cn(const Spec& spec, const ScorerContext& context);
std::unique_ptr<Scorer> make_roles(const Spec& spec, const ScorerContext& context);
std::unique_ptr<Scorer> make_cross(const Spec& spec, const ScorerContext& context);

}  // namespace sonde

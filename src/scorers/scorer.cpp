#include "sonde/scorer.h"

#include <array>
#include <vector>

#include "base/names.h"
#include "scorers/kinds.h"

namespace sonde {
namespace {

constexpr std::array kScorers{
    ScorerKind{"scores", "scores:FILE[?data=NAME]",
               "similarities from a file: a number (or nan) for each row of one data set",
               make_scores},
    ScorerKind{"cross", "cross:FOLDER or cross:ORG/NAME[?label=NAME&order=first&max_tokens=N]",
               "a cross-encoder, which reads both sentences at once: its score, or a label's "
               "probability",
               make_cross},
    ScorerKind{"smatch", "smatch:A.amr,B.amr[?dialect=older&solver=hillclimb&seed=N]",
               "Smatch of AMR graphs in PENMAN, one for each first and each second sentence; "
               "smatch:exec:COMMAND parses them, as for the next three",
               make_smatch},
    ScorerKind{"wlk", "wlk:A.amr,B.amr[?iterations=2]",
               "the Weisfeiler-Leman kernel of AMR graphs: shared labels and neighbourhoods",
               make_wlk},
    ScorerKind{
        "wwlk", "wwlk:A.amr,B.amr?vectors=SPEC[&iterations=2&edge_weight=0.2]",
        "the same kernel over vectors of words: how far one graph's nodes are from the other's",
        make_wwlk},
    ScorerKind{"amr-cn", "amr-cn:A.amr,B.amr?vectors=SPEC[&fillers=all&lemmas=none]",
               "AMR-CN: likeness of the words that stand at the same places of AMR graphs",
               make_amr_cn},
    ScorerKind{"roles", "roles:FILE.json?vectors=SPEC[&mean=norm&weights=FILE&stopwords=FILE]",
               "semantic roles: the weighted mean of how alike the phrases of each role are",
               make_roles},
};

// Rows may be added, so it is made at the first use.
std::vector<ScorerKind>& kinds() {
  static std::vector<ScorerKind> kinds(kScorers.begin(), kScorers.end());
  return kinds;
}

}  // namespace

std::span<const ScorerKind> scorer_kinds() { return kinds(); }

void add_scorer_kind(const ScorerKind& kind) {
  check_new(kinds(), "scorer", kind.name);
  kinds().push_back(kind);
}

std::unique_ptr<Scorer> make_scorer(const Spec& spec, const ScorerContext& context) {
  return find_row(kinds(), "scorer", spec.kind).make(spec, context);
}

}  // namespace sonde

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/makers/pairs/pair_clause.h"
#include "workshop/makers/pairs/pair_frame.h"
#include "workshop/makers/rule_counts.h"

namespace sonde {

// Types of sentence pairs (STS3k-compositionality, Table 7), in the order of the table.
struct PairType {
  std::string_view name;
  bool adversarial = false;  // words and meaning disagree
  std::size_t in_study = 0;  // how many pairs the study has
};
constexpr std::array<PairType, 16> kPairTypes{{{"zero", false, 70},
                                               {"adjective", false, 61},
                                               {"constant-verb", false, 96},
                                               {"constant-object", false, 88},
                                               {"constant-subject", false, 94},
                                               {"changed-verb", false, 137},
                                               {"changed-object", false, 138},
                                               {"changed-subject", false, 153},
                                               {"paraphrase", true, 71},
                                               {"modifiers", true, 679},
                                               {"swap-subject-object", true, 201},
                                               {"swap-subject-verb", true, 139},
                                               {"swap-object-verb", true, 198},
                                               {"triple-swap", true, 197},
                                               {"quadruple-swap", true, 179},
                                               {"opposite", true, 71}}};

struct SentencePair {
  std::size_t type = 0;  // a place in kPairTypes
  PairClause first, second;
  std::string frame;          // the id of the frame of the first sentence
  std::size_t modifiers = 0;  // how many the second sentence has beyond the first
  std::string modifier{};     // which, if it is one
  std::string trace{};
};

// All pairs that the frames give, frame by frame. `counts` takes what each type was eligible for
// and refused, frame by frame. The seed chooses which modifiers are put together, and whom a frame
// is paired with as `zero`.
std::vector<SentencePair> make_sentence_pairs(const std::vector<PairFrame>& frames,
                                              const PairGrammar& grammar, std::uint64_t seed,
                                              RuleCounts& counts);

// How many of each type are drawn so that there are `most` in all: as many as there are in
// proportion to the study's numbers. Other types make up for missing ones.
std::array<std::size_t, kPairTypes.size()> pair_quotas(
    const std::array<std::size_t, kPairTypes.size()>& there, std::size_t most);

}  // namespace sonde

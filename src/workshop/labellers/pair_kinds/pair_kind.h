#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "roles/role_file.h"
#include "roles/role_frame.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// How two sentences differ in who does what to whom, after the types of pairs of the STS3k study
// (Table 7). The object is the Patient or Theme.
enum class PairKind {
  kSame,                       // the same words in the same roles
  kModifiers,                  // modifiers added, in one sentence or in both
  kAdjectivesExchanged,        // the same words, with modifiers of another argument
  kVerbChanged,                // same subject and object
  kSubjectChanged,             // same verb and object
  kObjectChanged,              // same subject and verb
  kVerbKept,                   // nothing else
  kSubjectKept,                // nothing else
  kObjectKept,                 // nothing else
  kSubjectAndObjectExchanged,  // the dog sees the cat, the cat sees the dog
  kVerbAndObjectExchanged,     // she guessed the present, she presented the guess
  kSubjectAndVerbExchanged,    // the pilot escorts it, the escort pilots it
  kThreeExchanged,             // subject and two objects in a ring
  kFourExchanged,              // the subject with one object, the verb with another
  kOtherExchanged,             // words in other roles, in another pattern
  kParaphrase,                 // other words, near in meaning
  kOpposite,                   // words that are antonyms, or one sentence is negated
  kUnrelated
};

// For labels: "verb and object exchanged".
std::string_view name_of(PairKind kind);

struct PairDifference {
  PairKind kind = PairKind::kUnrelated;
  // Entries of kModifiers that only one sentence has, each once per sentence, in this order: time,
  // place, manner, indirect object, subject adjective, object adjective, indirect object adjective,
  // agent (of a verb whose subject it isn't in the other), passive.
  std::vector<std::string_view> modifiers;
};

class PairComparer {
 public:
  // `lexicon` must outlive it.
  explicit PairComparer(const Lexicon& lexicon) : lexicon_(lexicon) {}
  PairDifference compare(const RoleFrame& first, const RoleFrame& second) const;

 private:
  const Lexicon& lexicon_;
};

RuleExamples pair_kind_examples();

// One per row, which must have two sentences: else kUsage. kOutside, WordNet is not installed.
std::vector<PairDifference> differences_of(const RoleRows& pairs);

// One line per pair, numbered from 1: pair, kind, the number of modifiers, and their names,
// separated by commas. It is the format for `labels` of a card.
std::string pair_kinds_tsv(const std::vector<PairDifference>& differences);

}  // namespace sonde

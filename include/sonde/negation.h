// Room: text.
//
// Negates sentences and takes negations away, by rules of grammar.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sonde {

// Why a sentence stays as it is.
enum class Refusal {
  kNegated,      // it has a negation already
  kAffirmative,  // it has no negation that could be taken away
  kUnfit,        // too long, or no text: control characters, invalid UTF-8
  kNotParsed,    // no linkage takes in every word
  kNoClause,     // no main clause with a finite verb
  kNoVerb,       // the verb that was named is not there, or not that often
  kNoRule,       // the clause has a form that no rule covers
  kDoubtful,     // the parse is far-fetched, or others as good differ in what is negated
};

// For counts, for instance "not parsed".
std::string_view reason(Refusal refusal);

struct NegationOptions {
  bool affirm = false;         // take the clause's negation away
  bool contract = false;       // "isn't", if that form exists, else "is not"
  std::string verb{};          // negate this verb, in any form (empty: the main verb)
  std::size_t occurrence = 1;  // which use of `verb`, from 1
};

struct Negated {
  std::string text;
  std::vector<std::string_view> rules;  // in order of use, see docs/reference/negation.md

  friend bool operator==(const Negated&, const Negated&) = default;
};

using Negation = std::variant<Negated, Refusal>;

// Negates a clause by grammar: "not" after the first auxiliary, after be and modals, else do, does
// or did, "not" and the base form of the verb (concept-separation-curves, section 3.2).
// docs/reference/negation.md has the rules. In doubt it refuses.
class Negator {
 public:
  virtual ~Negator() = default;
  // The same for the same sentence and options. Safe to call from several threads, one at a time
  // is served. Errors: kUsage, the language has no rules for an option.
  virtual Negation negate(std::string_view sentence, const NegationOptions& options = {}) const = 0;
};

// One for all who have it at the same time: its dictionary takes some 40 MB. Errors:
// kOutside, Link Grammar's dictionary or WordNet's files are not installed.
std::shared_ptr<const Negator> english_negator();

// Negates with "niet" and "geen" by a few word rules, which refuse most sentences.
std::shared_ptr<const Negator> dutch_negator();

}  // namespace sonde

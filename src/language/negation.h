#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace sonde {

// Why a sentence is not negated.
enum class Refusal {
  kNegated,    // it has a negation already
  kUnfit,      // too long, or no text: control characters, invalid UTF-8
  kNotParsed,  // no linkage takes in every word
  kNoClause,   // no main clause with a finite verb
  kNoRule,     // the clause has a form that no rule covers
  kDoubtful,   // the parse is far-fetched, or others as good differ in what is negated
};

// For counts, for instance "not parsed".
std::string_view reason(Refusal refusal);

using Negation = std::variant<std::string, Refusal>;

// Negates the main clause of English sentences as English grammar does: "not" after the first
// auxiliary, after be and modals, else do, does or did, "not" and the base form of the verb
// (concept-separation-curves, section 3.2; docs/language.md has the rules). In doubt it refuses.
class Negator {
 public:
  virtual ~Negator() = default;
  // The same for the same sentence. Safe to call from several threads, one at a time is served.
  virtual Negation negate(std::string_view sentence) const = 0;
};

// One for all who have it at the same time: its dictionary takes some 40 MB. Errors:
// kOutside, Link Grammar's dictionary or WordNet's files are not installed.
std::shared_ptr<const Negator> english_negator();

}  // namespace sonde

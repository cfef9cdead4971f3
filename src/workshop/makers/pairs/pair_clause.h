#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/makers/pairs/pair_frame.h"

namespace sonde {

struct FiniteVerb {
  std::string base;
  std::string particle;  // "up" (empty: none)
  bool past = true;
};

// The parts of a sentence of a frame.
struct PairClause {
  std::string subject;
  FiniteVerb verb;
  std::string object;
  std::string indirect;  // has its preposition
  bool object_is_theme = false;
  std::array<std::string, kModifierNames.size()> modifiers{};
  bool passive = false;

  std::string& modifier(Modifier which) { return modifiers[static_cast<std::size_t>(which)]; }
  const std::string& modifier(Modifier which) const {
    return modifiers[static_cast<std::size_t>(which)];
  }
};

// Phrases by the names of roles (docs/reference/scorers/roles.md).
using RolePhrases = std::vector<std::pair<std::string_view, std::string>>;

// Puts clauses into words, by WordNet's words and forms.
class PairGrammar {
 public:
  // Reads WordNet's folder. Errors: those of Lexicon and VerbForms.
  explicit PairGrammar(const std::filesystem::path& folder) : lexicon_(folder), forms_(folder) {}

  // The clause of the first fillers, without modifiers. Errors: kInput, the verb is not a finite
  // form in WordNet, or doesn't agree with the subject.
  PairClause clause(const PairFrame& frame) const;
  // The same with another filler of the frame.
  void put(PairClause& clause, const PairFrame& frame, FrameSlot filler, std::size_t which) const;

  // Empty: the verb has no passive, or none of known form.
  std::string participle(const FiniteVerb& verb) const;
  std::string sentence(const PairClause& clause) const;
  RolePhrases roles(const PairClause& clause) const;

  // "the label" and the verb "hammer" exchanged as words: "label" and "the hammer". Nothing if the
  // phrase is more than an article and a noun in the singular, or one of the two is not a word of
  // the other kind.
  struct Exchanged {
    std::string verb, phrase;
  };
  std::optional<Exchanged> exchange(const std::string& phrase, const FiniteVerb& verb) const;

  // Whether two clauses have a noun or verb in common, or two that mean the same.
  bool are_related(const PairClause& first, const PairClause& second) const;

 private:
  FiniteVerb finite_verb(const std::string& text, const std::string& subject,
                         const Place& place) const;
  std::string inflected(const FiniteVerb& verb, const std::string& subject) const;
  std::string be(const FiniteVerb& verb, const std::string& subject) const;
  bool is_plural(const std::string& phrase) const;

  Lexicon lexicon_;
  VerbForms forms_;
};

// "the nurse" and "old": "the old nurse". The phrase itself without an adjective.
std::string with_adjective(const std::string& phrase, const std::string& adjective);

// "to the guest": "to " and "the guest".
std::pair<std::string, std::string> split_preposition(const std::string& phrase);

}  // namespace sonde

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "workshop/language/parse/linkage.h"

namespace sonde {

enum class Mood {
  kStatement,   // the subject, then the verb, also "Who came?"
  kQuestion,    // the verb, then the subject
  kCommand,     // no subject
  kInfinitive,  // no subject, its verb is the "to"
};

// A clause of a sentence.
struct Clause {
  Mood mood = Mood::kStatement;
  std::size_t subject = 0;         // its head, 0 for a command
  std::vector<std::size_t> verbs;  // the finite verb, several if joined by "and" or "or"
  bool singular = false;           // the subject is in the third person singular
};

// The verbs that a word represents: itself, or those that a conjunction joins. In order.
std::vector<std::size_t> verbs_of(const Linkage& linkage, std::size_t word);

// The first, of several on a par. Nothing if the sentence is not a clause, for instance a noun
// phrase.
std::optional<Clause> main_clause(const Linkage& linkage);

// The clause of which a word is the verb, finite, after auxiliaries or after "to". Nothing if it is
// neither.
std::optional<Clause> clause_of_verb(const Linkage& linkage, std::size_t verb);

// Whether the whole is a noun phrase.
bool is_noun_phrase(const Linkage& linkage);

// Whether the link's type is in the list "|...|".
bool has_type(const ParsedLink& link, std::string_view types);

// The link of one of `types` that leaves a word to the right or left.
const ParsedLink* link_right(const Linkage& linkage, std::size_t word, std::string_view types);
const ParsedLink* link_left(const Linkage& linkage, std::size_t word, std::string_view types);

// The start of the adverbs directly before a word that belong to it.
std::size_t adverbs_before(const Linkage& linkage, std::size_t word);

}  // namespace sonde

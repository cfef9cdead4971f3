#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// Words [begin, end) of a Linkage.
struct WordSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool empty() const { return begin >= end; }
};

enum class ChunkKind {
  kNounPhrase,
  kPrepositional,  // "at the library"
  kAdverb,         // "carefully", also a word of place or direction: "home"
  kTimePhrase,     // "every day"
  kSubordinate,    // "when hungry"
  kInfinitive,     // "to communicate"
  kComplement,     // an adjective that a verb takes: "difficult"
  kClause,         // a clause that a verb takes: "that she left"
};

// A part of a clause that is neither its subject nor its verb.
struct Chunk {
  ChunkKind kind = ChunkKind::kNounPhrase;
  WordSpan words;
  std::size_t content = 0;  // the first word after the preposition, "next to" among them
  std::size_t head = 0;     // the word that names what it is
};

// The main clause of a sentence, taken apart.
struct ClauseParts {
  WordSpan subject;
  WordSpan verb;              // the main verb with its particle, from a "not" on, else no auxiliary
  std::size_t main = 0;       // the main verb alone
  bool passive = false;       // the subject is what the verb is done to
  bool guessed = false;       // no linkage shows the verb
  bool more_clauses = false;  // another verb or clause is joined to it, or depends on it
  std::vector<Chunk>
      chunks;  // in the order of the sentence, openers and adverbs before the verb too
};

// `linkage` may have few links, or none. No verb if none is found.
ClauseParts parts_of(const Linkage& linkage, const Lexicon& lexicon);

}  // namespace sonde

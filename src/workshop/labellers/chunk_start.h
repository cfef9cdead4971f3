#pragma once

#include <cstddef>
#include <optional>

#include "workshop/labellers/clause_parts.h"
#include "workshop/labellers/clause_words.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// The first of the words, not before `least`, that belong to `head` and precede it.
std::size_t first_word_of(const Linkage& linkage, std::size_t head, std::size_t least);
bool is_particle(const ClauseWords& words, std::size_t at);
// "Next to".
bool is_preposition_pair(const ClauseWords& words, std::size_t at);
bool is_adverb_alone(const ClauseWords& words, std::size_t at);

// A word between `begin` and `end` with which a chunk may begin.
struct ChunkStart {
  const ClauseWords& words;
  std::size_t at, begin, end;
};

// The kind of the chunk that begins there. Nothing: the one before continues.
std::optional<ChunkKind> chunk_kind_at(const ChunkStart& start);

RuleExamples chunk_rule_examples();

}  // namespace sonde

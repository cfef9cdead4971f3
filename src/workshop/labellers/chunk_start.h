#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "workshop/labellers/clause_parts.h"
#include "workshop/labellers/verb_group.h"
#include "workshop/language/lexicon/rule.h"

namespace sonde {

// The words of a clause up to its end, as input to the rules of chunks.
struct ClauseWords {
  // The others must outlive it.
  ClauseWords(const Linkage& in, const Lexicon& by);

  const std::string& text(std::size_t at) const { return linkage.words[at].text; }
  bool is_content(std::size_t at) const;
  bool is_in_group(std::size_t at) const {
    return std::ranges::find(group.words, at) != group.words.end();
  }
  bool moves() const;        // whether the main verb is one of motion
  std::string base() const;  // of the main verb

  const Linkage& linkage;
  const Lexicon& lexicon;
  VerbGroup group;
  std::size_t end = 0;      // after the last word of the clause
  bool ends_early = false;  // another verb or clause follows
};

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

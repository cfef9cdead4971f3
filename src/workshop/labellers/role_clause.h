#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/labellers/clause_parts.h"

namespace sonde {

// The clause whose parts get roles, as input to the rules of roles.
struct RoleClause {
  // The others must outlive it.
  RoleClause(const ClauseParts& of, const Linkage& in, const Lexicon& by);

  const std::string& word(std::size_t at) const { return linkage.words[at].text; }
  // "out of". Empty of a phrase without a preposition.
  std::string preposition(const Chunk& chunk) const;
  // The kind of thing that the head of a phrase names: by lists, or else WordNet's most frequent
  // sense.
  std::optional<Category> noun(const Chunk& chunk) const;
  bool is_motion() const;
  bool verb_in(std::string_view list) const;

  const ClauseParts& parts;
  const Linkage& linkage;
  const Lexicon& lexicon;
  std::string verb{};  // its base form
  std::optional<Category> category{};
  std::vector<Chunk> chunks{};   // without the phrases that belong to another
  std::size_t object_count = 0;  // noun phrases after the verb
};

bool is_object(const RoleClause& clause, const Chunk& chunk);

bool is_one_of(const std::optional<Category>& category, std::initializer_list<Category> categories);

}  // namespace sonde

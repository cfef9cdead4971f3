#include "workshop/language/lexicon/opposites.h"

#include <algorithm>
#include <vector>

#include "formats/lexicons/word_lists.h"

namespace sonde {
namespace {

std::vector<OppositeRow> read_opposites(std::string_view kind) {
  std::vector<OppositeRow> rows;
  for (const auto& row :
       language_table("en", "opposites", {"kind", "word", "synonym", "opposite"})) {
    if (row[0] == kind) rows.push_back({row[1], row[2], row[3]});
  }
  return rows;
}

}  // namespace

std::span<const OppositeRow> opposite_rows(WordKind kind) {
  static const auto kAdjectives = read_opposites("adjective");
  static const auto kVerbs = read_opposites("verb");
  if (kind == WordKind::kAdjective) return kAdjectives;
  if (kind == WordKind::kVerb) return kVerbs;
  return {};
}

const OppositeRow* opposites_of(std::string_view word, WordKind kind) {
  const auto rows = opposite_rows(kind);
  const auto found = std::ranges::lower_bound(rows, word, {}, &OppositeRow::word);
  return found == rows.end() || found->word != word ? nullptr : &*found;
}

}  // namespace sonde

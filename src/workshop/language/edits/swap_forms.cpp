#include "workshop/language/edits/swap_forms.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/concrete_adjectives.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/sister_nouns.h"
#include "workshop/language/lexicon/word_relations.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

// Nothing for a plural that is neither regular nor listed.
std::optional<std::string> listed_or_regular_plural(const std::string& noun, WordKind of,
                                                    const Lexicon& lexicon) {
  for (const auto listed : word_list("en", "irregular_plurals")) {
    if (listed.starts_with(noun + " ")) return std::string(listed.substr(noun.size() + 1));
  }
  return lexicon.has_irregular_form(noun, of) ? std::nullopt : regular_plural(noun);
}

std::vector<std::string> replacing_bases(SwapKind kind, WordKind of, const std::string& base,
                                         const Lexicon& lexicon) {
  if (kind == SwapKind::kNoun) return sister_nouns(base);
  if (kind == SwapKind::kAntonym) {
    auto antonyms = antonyms_of(lexicon, base, of);
    const bool doubtful = antonyms.size() > 1 || !has_sure_antonym(base);  // "old": new or young
    if (doubtful) antonyms.clear();
    std::erase_if(antonyms, [&](const auto& other) { return !lexicon.is_common(other, of); });
    return antonyms;
  }
  const std::string_view synonym = listed_synonym(base, of);
  if (synonym.empty()) return {};
  return {std::string(synonym)};
}

}  // namespace

std::vector<std::string> replacing_forms(SwapKind kind, const SwapPlace& place) {
  const std::string& word = place.word();
  const Lexicon& lexicon = place.lexicon;
  const WordKind of = place.kind;
  const std::string base = lexicon.base_of(word, of);
  const bool plural = base != word;
  if (plural && of != WordKind::kNoun) return {};  // "bigger"
  if (!lexicon.has(base, of)) return {};
  std::vector<std::string> forms;
  for (const auto& other : replacing_bases(kind, of, base, lexicon)) {
    if (!is_plain_word(other) || other == base) continue;
    const auto form = plural ? listed_or_regular_plural(other, of, lexicon) : std::optional(other);
    if (form && lexicon.base_of(*form, of) == other) forms.push_back(*form);
  }
  return forms;
}

std::vector<std::string> replacing_concrete_adjective(SwapKind kind, const SwapPlace& place) {
  const ParsedLink* link = link_right(place.linkage, place.at, "|A|");
  if (kind == SwapKind::kNoun || !place.is_adjective(place.at) || !link) return {};
  const auto noun = place.lexicon.category(place.text(link->right), WordKind::kNoun);
  const auto* adjective = noun ? concrete_adjective(place.word(), *noun) : nullptr;
  if (!adjective) return {};
  const auto word = kind == SwapKind::kSynonym ? adjective->synonym : adjective->opposite;
  if (word.empty()) return {};
  return {std::string(word)};
}

}  // namespace sonde

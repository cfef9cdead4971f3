#include "workshop/language/edits/swap_preposition.h"

#include <algorithm>
#include <string>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/listed_prepositions.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

bool is_number(const std::string& word) {
  return (!word.empty() && word.front() >= '0' && word.front() <= '9') ||
         is_listed("number_words", word);
}

// A noun in the singular without a determiner: "under construction".
bool is_singular_alone(const SwapPlace& place, std::size_t noun, std::size_t begin) {
  const std::string& word = place.text(noun);
  return noun == begin && place.lexicon.has(word, WordKind::kNoun) &&
         place.lexicon.base_of(word, WordKind::kNoun) == word &&
         !is_listed("pronouns_as_objects", word);
}

bool are_words_at(const ListedPreposition& row, const SwapPlace& place) {
  return place.at + row.words.size() < place.linkage.words.size() &&
         std::ranges::all_of(
             row.words, [&, at = place.at](
                            std::string_view word) mutable { return place.text(at++) == word; });
}

// The noun or pronoun of the phrase that the words before `end` begin. 0: none.
std::size_t object_before(const SwapPlace& place, std::size_t end) {
  for (std::size_t at = end; at-- > place.at;) {
    if (const auto* link = link_right(place.linkage, at, "|J|")) return link->right;
  }
  // "Ran up the stairs", linked as "picked up the stairs" is.
  const ParsedLink* verb = link_left(place.linkage, place.at, "|K|");
  const ParsedLink* object = verb ? link_right(place.linkage, verb->left, "|O|") : nullptr;
  return object ? object->right : 0;
}

// "Outside" at the end, not "from outside".
bool is_alone_at_end(const SwapPlace& place, std::size_t end) {
  const std::string& next = place.text(end);
  return (next.empty() || next == "." || next == "!") && !place.is_adjective(place.at - 1) &&
         !is_listed("role_preposition", place.before()) &&
         !is_listed("role_determiner", place.before());
}

// Whether a phrase of the list is there, before what it must precede.
bool is_preposition_at(const ListedPreposition& row, const SwapPlace& place) {
  if (!are_words_at(row, place)) return false;
  const std::size_t end = place.at + row.words.size();
  const std::size_t object = object_before(place, end);
  if (row.has("number")) return object == 0 && is_number(place.text(end));
  if (row.has("nothing")) return object == 0 && is_alone_at_end(place, end);
  return object != 0 && row.suits(place.text(object), place.lexicon) &&
         !is_singular_alone(place, object, end);
}

}  // namespace

PrepositionSwap preposition_swap(SwapKind kind, const SwapPlace& place) {
  if (kind == SwapKind::kAntonym && is_unfit_for_antonym(place)) return {};
  for (const auto& row : listed_prepositions()) {
    const auto word = kind == SwapKind::kSynonym ? row.synonym : row.opposite;
    if (!word.empty() && is_preposition_at(row, place)) return {word, row.words.size()};
  }
  return {};
}

}  // namespace sonde

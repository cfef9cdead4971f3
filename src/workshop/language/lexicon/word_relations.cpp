#include "workshop/language/lexicon/word_relations.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "text/unicode.h"

namespace sonde {
namespace {

using Places = WordNetPart::Places;

// Rarer senses are ignored if a word represents one of its senses.
constexpr std::size_t kFrequentSenses = 3;
constexpr std::size_t kMostWiderSets = 4096;
constexpr std::array kKinds{WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective,
                            WordKind::kAdverb};

// WordNet's symbols of pointers (wninput(5WN)).
constexpr std::string_view kAntonym = "!", kSimilar = "&", kWider = "@", kWiderInstance = "@i",
                           kNarrower = "~", kVerbGroup = "$", kSeeAlso = "^", kEntails = "*",
                           kCauses = ">";

bool contains(const Places& all, std::uint32_t one) {
  return std::ranges::find(all, one) != all.end();
}

bool overlap(std::span<const std::uint32_t> one, std::span<const std::uint32_t> other) {
  return std::ranges::find_first_of(one, other) != one.end();
}

// Whether two words are words of the same kind for which `holds`.
template <class Holds>
bool any_kind(const Lexicon& lexicon, std::string_view first, std::string_view second,
              const Holds& holds) {
  return std::ranges::any_of(kKinds, [&](WordKind kind) {
    const auto* of_first = lexicon.part(kind).senses(first);
    const auto* of_second = lexicon.part(kind).senses(second);
    return of_first && of_second && holds(lexicon.part(kind), *of_first, *of_second);
  });
}

std::optional<std::uint32_t> place_of(const Lexicon& lexicon, const WordSense& sense) {
  const auto* senses = lexicon.part(sense.kind).senses(sense.word);
  if (!senses || sense.number >= senses->size()) return std::nullopt;
  return (*senses)[sense.number];
}

// An adjective may have its antonym by a similar one.
Places with_similar(const WordNetPart& part, const Places& senses) {
  Places all = senses;
  for (const auto sense : senses) part.add_related(sense, kSimilar, all);
  return all;
}

// The sense itself, then, for a verb, those above it, those above these, and those next to and
// below it. For an adjective the similar ones, and those similar to these.
Places near_places(const WordNetPart& part, std::uint32_t place) {
  Places near{place};
  for (const auto symbol : {kSimilar, kWider, kVerbGroup, kSeeAlso, kEntails, kCauses}) {
    part.add_related(place, symbol, near);
  }
  const std::size_t direct = near.size();
  for (std::size_t i = 1; i < direct; ++i) {
    for (const auto symbol : {kSimilar, kNarrower, kWider}) part.add_related(near[i], symbol, near);
  }
  part.add_related(place, kNarrower, near);
  std::sort(near.begin() + 1, near.end());
  near.erase(std::unique(near.begin() + 1, near.end()), near.end());
  return near;
}

// An antonym belongs to words of the two sets. nullptr: to the sets as a whole.
const std::string* word_at(const WordNetSet& set, std::size_t number_from_1) {
  const bool known = number_from_1 > 0 && number_from_1 <= set.words.size();
  return known ? &set.words[number_from_1 - 1] : nullptr;
}

// Appends, each once, the antonyms of those words of a set for which `wanted`.
template <class Wanted>
void add_antonyms(const WordNetPart& part, const WordNetSet& set, const Wanted& wanted,
                  std::vector<std::string>& found) {
  for (const auto& pointer : set.pointers) {
    if (pointer.symbol != kAntonym) continue;
    const std::string* word = word_at(set, pointer.source);
    const WordNetSet* other = part.set_at(pointer.offset);
    const std::string* antonym = other ? word_at(*other, pointer.target) : nullptr;
    if (!word || !antonym || !wanted(*word)) continue;
    if (std::ranges::count(found, *antonym) == 0) found.push_back(*antonym);
  }
}

void add_antonyms_of(const WordNetPart& part, std::uint32_t place, const std::string& base,
                     std::vector<std::string>& found) {
  const auto is_base = [&](const std::string& word) { return lower_case(word) == base; };
  add_antonyms(part, part.set(place), is_base, found);
}

// The senses of a word, and for an adjective those similar to them too.
struct WideSenses {
  const Places& own;
  Places wide;
};

// Whether a sense of one word has an antonym in a sense of the other, of which one is the word's
// own.
bool oppose(const WordNetPart& part, const WideSenses& left, const WideSenses& right) {
  return std::ranges::any_of(left.wide, [&](std::uint32_t sense) {
    Places antonyms;
    part.add_related(sense, kAntonym, antonyms);
    return std::ranges::any_of(antonyms, [&](std::uint32_t other) {
      return contains(right.wide, other) &&
             (contains(left.own, sense) || contains(right.own, other));
    });
  });
}

}  // namespace

bool are_synonyms(const Lexicon& lexicon, std::string_view first, std::string_view second) {
  return any_kind(lexicon, first, second,
                  [](const WordNetPart&, const Places& left, const Places& right) {
                    return overlap(left, right);
                  });
}

bool are_opposites(const Lexicon& lexicon, std::string_view first, std::string_view second) {
  return any_kind(
      lexicon, first, second, [](const WordNetPart& part, const Places& left, const Places& right) {
        return oppose(part, {left, with_similar(part, left)}, {right, with_similar(part, right)});
      });
}

bool is_a_kind_of(const Lexicon& lexicon, std::string_view word, std::string_view wider,
                  WordKind kind, std::size_t steps) {
  const WordNetPart& part = lexicon.part(kind);
  const auto *narrow = part.senses(word), *wide = part.senses(wider);
  if (!narrow || !wide) return false;
  const auto frequent = [](const Places& senses) {
    return std::span(senses).first(std::min(senses.size(), kFrequentSenses));
  };
  Places reached(frequent(*narrow).begin(), frequent(*narrow).end());
  for (std::size_t step = 0, begin = 0; step <= steps; ++step) {
    if (overlap(reached, frequent(*wide))) return true;
    const std::size_t end = reached.size();
    for (; begin < end && reached.size() < kMostWiderSets; ++begin) {
      for (const auto symbol : {kWider, kWiderInstance}) {
        part.add_related(reached[begin], symbol, reached);
      }
    }
  }
  return false;
}

bool are_near(const Lexicon& lexicon, std::string_view first, std::string_view second,
              WordKind kind) {
  const WordNetPart& part = lexicon.part(kind);
  const auto *left = part.senses(first), *right = part.senses(second);
  return left && right && std::ranges::any_of(*left, [&](std::uint32_t place) {
           return overlap(*right, near_places(part, place));
         });
}

std::vector<std::string> antonyms_of(const Lexicon& lexicon, std::string_view word, WordKind kind) {
  std::vector<std::string> found;
  const WordNetPart& part = lexicon.part(kind);
  const auto* senses = part.senses(word);
  if (!senses) return found;
  const std::string base = part.base_of(word);
  for (const auto place : *senses) {
    add_antonyms_of(part, place, base, found);
    if (found.empty()) break;
  }
  return found;
}

std::vector<std::string> antonyms_in(const Lexicon& lexicon, const WordSense& sense) {
  std::vector<std::string> found;
  const WordNetPart& part = lexicon.part(sense.kind);
  const auto place = place_of(lexicon, sense);
  if (place) add_antonyms_of(part, *place, part.base_of(sense.word), found);
  return found;
}

std::vector<std::string> wider_antonyms_in(const Lexicon& lexicon, const WordSense& sense) {
  std::vector<std::string> found;
  const auto place = place_of(lexicon, sense);
  if (!place) return found;
  const WordNetPart& part = lexicon.part(sense.kind);
  const auto any = [](const std::string&) { return true; };
  for (const auto near : with_similar(part, {*place})) {
    add_antonyms(part, part.set(near), any, found);
  }
  const auto direct = antonyms_in(lexicon, sense);
  std::erase_if(found, [&](const std::string& one) { return std::ranges::count(direct, one) > 0; });
  return found;
}

std::vector<std::string> near_words_in(const Lexicon& lexicon, const WordSense& sense) {
  std::vector<std::string> found;
  const auto place = place_of(lexicon, sense);
  if (!place) return found;
  const WordNetPart& part = lexicon.part(sense.kind);
  for (const auto near : near_places(part, *place)) {
    if (near == *place) continue;
    for (const auto& one : part.set(near).words) {
      if (std::ranges::count(found, one) == 0) found.push_back(one);
    }
  }
  return found;
}

}  // namespace sonde

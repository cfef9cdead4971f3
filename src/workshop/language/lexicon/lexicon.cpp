#include "workshop/language/lexicon/lexicon.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "formats/lexicons/wordnet_lines.h"
#include "sonde/error.h"
#include "text/unicode.h"

namespace sonde {
namespace {

// Rarer senses are ignored if a word represents one of its senses.
constexpr std::size_t kFrequentSenses = 3;
constexpr std::size_t kMostWiderSets = 4096;
constexpr std::array kParts{"noun", "verb", "adj", "adv"};
constexpr std::array kKinds{WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective,
                            WordKind::kAdverb};

struct Suffix {
  std::string_view taken_off;
  std::string_view put_on;
};
constexpr std::array kNounSuffixes{Suffix{"s", ""},      Suffix{"ses", "s"},   Suffix{"xes", "x"},
                                   Suffix{"zes", "z"},   Suffix{"ches", "ch"}, Suffix{"shes", "sh"},
                                   Suffix{"men", "man"}, Suffix{"ies", "y"}};
constexpr std::array kVerbSuffixes{Suffix{"s", ""},    Suffix{"ies", "y"}, Suffix{"es", "e"},
                                   Suffix{"es", ""},   Suffix{"ed", "e"},  Suffix{"ed", ""},
                                   Suffix{"ing", "e"}, Suffix{"ing", ""}};
constexpr std::array kAdjectiveSuffixes{Suffix{"er", ""}, Suffix{"est", ""}, Suffix{"er", "e"},
                                        Suffix{"est", "e"}};

std::span<const Suffix> suffixes_of(WordKind kind) {
  if (kind == WordKind::kNoun) return kNounSuffixes;
  if (kind == WordKind::kVerb) return kVerbSuffixes;
  if (kind == WordKind::kAdjective) return kAdjectiveSuffixes;
  return {};
}

// Appends the antonyms of a word of a set, or of all its words if `word` is 0. Words count from
// 1.
void add_antonyms(const WordNetSet& set, std::size_t word,
                  const std::function<const WordNetSet*(std::uint32_t)>& set_at,
                  std::vector<std::string>& found) {
  for (const auto& pointer : set.pointers) {
    if (pointer.symbol != "!" || pointer.source == 0) continue;
    if (word != 0 && pointer.source != word) continue;
    const WordNetSet* other = set_at(pointer.offset);
    if (!other || pointer.target == 0 || pointer.target > other->words.size()) continue;
    const std::string& antonym = other->words[pointer.target - 1U];
    if (std::find(found.begin(), found.end(), antonym) == found.end()) found.push_back(antonym);
  }
}

}  // namespace

bool is_plain_word(std::string_view word) {
  return word.size() > 1 && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

Lexicon::Lexicon(const std::filesystem::path& folder) {
  for (const WordKind kind : kKinds) {
    const std::string name = kParts[static_cast<std::size_t>(kind)];
    Part& part = parts_[static_cast<std::size_t>(kind)];
    for_each_wordnet_line(folder / ("data." + name),
                          [&](std::string_view line, const Place& place) {
                            part.sets.push_back(parse_wordnet_set(line, place));
                            part.place_of.emplace(part.sets.back().offset, part.sets.size() - 1);
                          });
    for_each_wordnet_line(
        folder / ("index." + name), [&](std::string_view line, const Place& place) {
          auto entry = parse_wordnet_index(line, place);
          if (entry.counted > 0) part.common.insert(entry.word);
          auto& places = part.words[std::move(entry.word)];
          for (const auto offset : entry.offsets) {
            const auto found = part.place_of.find(offset);
            if (found == part.place_of.end()) {
              throw input_error("names a sense that data." + name + " lacks", place,
                                "install Debian's package wordnet-base again");
            }
            places.push_back(found->second);
          }
        });
    for_each_wordnet_line(folder / (name + ".exc"), [&](std::string_view line, const Place&) {
      const auto space = line.find(' ');
      if (space == line.npos) return;
      const auto base = line.substr(space + 1);
      const std::string first(base.substr(0, base.find(' ')));
      part.irregular.insert(first);
      part.exceptions.emplace(line.substr(0, space), first);
    });
  }
}

bool Lexicon::has(std::string_view word, WordKind kind) const {
  return part(kind).words.contains(std::string(word));
}

bool Lexicon::is_word(std::string_view form) const {
  return std::ranges::any_of(kKinds, [&](WordKind kind) { return has(base_of(form, kind), kind); });
}

bool Lexicon::has_irregular_form(std::string_view base, WordKind kind) const {
  return part(kind).irregular.contains(std::string(base));
}

std::string Lexicon::base_of(std::string_view word, WordKind kind) const {
  const Part& known = part(kind);
  const std::string form(word);
  const auto exception = known.exceptions.find(form);
  if (exception != known.exceptions.end()) return exception->second;
  if (known.words.contains(form)) return form;
  for (const auto& [taken_off, put_on] : suffixes_of(kind)) {
    if (!word.ends_with(taken_off)) continue;
    std::string base(word.substr(0, word.size() - taken_off.size()));
    base += put_on;
    if (known.words.contains(base)) return base;
  }
  return form;
}

const std::vector<std::uint32_t>* Lexicon::senses(std::string_view word, WordKind kind) const {
  const auto found = part(kind).words.find(base_of(word, kind));
  return found == part(kind).words.end() ? nullptr : &found->second;
}

std::optional<Category> Lexicon::category(std::string_view word, WordKind kind) const {
  const auto* places = senses(word, kind);
  if (!places) return std::nullopt;
  return static_cast<Category>(part(kind).sets[places->front()].category);
}

std::vector<std::span<const std::string>> Lexicon::senses_of(std::string_view word,
                                                             WordKind kind) const {
  std::vector<std::span<const std::string>> words;
  const auto* places = senses(word, kind);
  if (!places) return words;
  for (const auto place : *places) words.emplace_back(part(kind).sets[place].words);
  return words;
}

bool Lexicon::is_first_sense(std::string_view word, WordKind kind, std::uint32_t offset) const {
  const auto* places = senses(word, kind);
  return places && part(kind).sets[places->front()].offset == offset;
}

bool Lexicon::are_synonyms(std::string_view first, std::string_view second) const {
  return std::any_of(kKinds.begin(), kKinds.end(), [&](WordKind kind) {
    const auto* of_first = senses(first, kind);
    const auto* of_second = senses(second, kind);
    return of_first && of_second &&
           std::find_first_of(of_first->begin(), of_first->end(), of_second->begin(),
                              of_second->end()) != of_first->end();
  });
}

// The senses of a word, and for an adjective those that are similar: it may have its antonym by
// them.
std::vector<std::uint32_t> Lexicon::with_similar(const Part& part,
                                                 const std::vector<std::uint32_t>& senses) const {
  std::vector<std::uint32_t> all = senses;
  for (const auto sense : senses) {
    for (const auto& pointer : part.sets[sense].pointers) {
      const auto place = part.place_of.find(pointer.offset);
      if (pointer.symbol == "&" && place != part.place_of.end()) all.push_back(place->second);
    }
  }
  return all;
}

bool Lexicon::are_opposites(std::string_view first, std::string_view second) const {
  const auto contains = [](const std::vector<std::uint32_t>& all, std::uint32_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  return std::any_of(kKinds.begin(), kKinds.end(), [&](WordKind kind) {
    const Part& known = part(kind);
    const auto *left = senses(first, kind), *right = senses(second, kind);
    if (!left || !right) return false;
    const auto wide_left = with_similar(known, *left), wide_right = with_similar(known, *right);
    for (const auto sense : wide_left) {
      for (const auto& pointer : known.sets[sense].pointers) {
        const auto place = known.place_of.find(pointer.offset);
        if (pointer.symbol != "!" || place == known.place_of.end()) continue;
        const auto other = place->second;
        if (contains(wide_right, other) && (contains(*left, sense) || contains(*right, other))) {
          return true;
        }
      }
    }
    return false;
  });
}

bool Lexicon::is_a_kind_of(std::string_view word, std::string_view wider, WordKind kind,
                           std::size_t steps) const {
  const Part& known = part(kind);
  const auto* narrow = senses(word, kind);
  const auto* wide = senses(wider, kind);
  if (!narrow || !wide) return false;
  const auto frequent = [](const std::vector<std::uint32_t>& places) {
    return std::span(places).first(std::min(places.size(), kFrequentSenses));
  };
  const auto goals = frequent(*wide);
  const auto starts = frequent(*narrow);
  std::vector<std::uint32_t> reached(starts.begin(), starts.end());
  for (std::size_t step = 0, begin = 0; step <= steps; ++step) {
    const std::size_t end = reached.size();
    if (std::find_first_of(reached.begin(), reached.end(), goals.begin(), goals.end()) !=
        reached.end()) {
      return true;
    }
    for (; begin < end && reached.size() < kMostWiderSets; ++begin) {
      for (const auto& pointer : known.sets[reached[begin]].pointers) {
        if (!pointer.symbol.starts_with('@')) continue;
        const auto place = known.place_of.find(pointer.offset);
        if (place != known.place_of.end()) reached.push_back(place->second);
      }
    }
  }
  return false;
}

bool Lexicon::is_common(std::string_view word, WordKind kind) const {
  return part(kind).common.contains(std::string(word));
}

std::vector<std::string> Lexicon::antonyms_of(std::string_view word, WordKind kind) const {
  const Part& known = part(kind);
  const std::string base = base_of(word, kind);
  std::vector<std::string> found;
  const auto* places = senses(word, kind);
  if (!places) return found;
  for (const auto place : *places) {
    const WordNetSet& set = known.sets[place];
    for (const auto& pointer : set.pointers) {
      const auto other = known.place_of.find(pointer.offset);
      if (pointer.symbol != "!" || other == known.place_of.end() || pointer.source == 0 ||
          pointer.source > set.words.size() || lower_case(set.words[pointer.source - 1U]) != base) {
        continue;
      }
      const auto& words = known.sets[other->second].words;
      if (pointer.target == 0 || pointer.target > words.size()) continue;
      const std::string& antonym = words[pointer.target - 1U];
      if (std::find(found.begin(), found.end(), antonym) == found.end()) found.push_back(antonym);
    }
    if (place == places->front() && found.empty()) return found;
  }
  return found;
}

std::optional<std::uint32_t> Lexicon::place_of_sense(std::string_view word, WordKind kind,
                                                     std::size_t sense) const {
  const auto* places = senses(word, kind);
  if (!places || sense >= places->size()) return std::nullopt;
  return (*places)[sense];
}

std::optional<std::uint32_t> Lexicon::offset_of(std::string_view word, WordKind kind,
                                                std::size_t sense) const {
  const auto place = place_of_sense(word, kind, sense);
  if (!place) return std::nullopt;
  return part(kind).sets[*place].offset;
}

std::vector<std::string> Lexicon::antonyms_in(std::string_view word, WordKind kind,
                                              std::size_t sense) const {
  std::vector<std::string> found;
  const auto place = place_of_sense(word, kind, sense);
  if (!place) return found;
  const Part& known = part(kind);
  const WordNetSet& set = known.sets[*place];
  const std::string base = base_of(word, kind);
  const auto own =
      std::ranges::find(set.words, base, [](const auto& one) { return lower_case(one); });
  if (own == set.words.end()) return found;
  add_antonyms(
      set, static_cast<std::size_t>(own - set.words.begin()) + 1,
      [&](std::uint32_t offset) { return known.find(offset); }, found);
  return found;
}

std::vector<std::string> Lexicon::wider_antonyms_in(std::string_view word, WordKind kind,
                                                    std::size_t sense) const {
  std::vector<std::string> found;
  const auto place = place_of_sense(word, kind, sense);
  if (!place) return found;
  const Part& known = part(kind);
  for (const auto near : with_similar(known, {*place})) {
    add_antonyms(
        known.sets[near], 0, [&](std::uint32_t offset) { return known.find(offset); }, found);
  }
  const auto direct = antonyms_in(word, kind, sense);
  std::erase_if(found, [&](const std::string& one) { return std::ranges::count(direct, one) > 0; });
  return found;
}

// For a verb, those above it, those above these, and those next to and below it. For an adjective
// the similar ones, and those similar to these.
std::vector<std::uint32_t> Lexicon::near_places(const Part& part, std::uint32_t place) const {
  std::vector<std::uint32_t> near{place};
  const auto add = [&](std::uint32_t from, std::string_view symbol) {
    for (const auto& pointer : part.sets[from].pointers) {
      const auto other = part.place_of.find(pointer.offset);
      if (pointer.symbol == symbol && other != part.place_of.end()) near.push_back(other->second);
    }
  };
  for (const auto* symbol : {"&", "@", "$", "^", "*", ">"}) add(place, symbol);
  const std::size_t first = near.size();
  for (std::size_t i = 1; i < first; ++i) {
    for (const auto* symbol : {"&", "~", "@"}) add(near[i], symbol);
  }
  add(place, "~");
  std::sort(near.begin() + 1, near.end());
  near.erase(std::unique(near.begin() + 1, near.end()), near.end());
  return near;
}

std::vector<std::string> Lexicon::near_words_in(std::string_view word, WordKind kind,
                                                std::size_t sense) const {
  std::vector<std::string> found;
  const auto place = place_of_sense(word, kind, sense);
  if (!place) return found;
  const Part& known = part(kind);
  for (const auto near : near_places(known, *place)) {
    if (near == *place) continue;
    for (const auto& one : known.sets[near].words) {
      if (std::ranges::count(found, one) == 0) found.push_back(one);
    }
  }
  return found;
}

bool Lexicon::are_near(std::string_view first, std::string_view second, WordKind kind) const {
  const auto* left = senses(first, kind);
  const auto* right = senses(second, kind);
  if (!left || !right) return false;
  const Part& known = part(kind);
  return std::ranges::any_of(*left, [&](std::uint32_t place) {
    const auto near = near_places(known, place);
    return std::ranges::any_of(
        *right, [&](std::uint32_t other) { return std::ranges::count(near, other) > 0; });
  });
}

std::uint64_t Lexicon::frames_of(std::string_view verb) const {
  const auto place = place_of_sense(verb, WordKind::kVerb, 0);
  return place ? part(WordKind::kVerb).sets[*place].frames : 0;
}

bool Lexicon::is_proper(std::string_view word, WordKind kind) const {
  const auto place = place_of_sense(word, kind, 0);
  if (!place) return false;
  return std::ranges::any_of(part(kind).sets[*place].words, [&](const std::string& one) {
    return one != word && lower_case(one) == word;
  });
}

std::vector<std::string> Lexicon::common_words(WordKind kind) const {
  std::vector<std::string> words(part(kind).common.begin(), part(kind).common.end());
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace sonde

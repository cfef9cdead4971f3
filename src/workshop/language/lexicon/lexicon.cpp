#include "workshop/language/lexicon/lexicon.h"

#include <algorithm>

#include "text/unicode.h"

namespace sonde {

bool is_plain_word(std::string_view word) {
  return word.size() > 1 && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

Lexicon::Lexicon(const std::filesystem::path& folder)
    : parts_{WordNetPart(folder, WordKind::kNoun), WordNetPart(folder, WordKind::kVerb),
             WordNetPart(folder, WordKind::kAdjective), WordNetPart(folder, WordKind::kAdverb)} {}

bool Lexicon::is_word(std::string_view form) const {
  return std::ranges::any_of(parts_,
                             [&](const WordNetPart& part) { return part.has(part.base_of(form)); });
}

std::vector<std::string> Lexicon::common_words(WordKind kind) const {
  const auto& common = part(kind).common_words();
  std::vector<std::string> words(common.begin(), common.end());
  std::ranges::sort(words);
  return words;
}

std::vector<std::span<const std::string>> Lexicon::senses_of(std::string_view word,
                                                             WordKind kind) const {
  std::vector<std::span<const std::string>> words;
  const auto* senses = part(kind).senses(word);
  if (!senses) return words;
  for (const auto place : *senses) words.emplace_back(part(kind).set(place).words);
  return words;
}

const WordNetSet* Lexicon::sense(std::string_view word, WordKind kind, std::size_t number) const {
  const auto* senses = part(kind).senses(word);
  if (!senses || number >= senses->size()) return nullptr;
  return &part(kind).set((*senses)[number]);
}

std::optional<std::uint32_t> Lexicon::offset_of(std::string_view word, WordKind kind,
                                                std::size_t number) const {
  const WordNetSet* set = sense(word, kind, number);
  return set ? std::optional(set->offset) : std::nullopt;
}

std::optional<Category> Lexicon::category(std::string_view word, WordKind kind) const {
  const WordNetSet* set = sense(word, kind, 0);
  return set ? std::optional(static_cast<Category>(set->category)) : std::nullopt;
}

bool Lexicon::is_first_sense(std::string_view word, WordKind kind, std::uint32_t offset) const {
  const WordNetSet* set = sense(word, kind, 0);
  return set && set->offset == offset;
}

std::uint64_t Lexicon::frames_of(std::string_view verb) const {
  const WordNetSet* set = sense(verb, WordKind::kVerb, 0);
  return set ? set->frames : 0;
}

bool Lexicon::is_proper(std::string_view word, WordKind kind) const {
  const WordNetSet* set = sense(word, kind, 0);
  return set && std::ranges::any_of(set->words, [&](const std::string& one) {
           return one != word && lower_case(one) == word;
         });
}

}  // namespace sonde

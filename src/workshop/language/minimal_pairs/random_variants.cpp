#include "workshop/language/minimal_pairs/random_variants.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/unicode.h"

namespace sonde {
namespace {

constexpr std::size_t kMostRandoms = 5;  // each is parsed
constexpr std::size_t kMostParsed = 30;  // words that are tried
constexpr std::size_t kMostAsked = 300;  // words to request from a language model
constexpr std::size_t kLettersOfStem = 4;

bool is_in_sentence(const SlotEdit& edit, const std::string& base) {
  return lower_case(edit.original.sentence()).find(base.substr(0, kLettersOfStem)) !=
         std::string::npos;
}

// The variant, if it is parsed as the original is.
std::optional<EditedSentence> parsed_variant(const SlotEdit& edit, const std::string& word,
                                             std::string origin) {
  EditedSentence one{word, edit.with(word), std::move(origin)};
  one.sure = edit.original.is_parsed_alike(one.text);
  return one.sure ? std::optional(std::move(one)) : std::nullopt;
}

// The form of a base form that the slot takes. Empty: none, or the sentence has the word already.
std::string fitting_form(const SlotEdit& edit, const std::string& base) {
  const EditSlot& slot = edit.slot;
  const bool has_frame =
      slot.kind != WordKind::kVerb || (edit.sources.lexicon.frames_of(base) & slot.frames) != 0;
  if (!has_frame || is_in_sentence(edit, base)) return {};
  return in_form(slot, base, edit.sources.forms);
}

std::vector<EditedSentence> of_like_frequency(const SlotEdit& edit,
                                              std::span<const std::string> related) {
  std::vector<EditedSentence> made;
  const EditSlot& slot = edit.slot;
  const UnrelatedWords& words = edit.sources.unrelated;
  const std::size_t enough = std::min(edit.wanted(), kMostRandoms);
  std::size_t parsed = 0;
  for (const auto& base : words.like(slot.base, slot.kind, related, edit.key_of("random"))) {
    if (made.size() >= enough || parsed == kMostParsed) break;
    const std::string word = fitting_form(edit, base);
    if (word.empty()) continue;
    ++parsed;
    const auto frequency = words.frequency_class(base, slot.kind);
    auto one = parsed_variant(
        edit, word, "frequency class " + std::to_string(frequency) + ", no language model");
    if (one) made.push_back(std::move(*one));
  }
  return made;
}

// Whether a model's word has the slot's kind and form, and nothing to do with the related words.
bool is_random(const SlotEdit& edit, const std::string& word,
               std::span<const std::string> related) {
  const WordKind kind = edit.slot.kind;
  const std::string base = edit.base_of(word);
  return edit.sources.lexicon.has(base, kind) &&
         in_form(edit.slot, base, edit.sources.forms) == word && !is_in_sentence(edit, base) &&
         std::ranges::all_of(related, [&](const std::string& other) {
           return edit.sources.unrelated.is_unrelated(base, other, kind);
         });
}

std::vector<EditedSentence> of_language_model(const SlotEdit& edit,
                                              std::span<const std::string> related) {
  std::vector<EditedSentence> made;
  const std::string_view text = edit.original.sentence();
  const auto words = edit.options.filler->fill(text.substr(0, edit.slot.begin),
                                               text.substr(edit.slot.end), kMostAsked);
  for (std::size_t rank = 0; rank < words.size() && made.size() < edit.wanted(); ++rank) {
    const std::string word = lower_case(words[rank]);
    if (!is_random(edit, word, related)) continue;
    auto one = parsed_variant(edit, word, "language model, rank " + std::to_string(rank + 1));
    if (one) made.push_back(std::move(*one));
  }
  return made;
}

}  // namespace

std::vector<EditedSentence> random_variants(const SlotEdit& edit,
                                            std::span<const std::string> related) {
  return edit.options.filler ? of_language_model(edit, related) : of_like_frequency(edit, related);
}

}  // namespace sonde

#include "workshop/language/minimal_pairs/minimal_pairs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sonde/negation.h"
#include "workshop/language/minimal_pairs/edit_slot.h"
#include "workshop/language/minimal_pairs/pair_refusals.h"
#include "workshop/language/minimal_pairs/pair_sources.h"
#include "workshop/language/minimal_pairs/parsed_original.h"
#include "workshop/language/minimal_pairs/slot_variants.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

class EnglishMinimalPairs final : public MinimalPairMaker {
 public:
  explicit EnglishMinimalPairs(const MinimalPairOptions& options)
      : options_(options), parser_(make_link_parser()), negator_(english_negator()) {}

  MinimalPairs make(const std::string& sentence) override {
    if (const auto why = refusal_of_sentence(sentence); !why.empty()) return not_made(why);
    const ParsedOriginal original(sentence, *parser_);
    if (!original.is_parsed()) return not_made("not parsed");
    const auto choices = slot_choices(original);
    if (choices.empty()) return not_made("no word with a synonym and an antonym");
    return pairs_of(original, choices);
  }

 private:
  struct SlotChoice {
    EditSlot slot;
    SlotWords words;
  };

  static MinimalPairs not_made(std::string_view reason) {
    MinimalPairs none;
    none.original = not_eligible(reason);
    return none;
  }

  // Slots with both kinds of words.
  std::vector<SlotChoice> slot_choices(const ParsedOriginal& original) const {
    std::vector<SlotChoice> choices;
    for (auto& slot : edit_slots(original.reading(), sources_.forms, sources_.lexicon)) {
      auto words = slot_words(slot, original.sentence(), sources_.slot_lexicon());
      if (words.synonyms.empty() || words.antonyms.empty()) continue;
      choices.push_back({std::move(slot), std::move(words)});
    }
    return choices;
  }

  SlotEdit edit_of(const ParsedOriginal& original, const SlotChoice& choice) const {
    return {original, choice.slot, choice.words, sources_, *negator_, options_};
  }

  // The first slot that is sure in all parts gives the pairs. Otherwise, if people decide, the
  // first that has something of each kind.
  MinimalPairs pairs_of(const ParsedOriginal& original,
                        const std::vector<SlotChoice>& choices) const {
    const std::string_view parse = original.doubt();
    std::string_view reason;
    for (const auto& choice : choices) {
      const SlotEdit edit = edit_of(original, choice);
      std::string_view why = refusal_of_slot(edit, parse);
      if (why.empty()) {
        MinimalPairs made = slot_variants(edit);
        why = refusal_of_variants({edit, made});
        made.original = {true, original.sentence()};
        if (why.empty()) return made;
      }
      if (reason.empty()) reason = why;
    }
    MinimalPairs offered = options_.unsure ? offer(original, choices) : MinimalPairs();
    offered.original = refused(reason);
    return offered;
  }

  MinimalPairs offer(const ParsedOriginal& original, const std::vector<SlotChoice>& choices) const {
    for (const auto& choice : choices) {
      MinimalPairs made = slot_variants(edit_of(original, choice));
      if (has_all_columns(made)) return made;
    }
    return {};
  }

  MinimalPairOptions options_;
  PairSources sources_;
  std::unique_ptr<LinkParser> parser_;
  std::shared_ptr<const Negator> negator_;
};

}  // namespace

std::unique_ptr<MinimalPairMaker> english_minimal_pairs(const MinimalPairOptions& options) {
  return std::make_unique<EnglishMinimalPairs>(options);
}

}  // namespace sonde

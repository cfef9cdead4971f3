#include "workshop/language/minimal_pairs/slot_words.h"

#include <algorithm>
#include <optional>
#include <span>

#include "workshop/language/lexicon/opposites.h"
#include "workshop/language/lexicon/word_limits.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace {

// A synonym must have been met so often in the sense, and so large a share of all its uses.
constexpr std::size_t kSynonymMet = 2;
constexpr double kSynonymShare = 0.6;
// Among so many of its senses, the most frequent first, must be the one that is meant.
constexpr std::size_t kMainSenses = 2;
constexpr std::size_t kMostNear = 12;

class WordFinder {
 public:
  WordFinder(const EditSlot& slot, std::string_view sentence, const SlotLexicon& words)
      : slot_(slot), words_(words), chosen_(words.senses.choose(slot.base, slot.kind, sentence)) {}

  SlotWords find() {
    SlotWords found;
    if (chosen_) found.sense = std::string(name_of(chosen_->origin));
    const OppositeRow* row = opposites_of(slot_.base, slot_.kind);
    if (row) {
      const bool sure = !chosen_ || chosen_->origin != SenseOrigin::kExample || is_of_sense(*row);
      if (!chosen_) found.sense = "our table";
      add(found.synonyms, std::string(row->synonym), "our table", sure);
      add(found.antonyms, std::string(row->antonym), "our table", sure);
    }
    add_synonyms(found.synonyms);
    add_antonyms(found.antonyms);
    return found;
  }

 private:
  const Lexicon& lexicon() const { return words_.lexicon; }

  WordSense sense(std::size_t number) const { return {slot_.base, slot_.kind, number}; }

  // Whether WordNet, too, has one of the two for the sense that is meant.
  bool is_of_sense(const OppositeRow& row) const {
    const auto same = lexicon().senses_of(slot_.base, slot_.kind)[chosen_->number];
    const auto own = antonyms_in(lexicon(), sense(chosen_->number));
    const auto wider = wider_antonyms_in(lexicon(), sense(chosen_->number));
    const auto has = [](const auto& all, std::string_view one) {
      return std::ranges::find(all, one) != all.end();
    };
    return has(same, row.synonym) || has(own, row.antonym) || has(wider, row.antonym);
  }

  void add(std::vector<WordCandidate>& all, const std::string& base, std::string_view origin,
           bool sure) const {
    const bool fits =
        is_plain_word(base) && base != slot_.base && !is_spelling_of(slot_.base, base);
    if (!fits && !sure) return;
    std::string word = in_form(slot_, base, words_.forms);
    if (word.empty()) return;
    const auto same = [&](const WordCandidate& one) { return one.word == word; };
    if (std::ranges::none_of(all, same)) all.push_back({std::move(word), origin, sure});
  }

  // Whether a word is mostly met in a sense, which is one of its first.
  bool is_met(const std::string& word, std::span<const std::string> sense) const {
    const auto senses = lexicon().senses_of(word, slot_.kind);
    std::optional<std::size_t> number;
    for (std::size_t i = 0; i < senses.size() && !number; ++i) {
      if (senses[i].data() == sense.data()) number = i;
    }
    if (!number || *number >= kMainSenses) return false;
    const std::size_t met = words_.counts.of(word, slot_.kind, *number);
    const std::size_t all = words_.counts.of_all_senses(word, slot_.kind);
    return met >= kSynonymMet &&
           static_cast<double>(met) >= kSynonymShare * static_cast<double>(all);
  }

  bool is_sense_sure() const {
    return chosen_ && (chosen_->origin != SenseOrigin::kOwnWords || chosen_->number == 0);
  }

  // Whether both words are mostly met in the sense that is meant.
  bool is_sure_synonym(const std::string& word, std::span<const std::string> meant) const {
    return is_sense_sure() && !is_light_verb(word) && !is_odd_synonym(word) &&
           is_met(word, meant) && is_met(slot_.base, meant);
  }

  void add_synonyms(std::vector<WordCandidate>& synonyms) const {
    const auto senses = lexicon().senses_of(slot_.base, slot_.kind);
    if (senses.empty()) return;
    const std::size_t meant = chosen_ ? chosen_->number : 0;
    std::vector<std::string> unsure;
    for (const auto& word : senses[meant]) {
      if (is_sure_synonym(word, senses[meant])) {
        add(synonyms, word, "WordNet, in this sense", false);
        mark(synonyms, word);
      } else {
        unsure.push_back(word);
      }
    }
    for (const auto& word : unsure) add(synonyms, word, "WordNet, in this sense", false);
    add_near(synonyms, near_words_in(lexicon(), sense(meant)), "WordNet, similar");
    for (const auto& other : senses) add_near(synonyms, other, "WordNet, in another sense");
  }

  // A word that add() took is sure.
  void mark(std::vector<WordCandidate>& all, const std::string& base) const {
    const std::string word = in_form(slot_, base, words_.forms);
    for (auto& one : all) {
      if (one.word == word) one.sure = true;
    }
  }

  template <class Words>
  void add_near(std::vector<WordCandidate>& all, const Words& near, std::string_view origin) const {
    std::size_t taken = 0;
    for (const auto& word : near) {
      if (taken == kMostNear) return;
      if (!lexicon().is_common(word, slot_.kind) || is_light_verb(word)) continue;
      add(all, word, origin, false);
      ++taken;
    }
  }

  void add_antonyms(std::vector<WordCandidate>& antonyms) const {
    const std::size_t senses = lexicon().senses_of(slot_.base, slot_.kind).size();
    if (senses == 0) return;
    const WordSense meant = sense(chosen_ ? chosen_->number : 0);
    for (const auto& word : antonyms_in(lexicon(), meant)) {
      const bool common = lexicon().is_common(word, slot_.kind);
      add(antonyms, word, "WordNet, in this sense", false);
      if (is_sense_sure() && common && !is_light_verb(word)) mark(antonyms, word);
    }
    add_near(antonyms, wider_antonyms_in(lexicon(), meant), "WordNet, of similar words");
    for (std::size_t number = 0; number < senses; ++number) {
      add_near(antonyms, antonyms_in(lexicon(), sense(number)), "WordNet, of another sense");
    }
  }

  const EditSlot& slot_;
  const SlotLexicon& words_;
  std::optional<ChosenSense> chosen_;
};

}  // namespace

SlotWords slot_words(const EditSlot& slot, std::string_view sentence, const SlotLexicon& words) {
  return WordFinder(slot, sentence, words).find();
}

}  // namespace sonde

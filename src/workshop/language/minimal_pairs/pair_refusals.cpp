#include "workshop/language/minimal_pairs/pair_refusals.h"

#include <algorithm>
#include <array>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

// Section 2.2.1: more than 8 words and less than 25.
constexpr std::size_t kFewestWords = 9, kGreatestWords = 24;

bool is_too_short(const std::string_view& sentence) { return count_words(sentence) < kFewestWords; }
bool is_too_long(const std::string_view& sentence) {
  return count_words(sentence) > kGreatestWords;
}
bool is_question(const std::string_view& sentence) {
  return sentence.find('?') != std::string_view::npos;
}
bool is_cursing(const std::string_view& sentence) {
  std::vector<std::string_view> words;
  split_words(sentence, words);
  return std::ranges::any_of(words,
                             [](auto word) { return is_listed("curses", lower_case(word)); });
}
bool is_unfit_to_parse(const std::string_view& sentence) { return !is_fit_to_parse(sentence); }

using SentenceRule = Rule<std::string_view, std::string_view>;
constexpr std::array kUnfitSentences{
    SentenceRule{"original too short", is_too_short, "fewer than 9 words",
                 "My neighbour bought a house."},
    SentenceRule{"original too long", is_too_long, "more than 24 words",
                 "The nice old man who lives in the last house on the left believes that he has "
                 "never seen such a big crowd in the town."},
    SentenceRule{"question", is_question, "a question",
                 "Did my neighbour buy the old house at the end of the street?"},
    SentenceRule{"curse", is_cursing, "cursing",
                 "My neighbour bought the damn house at the end of the street."},
    SentenceRule{"original unfit to parse", is_unfit_to_parse, "too long to parse",
                 "My neighbour bought\x01the old house at the end of the street."},
};

bool has_no_sure(const std::vector<WordCandidate>& words) {
  return std::ranges::none_of(words, &WordCandidate::sure);
}
bool has_no_sure_synonym(const SlotEdit& edit) { return has_no_sure(edit.words.synonyms); }
bool has_no_sure_antonym(const SlotEdit& edit) { return has_no_sure(edit.words.antonyms); }
bool is_not_agreed(const SlotEdit& edit) {
  return !edit.original.is_agreed(edit.slot, edit.sources.forms, edit.sources.lexicon);
}

using SlotRule = Rule<SlotEdit, std::string_view>;
constexpr std::array kUnsureSlots{
    SlotRule{"slot without a sure synonym", has_no_sure_synonym, "no synonym for sure",
             "The man at the end of the street was able to buy a car."},
    SlotRule{"slot without a sure antonym", has_no_sure_antonym, "no antonym for sure",
             "The old man at the corner convinced me that his sister was single."},
    SlotRule{"slot of some parses", is_not_agreed, "parses differ",
             "The boy became annoyed when he read the bad news."},
};

bool begins_unsure(const std::vector<EditedSentence>& variants) {
  return variants.empty() || !variants.front().sure;
}
bool has_unfit_synonym(const MadePairs& made) { return begins_unsure(made.pairs.synonyms); }
bool has_unfit_antonym(const MadePairs& made) { return begins_unsure(made.pairs.antonyms); }
using VariantRule = Rule<MadePairs, std::string_view>;
constexpr std::array kUnfitVariants{
    VariantRule{"unfit synonym", has_unfit_synonym, "no synonym fits",
                "My brother hates to see the crying of a small child."},
    VariantRule{"unfit antonym", has_unfit_antonym, "no antonym fits",
                "My brother refused to put his name after the list of guests."},
};

// "The firm Monday said it will buy the shop": the clause within was taken for the main one.
bool is_inner_negated_twice(const MadePairs& made) {
  return !made.edit.slot.main && made.pairs.negation_main.text == made.pairs.negation_antonym.text;
}

std::string_view refusal_of_negations(const MadePairs& made) {
  for (const auto* negation : {&made.pairs.negation_main, &made.pairs.negation_antonym}) {
    if (negation->text.empty()) return negation->reason;
  }
  return is_inner_negated_twice(made) ? "main clause not negated" : "";
}

}  // namespace

std::string_view refusal_of_sentence(std::string_view sentence) {
  return result_of(kUnfitSentences, sentence, std::string_view());
}

std::string_view refusal_of_slot(const SlotEdit& edit, std::string_view parse) {
  if (!edit.slot.doubt.empty()) return edit.slot.doubt;
  if (!parse.empty()) return parse;
  return result_of(kUnsureSlots, edit, std::string_view());
}

std::string_view refusal_of_variants(const MadePairs& made) {
  if (const auto* rule = first_rule(kUnfitVariants, made)) return rule->result;
  if (made.pairs.randoms.empty()) return "no random word fits";
  if (made.pairs.typos.empty()) return "no typo";
  return refusal_of_negations(made);
}

RuleExamples pair_refusal_examples() {
  return examples_of(kUnfitSentences, kUnsureSlots, kUnfitVariants);
}

}  // namespace sonde

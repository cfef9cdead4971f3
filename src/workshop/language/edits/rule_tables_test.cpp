// Each row of the tables of rules of language names a sentence that it decides.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "formats/lexicons/wordnet.h"
#include "workshop/language/edits/argument_swap.h"
#include "workshop/language/edits/embedded_clause.h"
#include "workshop/language/edits/negation_rules.h"
#include "workshop/language/edits/passive.h"
#include "workshop/language/edits/quantifier_negation.h"
#include "workshop/language/edits/transitive_doubt.h"
#include "workshop/language/edits/verb_synonym.h"
#include "workshop/language/edits/word_swap.h"
#include "workshop/language/minimal_pairs/edit_slot.h"
#include "workshop/language/minimal_pairs/slot_place.h"
#include "workshop/language/parse/moved_phrase.h"
#include "workshop/language/parse/noun_place.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {
namespace rule_tables_test {

const Lexicon& lexicon() {
  static const Lexicon kLexicon(kWordNetFolder);
  return kLexicon;
}

const VerbForms& forms() {
  static const VerbForms kForms(kWordNetFolder);
  return kForms;
}

Linkage parsed(std::string_view sentence) {
  static const auto kParser = make_link_parser();
  auto linkages = kParser->parse(std::string(sentence), 1);
  EXPECT_EQ(linkages.size(), 1U) << sentence;
  return linkages.empty() ? Linkage{} : linkages.front();
}

// `decide` runs what the rules belong to on an example.
template <class Decide>
void expect_decided(const RuleExamples& examples, const Decide& decide) {
  for (const auto& [rule, example] : examples) {
    const RuleWatch watch;
    decide(std::string(example));
    EXPECT_GT(std::ranges::count(watch.decided(), rule), 0) << rule << ": " << example;
  }
}

RuleExamples all_examples() {
  RuleExamples all;
  for (const auto& table :
       {held_by_parse_examples(), held_by_words_examples(), antonym_place_examples(),
        word_form_examples(), slot_place_examples(), transitive_doubt_examples(),
        passive_examples(), argument_swap_examples(), moved_phrase_examples(),
        embedded_clause_examples(), quantifier_negation_examples(), verb_synonym_examples(),
        command_examples(), dutch_negation_examples()}) {
    all.insert(all.end(), table.begin(), table.end());
  }
  return all;
}

TEST(RuleTables, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const auto& [rule, example] : all_examples()) {
    EXPECT_TRUE(names.insert(rule).second) << rule;
    EXPECT_FALSE(example.empty()) << rule;
  }
}

TEST(RuleTables, WordForms) {
  expect_decided(word_form_examples(), [](const std::string& word) {
    article_of(word);
    regular_plural(word);
  });
}

const NounPlaces& places() {
  static const SenseCounts kCounts(kWordNetFolder);
  static const NounPlaces kPlaces(kWordNetFolder, lexicon(), kCounts);
  return kPlaces;
}

// Runs `use` with each word of a sentence.
template <class Use>
void for_each_word(const std::string& sentence, const Use& use) {
  const Linkage linkage = parsed(sentence);
  for (std::size_t at = 1; at < linkage.words.size(); ++at) {
    if (!linkage.words[at].text.empty()) use(linkage, at);
  }
}

TEST(RuleTables, PlacesOfNouns) {
  expect_decided(held_by_parse_examples(), [](const std::string& sentence) {
    for_each_word(sentence, [&](const Linkage& linkage, std::size_t at) {
      places().is_held_by_parse(sentence, linkage, at);
    });
  });
  expect_decided(held_by_words_examples(), [](const std::string& example) {
    const std::size_t middle = example.find(" / ");
    const std::string other = example.substr(middle + 3);
    for_each_word(example.substr(0, middle), [&](const Linkage& linkage, std::size_t at) {
      const auto noun = lexicon().base_of(linkage.words[at].text, WordKind::kNoun);
      places().is_held_by_words(linkage, at, noun, other);
    });
  });
}

TEST(RuleTables, PlacesOfAntonyms) {
  expect_decided(antonym_place_examples(), [](const std::string& sentence) {
    for_each_word(sentence, [&](const Linkage& linkage, std::size_t at) {
      const auto kind = kind_of(linkage.words[at]).value_or(WordKind::kNoun);
      is_unfit_for_antonym({sentence, linkage, at, kind, lexicon(), places()});
    });
  });
}

TEST(RuleTables, EditSlots) {
  expect_decided(slot_place_examples(), [](const std::string& sentence) {
    const Linkage linkage = parsed(sentence);
    edit_slots(Reading(linkage, sentence), forms(), lexicon());
  });
}

// Runs `use` with the transitive clause of a sentence, doubted or not.
template <class Use>
void with_transitive_clause(const std::string& sentence, const Use& use) {
  const Linkage linkage = parsed(sentence);
  const Reading reading(linkage, sentence);
  const auto verb = transitive_verb(reading);
  if (!verb) return;
  const auto clause = cut_clause(reading, *verb, forms(), lexicon());
  if (const auto* cut = std::get_if<TransitiveClause>(&clause)) use(reading, *cut);
}

TEST(RuleTables, DoubtsOfTransitiveClauses) {
  expect_decided(transitive_doubt_examples(), [](const std::string& sentence) {
    with_transitive_clause(sentence, [](const Reading&, const TransitiveClause&) {});
  });
}

TEST(RuleTables, PassivesAndSwaps) {
  const auto edit = [](const std::string& sentence) {
    with_transitive_clause(sentence, [](const Reading& reading, const TransitiveClause& clause) {
      passive(reading, clause, forms(), lexicon());
      argument_swap(reading, clause, forms(), lexicon());
    });
  };
  expect_decided(passive_examples(), edit);
  expect_decided(argument_swap_examples(), edit);
  expect_decided(moved_phrase_examples(), edit);
}

TEST(RuleTables, EditsOfOneReading) {
  expect_decided(embedded_clause_examples(), [](const std::string& sentence) {
    const Linkage linkage = parsed(sentence);
    embedded_clause(Reading(linkage, sentence), forms());
  });
  expect_decided(quantifier_negation_examples(), [](const std::string& sentence) {
    const Linkage linkage = parsed(sentence);
    there_is_no(Reading(linkage, sentence), lexicon());
  });
  expect_decided(verb_synonym_examples(), [](const std::string& sentence) {
    static const ExampleSenses kExamples(kWordNetFolder);
    const Linkage linkage = parsed(sentence);
    verb_synonyms(Reading(linkage, sentence), {forms(), lexicon(), kExamples});
  });
}

TEST(RuleTables, Negations) {
  expect_decided(command_examples(), [](const std::string& sentence) {
    const Linkage linkage = parsed(sentence);
    const auto clause = main_clause(linkage);
    ASSERT_TRUE(clause) << sentence;
    EditedClause edited(linkage, *clause, sentence);
    negate_by(edited, forms());
  });
  expect_decided(dutch_negation_examples(),
                 [](const std::string& sentence) { dutch_negator()->negate(sentence); });
}

// An outer watch also collects the rules of an inner one.
TEST(RuleTables, AWatchCollects) {
  note_rule("before");
  const RuleWatch outer;
  {
    const RuleWatch inner;
    note_rule("both");
    EXPECT_EQ(inner.decided().size(), 1U);
  }
  note_rule("outer");
  EXPECT_EQ(outer.decided(), (std::vector<std::string_view>{"both", "outer"}));
}

}  // namespace rule_tables_test
}  // namespace sonde

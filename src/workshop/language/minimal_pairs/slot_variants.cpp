#include "workshop/language/minimal_pairs/slot_variants.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <variant>

#include "base/random.h"
#include "sonde/digest.h"
#include "text/misspellings.h"
#include "text/unicode.h"
#include "workshop/language/minimal_pairs/random_variants.h"

namespace sonde {
namespace {

// The sure ones that are parsed as the original first. Without a human decision, only these.
std::vector<EditedSentence> word_variants(const SlotEdit& edit,
                                          const std::vector<WordCandidate>& words) {
  std::vector<EditedSentence> sure, others;
  for (const auto& one : words) {
    if (sure.size() + others.size() >= edit.wanted()) break;
    if (!one.sure && !edit.options.unsure) continue;
    EditedSentence made{one.word, edit.with(one.word), std::string(one.origin)};
    made.sure = one.sure && edit.slot.doubt.empty() && edit.original.is_parsed_alike(made.text);
    if (made.sure || edit.options.unsure) (made.sure ? sure : others).push_back(std::move(made));
  }
  std::ranges::move(others, std::back_inserter(sure));
  return sure;
}

void add_synonyms(const SlotEdit& edit, MinimalPairs& made) {
  made.synonyms = word_variants(edit, edit.words.synonyms);
}

void add_antonyms(const SlotEdit& edit, MinimalPairs& made) {
  made.antonyms = word_variants(edit, edit.words.antonyms);
  if (made.synonyms.empty()) return;
  const std::string& synonym = made.synonyms.front().word;
  std::erase_if(made.antonyms, [&](const EditedSentence& one) { return one.word == synonym; });
}

void add_randoms(const SlotEdit& edit, MinimalPairs& made) {
  std::vector<std::string> related{edit.slot.base};
  for (const auto* words : {&made.synonyms, &made.antonyms}) {
    for (const auto& one : *words) related.push_back(edit.base_of(one.word));
  }
  made.randoms = random_variants(edit, related);
}

// The listed misspellings first, in an order by the key.
void add_typos(const SlotEdit& edit, MinimalPairs& made) {
  const std::string word = lower_case(made.word);
  const auto add = [&](const std::string& text, std::string origin) {
    if (made.typos.size() == edit.wanted() || edit.sources.lexicon.is_word(text)) return;
    made.typos.push_back({text, edit.with(text), std::move(origin), true});
  };
  const std::uint64_t key = edit.key_of("typo");
  if (edit.options.misspellings) {
    auto listed = edit.options.misspellings->of(word);
    std::ranges::sort(listed, {}, [&](const std::string& one) {
      return random_bits(key, 1, digest_of(one).low64());
    });
    for (const auto& one : listed) add(one, "a listed misspelling");
  }
  for (const auto& one : misspellings_by_rule(word, key)) {
    add(one.text, "by rule, " + std::string(one.rule));
  }
}

std::string trace_of(const Negated& negated) {
  std::string trace;
  for (const auto rule : negated.rules) trace += (trace.empty() ? "" : ", ") + std::string(rule);
  return trace;
}

// A negation that is there already is taken away.
Outcome negated(const SlotEdit& edit, NegationOptions options) {
  const std::string& sentence = edit.original.sentence();
  Negation negation = edit.negator.negate(sentence, options);
  if (negation == Negation(Refusal::kNegated)) {
    options.affirm = true;
    negation = edit.negator.negate(sentence, options);
  }
  if (const auto* refusal = std::get_if<Refusal>(&negation)) return refused(reason(*refusal));
  const auto& one = std::get<Negated>(negation);
  return {true, one.text, {}, trace_of(one)};
}

void add_negation_main(const SlotEdit& edit, MinimalPairs& made) {
  made.negation_main = negated(edit, {});
}

void add_negation_antonym(const SlotEdit& edit, MinimalPairs& made) {
  made.negation_antonym = negated(edit, edit.slot.main ? NegationOptions{} : edit.slot.negation);
}

// The columns in the order in which they are made: the antonyms read the synonyms, and the random
// words both.
struct Column {
  void (*add)(const SlotEdit&, MinimalPairs&);
  bool (*is_filled)(const MinimalPairs&);
};
constexpr std::array kColumns{
    Column{add_synonyms, [](const MinimalPairs& made) { return !made.synonyms.empty(); }},
    Column{add_antonyms, [](const MinimalPairs& made) { return !made.antonyms.empty(); }},
    Column{add_randoms, [](const MinimalPairs& made) { return !made.randoms.empty(); }},
    Column{add_typos, [](const MinimalPairs& made) { return !made.typos.empty(); }},
    Column{add_negation_main,
           [](const MinimalPairs& made) { return !made.negation_main.text.empty(); }},
    Column{add_negation_antonym,
           [](const MinimalPairs& made) { return !made.negation_antonym.text.empty(); }},
};

// The replaced word, for people.
std::string about(const SlotEdit& edit) {
  const std::string kind = edit.slot.kind == WordKind::kVerb ? "verb" : "adjective";
  const std::string clause = edit.slot.main ? "" : " of the clause within";
  const std::string& sense = edit.words.sense;
  return kind + clause + (sense.empty() ? ", sense not known" : ", sense by " + sense);
}

}  // namespace

MinimalPairs slot_variants(const SlotEdit& edit) {
  MinimalPairs made;
  made.begin = edit.slot.begin;
  made.end = edit.slot.end;
  made.word = edit.word();
  made.about = about(edit);
  for (const auto& column : kColumns) column.add(edit, made);
  return made;
}

bool has_all_columns(const MinimalPairs& pairs) {
  return std::ranges::all_of(kColumns,
                             [&](const Column& column) { return column.is_filled(pairs); });
}

}  // namespace sonde

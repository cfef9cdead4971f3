#include "workshop/language/minimal_pairs/minimal_pairs.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "base/random.h"
#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/digest.h"
#include "sonde/negation.h"
#include "text/misspellings.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/edits/parse_doubts.h"
#include "workshop/language/lexicon/unrelated_words.h"
#include "workshop/language/minimal_pairs/edit_slot.h"
#include "workshop/language/minimal_pairs/slot_words.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

// Section 2.2.1: more than 8 words and less than 25.
constexpr std::size_t kFewestWords = 9, kGreatestWords = 24;
constexpr std::size_t kParsesAsked = 20;
// So much may parses cost more that must agree with the best, and so much what is made.
constexpr double kBarelyMore = 0.5, kMostWorse = 1;
// A linkage that takes the verb for a noun speaks against the clause even so much above.
constexpr double kClearlyMore = 2;
// From here on a parse is far-fetched: of a text without a mark at its end, and of a sentence.
constexpr double kStrange = 3, kVeryStrange = 6;
constexpr std::size_t kMostRandoms = 5;  // each is parsed
constexpr std::size_t kMostOffered = 9;  // candidates that a person chooses among
constexpr std::size_t kMostParsed = 30;  // random words that are tried
constexpr std::size_t kMostAsked = 300;  // words to request from a language model

bool is_cursing(std::string_view word) {
  static const WordSet& kWords = word_set("en", "curses");
  return kWords.contains(word);
}

// The paper's filter that drops the sentence. Empty: none does.
std::string_view left_out(std::string_view sentence) {
  const std::size_t count = count_words(sentence);
  if (count < kFewestWords) return "fewer than 9 words";
  if (count > kGreatestWords) return "more than 24 words";
  if (sentence.find('?') != std::string_view::npos) return "a question";
  std::vector<std::string_view> words;
  split_words(sentence, words);
  if (std::ranges::any_of(words, [](auto word) { return is_cursing(lower_case(word)); })) {
    return "cursing";
  }
  return is_fit_to_parse(sentence) ? std::string_view() : "too long to parse";
}

using Structure = std::vector<std::tuple<std::size_t, std::size_t, std::string>>;

Structure structure_of(const Linkage& linkage) {
  Structure links;
  for (const auto& link : linkage.links) links.emplace_back(link.left, link.right, link.type);
  std::ranges::sort(links);
  return links;
}

std::string trace_of(const Negated& negated) {
  std::string trace;
  for (const auto rule : negated.rules) trace += (trace.empty() ? "" : ", ") + std::string(rule);
  return trace;
}

class EnglishMinimalPairs final : public MinimalPairMaker {
 public:
  explicit EnglishMinimalPairs(const MinimalPairOptions& options)
      : options_(options),
        forms_(kWordNetFolder),
        lexicon_(kWordNetFolder),
        counts_(kWordNetFolder),
        examples_(kWordNetFolder),
        senses_(kWordNetFolder, lexicon_, counts_, examples_),
        unrelated_(lexicon_, counts_),
        parser_(make_link_parser()),
        negator_(english_negator()) {}

  MinimalPairs make(const std::string& sentence) override {
    MinimalPairs made;
    if (const auto why = left_out(sentence); !why.empty()) {
      made.original = not_eligible(why);
      return made;
    }
    sentence_ = sentence;
    linkages_ = parser_->parse(sentence, kParsesAsked);
    if (linkages_.empty()) {
      made.original = not_eligible("not parsed");
      return made;
    }
    const Reading reading(linkages_.front(), sentence_);
    const auto choices = slot_choices(edit_slots(reading, forms_, lexicon_));
    if (choices.empty()) {
      made.original = not_eligible("no word with a synonym and an antonym");
      return made;
    }
    made.original = refused("");
    choose(choices, made);
    return made;
  }

 private:
  struct SlotChoice {
    EditSlot slot;
    SlotWords words;
  };

  // Slots with both kinds of words.
  std::vector<SlotChoice> slot_choices(std::vector<EditSlot> slots) const {
    std::vector<SlotChoice> choices;
    for (auto& slot : slots) {
      auto words = slot_words(slot, sentence_, {forms_, lexicon_, counts_, senses_});
      if (words.synonyms.empty() || words.antonyms.empty()) continue;
      choices.push_back({std::move(slot), std::move(words)});
    }
    return choices;
  }

  // The doubt about the best parse. Empty: none.
  std::string_view doubt_of_parse() const {
    const Linkage& best = linkages_.front();
    const auto main = main_clause(best);
    if (!main) return "far-fetched parse";
    const double bearable = ends_as_sentence(sentence_) ? kVeryStrange : kStrange;
    if (best.cost >= bearable || may_follow_clause(best, *main)) return "far-fetched parse";
    const EditedClause clause(best, *main, sentence_);
    for (const auto& other : linkages_) {
      if (other.cost <= best.cost + kClearlyMore && takes_verb_for_noun(other, clause)) {
        return "verb may be a noun";
      }
    }
    return {};
  }

  // Whether all parses as good have the slot too.
  bool is_agreed(const EditSlot& slot) const {
    return std::ranges::all_of(linkages_, [&](const Linkage& other) {
      if (other.cost > linkages_.front().cost + kBarelyMore) return true;
      const auto slots = edit_slots(Reading(other, sentence_), forms_, lexicon_);
      return std::ranges::find(slots, slot) != slots.end();
    });
  }

  // The first slot that is sure in all parts. Otherwise, if people decide, the first that has
  // something of each kind.
  void choose(const std::vector<SlotChoice>& choices, MinimalPairs& made) {
    const std::string_view parse = doubt_of_parse();
    std::string_view reason;
    for (const auto& choice : choices) {
      const auto why = refusal_of(choice, parse, made);
      if (why.empty()) {
        made.original = {true, sentence_};
        return;
      }
      if (reason.empty()) reason = why;
    }
    MinimalPairs nothing;
    nothing.original = refused(reason);
    if (options_.unsure) {
      for (const auto& choice : choices) {
        fill(choice, nothing);
        if (has_all(nothing)) break;
        clear(nothing);
      }
    }
    made = std::move(nothing);
  }

  static void clear(MinimalPairs& made) {
    Outcome original = made.original;
    made = {};
    made.original = original;
  }

  static bool has_all(const MinimalPairs& made) {
    return !made.synonyms.empty() && !made.antonyms.empty() && !made.randoms.empty() &&
           !made.typos.empty() && !made.negation_main.text.empty() &&
           !made.negation_antonym.text.empty();
  }

  // Why a slot is not used. If it is, empty, with `made` filled.
  std::string_view refusal_of(const SlotChoice& choice, std::string_view parse,
                              MinimalPairs& made) {
    if (!choice.slot.doubt.empty()) return choice.slot.doubt;
    if (!parse.empty()) return parse;
    const auto is_sure = [](const WordCandidate& one) { return one.sure; };
    if (std::ranges::none_of(choice.words.synonyms, is_sure)) return "no synonym for sure";
    if (std::ranges::none_of(choice.words.antonyms, is_sure)) return "no antonym for sure";
    if (!is_agreed(choice.slot)) return "parses differ";
    fill(choice, made);
    if (made.synonyms.empty() || !made.synonyms.front().sure) return "no synonym fits";
    if (made.antonyms.empty() || !made.antonyms.front().sure) return "no antonym fits";
    if (made.randoms.empty()) return "no random word fits";
    if (made.typos.empty()) return "no typo";
    if (made.negation_main.text.empty()) return made.negation_main.reason;
    if (made.negation_antonym.text.empty()) return made.negation_antonym.reason;
    // "The firm Monday said it will buy the shop": the clause within was taken for the main one.
    const bool same = made.negation_main.text == made.negation_antonym.text;
    return same && !choice.slot.main ? "main clause not negated" : std::string_view();
  }

  void fill(const SlotChoice& choice, MinimalPairs& made) {
    const EditSlot& slot = choice.slot;
    clear(made);
    made.begin = slot.begin;
    made.end = slot.end;
    made.word = sentence_.substr(slot.begin, slot.end - slot.begin);
    made.about = slot.kind == WordKind::kVerb ? "verb" : "adjective";
    if (!slot.main) made.about += " of the clause within";
    made.about +=
        choice.words.sense.empty() ? ", sense not known" : ", sense by " + choice.words.sense;
    made.synonyms = edited(slot, choice.words.synonyms);
    made.antonyms = edited(slot, choice.words.antonyms);
    std::erase_if(made.antonyms, [&](const EditedSentence& one) {
      return !made.synonyms.empty() && one.word == made.synonyms.front().word;
    });
    add_randoms(slot, made);
    add_typos(slot, made);
    made.negation_main = negated(slot, true);
    made.negation_antonym = negated(slot, false);
  }

  std::size_t wanted() const { return options_.unsure ? kMostOffered : 1; }

  // The sure ones that are parsed as the original first. Without a human decision, only these.
  std::vector<EditedSentence> edited(const EditSlot& slot,
                                     const std::vector<WordCandidate>& words) {
    std::vector<EditedSentence> sure, others;
    for (const auto& one : words) {
      if (sure.size() + others.size() >= wanted()) break;
      if (!one.sure && !options_.unsure) continue;
      EditedSentence made{one.word, with_word(sentence_, slot, one.word), std::string(one.origin)};
      made.sure = one.sure && slot.doubt.empty() && is_parsed_alike(made.text);
      if (made.sure || options_.unsure) (made.sure ? sure : others).push_back(std::move(made));
    }
    std::ranges::move(others, std::back_inserter(sure));
    return sure;
  }

  bool is_parsed_alike(const std::string& text) {
    const auto linkages = parser_->parse(text, 1);
    return !linkages.empty() && linkages.front().cost <= linkages_.front().cost + kMostWorse &&
           structure_of(linkages.front()) == structure_of(linkages_.front());
  }

  std::uint64_t key_of(std::string_view what) const {
    return stream_key(options_.seed, digest_of("heros 1", what, sentence_).low64());
  }

  // A random word must not be one of these.
  std::vector<std::string> related_bases(const EditSlot& slot, const MinimalPairs& made) const {
    std::vector<std::string> bases{slot.base};
    for (const auto* words : {&made.synonyms, &made.antonyms}) {
      for (const auto& one : *words) bases.push_back(base_of(one.word, slot));
    }
    return bases;
  }

  std::string base_of(std::string_view word, const EditSlot& slot) const {
    return slot.kind == WordKind::kVerb ? forms_.base_of(word) : std::string(word);
  }

  bool stands_in_sentence(const std::string& word) const {
    const std::string lower = lower_case(sentence_);
    return lower.find(word.substr(0, 4)) != std::string::npos;
  }

  void add_randoms(const EditSlot& slot, MinimalPairs& made) {
    const auto bases = related_bases(slot, made);
    if (options_.filler) return add_predicted(slot, bases, made);
    std::size_t parsed = 0;
    for (const auto& base : unrelated_.like(slot.base, slot.kind, bases, key_of("random"))) {
      const std::size_t enough = std::min(wanted(), kMostRandoms);
      if (made.randoms.size() >= enough || parsed == kMostParsed) return;
      const std::string word = in_form(slot, base, forms_);
      const bool fits = slot.kind != WordKind::kVerb || (lexicon_.frames_of(base) & slot.frames);
      if (word.empty() || !fits || stands_in_sentence(base)) continue;
      ++parsed;
      const auto at = unrelated_.frequency_class(base, slot.kind);
      add_random(slot, word, "frequency class " + std::to_string(at) + ", no language model", made);
    }
  }

  // Adds a language model's words, the likeliest first.
  void add_predicted(const EditSlot& slot, const std::vector<std::string>& bases,
                     MinimalPairs& made) {
    const std::string_view text = sentence_;
    const auto words =
        options_.filler->fill(text.substr(0, slot.begin), text.substr(slot.end), kMostAsked);
    for (std::size_t rank = 0; rank < words.size() && made.randoms.size() < wanted(); ++rank) {
      const std::string word = lower_case(words[rank]);
      const std::string base = base_of(word, slot);
      if (!lexicon_.has(base, slot.kind) || in_form(slot, base, forms_) != word ||
          stands_in_sentence(base)) {
        continue;
      }
      const bool unrelated = std::ranges::all_of(bases, [&](const std::string& other) {
        return unrelated_.is_unrelated(base, other, slot.kind);
      });
      if (unrelated) {
        add_random(slot, word, "language model, rank " + std::to_string(rank + 1), made);
      }
    }
  }

  void add_random(const EditSlot& slot, const std::string& word, std::string origin,
                  MinimalPairs& made) {
    EditedSentence one{word, with_word(sentence_, slot, word), std::move(origin)};
    one.sure = is_parsed_alike(one.text);
    if (one.sure) made.randoms.push_back(std::move(one));
  }

  void add_typos(const EditSlot& slot, MinimalPairs& made) {
    const std::string word = lower_case(made.word);
    const auto add = [&](const std::string& text, std::string origin) {
      if (made.typos.size() == wanted() || lexicon_.is_word(text)) return;
      made.typos.push_back({text, with_word(sentence_, slot, text), std::move(origin), true});
    };
    const std::uint64_t key = key_of("typo");
    if (options_.misspellings) {
      auto listed = options_.misspellings->of(word);
      std::ranges::sort(listed, {}, [&](const std::string& one) {
        return random_bits(key, 1, digest_of(one).low64());
      });
      for (const auto& one : listed) add(one, "a listed misspelling");
    }
    for (const auto& one : misspellings_by_rule(word, key)) {
      add(one.text, "by rule, " + std::string(one.rule));
    }
  }

  Outcome negated(const EditSlot& slot, bool main) const {
    NegationOptions options = main ? NegationOptions{} : slot.negation;
    Negation negation = negator_->negate(sentence_, options);
    if (std::holds_alternative<Refusal>(negation) &&
        std::get<Refusal>(negation) == Refusal::kNegated) {
      options.affirm = true;
      negation = negator_->negate(sentence_, options);
    }
    if (const auto* refusal = std::get_if<Refusal>(&negation)) return refused(reason(*refusal));
    const auto& one = std::get<Negated>(negation);
    return {true, one.text, {}, trace_of(one)};
  }

  MinimalPairOptions options_;
  VerbForms forms_;
  Lexicon lexicon_;
  SenseCounts counts_;
  ExampleSenses examples_;
  SenseChooser senses_;
  UnrelatedWords unrelated_;
  std::unique_ptr<LinkParser> parser_;
  std::shared_ptr<const Negator> negator_;
  std::string sentence_;
  std::vector<Linkage> linkages_;
};

}  // namespace

std::unique_ptr<MinimalPairMaker> english_minimal_pairs(const MinimalPairOptions& options) {
  return std::make_unique<EnglishMinimalPairs>(options);
}

}  // namespace sonde

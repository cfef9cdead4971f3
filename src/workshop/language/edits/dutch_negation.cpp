// Dutch by the words alone: only if the verb is unambiguous.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "sonde/error.h"
#include "sonde/negation.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/edits/negation_rules.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

const WordSet& dutch(std::string_view list) { return word_set("nl", list); }
const WordSet& negations() { return dutch("negations"); }
const WordSet& finite_auxiliaries() { return dutch("finite_auxiliaries"); }
const WordSet& modals() { return dutch("modals"); }
const WordSet& verbs_after_er() { return dutch("verbs_after_er"); }
const WordSet& pronouns() { return dutch("pronouns"); }
const WordSet& prepositions() { return dutch("prepositions"); }
const WordSet& subordinators() { return dutch("subordinators"); }
const WordSet& articles() { return dutch("articles"); }
const WordSet& definite_words() { return dutch("definite_words"); }
const WordSet& words_after_een() { return dutch("words_after_een"); }
const WordSet& words_against_niet() { return dutch("words_against_niet"); }
const WordSet& counted_nouns() { return dutch("counted_nouns"); }
const WordSet& conjunctions() { return dutch("conjunctions"); }
const WordSet& plural_of_zijn() { return dutch("plural_of_zijn"); }

// The words of a sentence, in lower case, with their classes and places.
class DutchSentence {
 public:
  explicit DutchSentence(std::string_view text) : text_(text) {
    split_words(text, words_);
    for (const auto word : words_) lower_.push_back(lower_case(word));
  }

  std::size_t size() const { return words_.size(); }
  std::string_view word(std::size_t at) const {
    return at < lower_.size() ? std::string_view(lower_[at]) : std::string_view();
  }
  bool has(const WordSet& list, std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < std::min(end, size()); ++at) {
      if (list.contains(word(at))) return true;
    }
    return false;
  }
  std::size_t count(const WordSet& list) const {
    std::size_t found = 0;
    for (std::size_t at = 0; at < size(); ++at) found += list.contains(word(at)) ? 1U : 0U;
    return found;
  }

  std::string with_before(std::size_t at, std::string_view added) const {
    return spliced(begin(at), 0, std::string(added) + " ");
  }
  std::string with_behind(std::size_t at, std::string_view added) const {
    return spliced(begin(at) + words_[at].size(), 0, " " + std::string(added));
  }
  std::string with_in_place(std::size_t at, std::string_view other) const {
    return spliced(begin(at), words_[at].size(), other);
  }
  // Also drops the white space before it.
  std::string without(std::size_t at) const {
    const std::size_t behind = begin(at - 1) + words_[at - 1].size();
    return spliced(behind, begin(at) + words_[at].size() - behind, "");
  }

 private:
  std::size_t begin(std::size_t at) const {
    return static_cast<std::size_t>(words_[at].data() - text_.data());
  }
  std::string spliced(std::size_t at, std::size_t size, std::string_view with) const {
    return std::string(text_).replace(at, size, with);
  }

  std::string_view text_;
  std::vector<std::string_view> words_;
  std::vector<std::string> lower_;
};

bool is_one_clause(std::string_view text) { return text.find_first_of(",;:?!\"()") == text.npos; }

// An auxiliary that may be the finite verb.
struct Auxiliary {
  const DutchSentence& sentence;
  std::size_t at;

  std::string_view word() const { return sentence.word(at); }
  std::string_view before() const { return sentence.word(at - 1); }
  bool follows(const WordSet& list) const { return sentence.has(list, 0, at); }
  bool is_plural() const { return word().ends_with("en") || word() == "zijn"; }
};

// Two subjects have a verb in the plural.
bool may_be_of_second_clause(const Auxiliary& one) {
  return one.follows(conjunctions()) && (!one.is_plural() || one.follows(prepositions()));
}
bool may_be_subordinate(const Auxiliary& one) { return one.follows(subordinators()); }
bool is_noun(const Auxiliary& one) { return articles().contains(one.before()); }
bool is_joined(const Auxiliary& one) { return one.before() == "en"; }

// Places in which the first auxiliary may not be the finite verb.
using AuxiliaryRule = Rule<Auxiliary, bool>;
constexpr bool kDoubtful = true;
constexpr std::array kDoubtfulAuxiliaries{
    AuxiliaryRule{"Dutch auxiliary of a second clause", may_be_of_second_clause, kDoubtful,
                  "De man slaapt en de vrouw is ziek."},
    AuxiliaryRule{"Dutch auxiliary after a subordinator", may_be_subordinate, kDoubtful,
                  "De man die slaapt is moe."},
    AuxiliaryRule{"Dutch auxiliary as a noun", is_noun, kDoubtful, "De was is schoon."},
    AuxiliaryRule{"Dutch auxiliary joined to a verb", is_joined, kDoubtful,
                  "De mannen slapen en zijn moe."},
};

bool begins_with_subject(const DutchSentence& sentence) {
  return pronouns().contains(sentence.word(0)) || sentence.word(0) == "er";
}
// "Iemand die".
bool is_subject_longer(const DutchSentence& sentence) {
  const std::string_view next = sentence.word(1);
  return subordinators().contains(next) || prepositions().contains(next) || next == "en";
}

std::optional<std::size_t> first_auxiliary(const DutchSentence& sentence) {
  for (std::size_t at = 1; at < sentence.size(); ++at) {
    if (finite_auxiliaries().contains(sentence.word(at))) return at;
  }
  return std::nullopt;
}

// The certain place of the finite verb: after a pronoun that begins the sentence, or the first
// auxiliary.
std::optional<std::size_t> finite_verb(const DutchSentence& sentence) {
  if (begins_with_subject(sentence) && !is_subject_longer(sentence)) return 1;
  const auto at = first_auxiliary(sentence);
  if (!at || any_rule(kDoubtfulAuxiliaries, Auxiliary{sentence, *at})) return std::nullopt;
  return at;
}

// Each "een" but the first follows a preposition, so that the first is the object.
bool is_only_object(const DutchSentence& sentence, std::size_t een) {
  if (words_after_een().contains(sentence.word(een + 1))) return false;
  for (std::size_t at = een + 1; at < sentence.size(); ++at) {
    if (subordinators().contains(sentence.word(at))) return true;
    if (sentence.word(at) == "een" && !prepositions().contains(sentence.word(at - 1))) return false;
  }
  return true;
}

Negation made(std::string text, std::string_view rule) { return Negated{std::move(text), {rule}}; }

// A clause with a finite verb.
struct DutchClause {
  const DutchSentence& sentence;
  std::size_t verb;

  std::size_t next() const { return verb + 1; }
  std::string_view finite() const { return sentence.word(verb); }
  std::string_view next_word() const { return sentence.word(next()); }
  bool begins_with_er() const { return sentence.word(0) == "er"; }
  // Whether so many words follow the verb.
  bool is_followed_by(std::size_t words) const { return next() + words == sentence.size(); }
};

bool has_unusual_verb_after_er(const DutchClause& clause) {
  return clause.begins_with_er() && !verbs_after_er().contains(clause.finite());
}
bool has_indefinite_object(const DutchClause& clause) {
  return clause.next_word() == "een" && is_only_object(clause.sentence, clause.next());
}
bool is_of_existence(const DutchClause& clause) { return clause.begins_with_er(); }
bool ends_in_finite_verb(const DutchClause& clause) { return clause.next_word().empty(); }
bool is_before_preposition(const DutchClause& clause) {
  return prepositions().contains(clause.next_word());
}
bool is_modal_with_infinitive(const DutchClause& clause) {
  return clause.is_followed_by(1) && modals().contains(clause.finite()) &&
         clause.next_word().ends_with("n");
}
bool has_definite_object(const DutchClause& clause) {
  return clause.is_followed_by(2) && definite_words().contains(clause.next_word()) &&
         !finite_auxiliaries().contains(clause.finite());
}

Negation refuse(const DutchClause&) { return Refusal::kNoRule; }
Negation with_geen(const DutchClause& clause) {
  return made(clause.sentence.with_in_place(clause.next(), "geen"), "geen");
}
Negation with_niet_after_verb(const DutchClause& clause) {
  return made(clause.sentence.with_behind(clause.verb, "niet"), "niet");
}
Negation with_niet_before_next(const DutchClause& clause) {
  return made(clause.sentence.with_before(clause.next(), "niet"), "niet");
}
Negation with_niet_at_end(const DutchClause& clause) {
  return made(clause.sentence.with_behind(clause.sentence.size() - 1, "niet"), "niet");
}

using DutchNegationRule = Rule<DutchClause, Negation (*)(const DutchClause&)>;
constexpr std::array kDutchNegations{
    DutchNegationRule{"Dutch unusual verb after er", has_unusual_verb_after_er, refuse,
                      "Er regent water."},
    DutchNegationRule{"Dutch indefinite object", has_indefinite_object, with_geen,
                      "Er is een man."},
    DutchNegationRule{"Dutch existence", is_of_existence, refuse, "Er is water."},
    DutchNegationRule{"Dutch verb at the end", ends_in_finite_verb, with_niet_after_verb,
                      "Hij slaapt."},
    DutchNegationRule{"Dutch preposition", is_before_preposition, with_niet_before_next,
                      "Hij slaapt in bed."},
    DutchNegationRule{"Dutch modal with an infinitive", is_modal_with_infinitive,
                      with_niet_before_next, "Hij kan zwemmen."},
    DutchNegationRule{"Dutch definite object", has_definite_object, with_niet_at_end,
                      "Hij ziet de kat."},
};

Negation negate_dutch(const DutchSentence& sentence) {
  const auto verb = finite_verb(sentence);
  if (!verb || *verb >= sentence.size()) return Refusal::kNoRule;
  const DutchClause clause{sentence, *verb};
  const auto* rule = first_rule(kDutchNegations, clause);
  return rule ? rule->result(clause) : Refusal::kNoRule;
}

Negation affirm_niet(const DutchSentence& sentence, std::size_t niet) {
  const bool clear = niet > 0 && !sentence.has(subordinators(), 0, niet) &&
                     !sentence.has(words_against_niet(), 0, sentence.size());
  if (!clear) return Refusal::kNoRule;
  return made(sentence.without(niet), "niet taken away");
}

Negation affirm_geen(const DutchSentence& sentence, std::size_t geen) {
  if (sentence.has(subordinators(), 0, geen) ||
      sentence.has(words_against_niet(), 0, sentence.size())) {
    return Refusal::kNoRule;
  }
  if (geen == 2 && sentence.word(0) == "er" && plural_of_zijn().contains(sentence.word(1))) {
    return made(sentence.without(geen), "geen taken away");
  }
  const bool counted =
      counted_nouns().contains(sentence.word(geen + 1)) ||
      (sentence.word(geen + 1).ends_with('e') && counted_nouns().contains(sentence.word(geen + 2)));
  if (geen == 0 || !counted) return Refusal::kNoRule;
  return made(sentence.with_in_place(geen, "een"), "geen taken away");
}

Negation affirm_dutch(const DutchSentence& sentence) {
  if (sentence.count(negations()) != 1) return Refusal::kNoRule;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (sentence.word(at) == "niet") return affirm_niet(sentence, at);
    if (sentence.word(at) == "geen") return affirm_geen(sentence, at);
  }
  return Refusal::kNoRule;
}

class DutchNegator final : public Negator {
 public:
  Negation negate(std::string_view text, const NegationOptions& options) const override {
    if (options.contract || !options.verb.empty()) {
      throw usage_error("contractions and named verbs are for English", "leave them out for Dutch");
    }
    if (!is_fit_to_parse(text)) return Refusal::kUnfit;
    const DutchSentence sentence(text);
    const bool negated = sentence.has(negations(), 0, sentence.size());
    if (negated != options.affirm) {
      return options.affirm ? Refusal::kAffirmative : Refusal::kNegated;
    }
    if (!is_one_clause(text)) return Refusal::kNoRule;
    return options.affirm ? affirm_dutch(sentence) : negate_dutch(sentence);
  }
};

}  // namespace

std::shared_ptr<const Negator> dutch_negator() { return std::make_shared<DutchNegator>(); }

RuleExamples dutch_negation_examples() {
  return examples_of(kDoubtfulAuxiliaries, kDutchNegations);
}

}  // namespace sonde

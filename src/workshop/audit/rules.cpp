#include "workshop/audit/rules.h"

#include <algorithm>
#include <array>

#include "base/random.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/digest.h"
#include "workshop/audit/audit_words.h"

namespace sonde {
namespace {

using Key = std::uint64_t;

Outcome phrase(std::string_view kind, RuleTools& tools, const AuditSentence& sentence, Key key) {
  if (tools.sources().language != "en") return not_eligible("the phrases are English");
  return tools.sources().lists.phrases.apply(kind, sentence, key);
}

// A phrase, or else what a transformation of the sentence's parse gives.
Outcome or_else(Outcome first, const std::function<Outcome()>& second) {
  return first.text.empty() ? second() : first;
}

Outcome rewritten(Transformation which, RuleTools& tools, const AuditSentence& sentence) {
  if (sentence.is_question()) return not_eligible("a question");
  return tools.rewriter().apply(which, sentence.text(), tools.sources().seed);
}

// Past tense alone: the passive of a caption's present is unnatural.
Outcome passive(RuleTools& tools, const AuditSentence& sentence, Key) {
  if (tools.form_of(sentence) != SentenceForm::kClause) return not_eligible("no sure statement");
  if (sentence.has("took")) return refused("a verb of needs");  // "It took four people."
  if (sentence.has("into") || sentence.has("through")) return refused("a way");
  Outcome made = rewritten(Transformation::kPassive, tools, sentence);
  if (made.text.empty()) return made;
  const AuditSentence passive(made.text);
  const bool past = passive.has("was") || passive.has("were") || passive.has("been");
  if (passive.has("someone") || passive.has("somebody")) return refused("the agent is not named");
  for (std::size_t at = 1; at < passive.words().size(); ++at) {  // "covered in by"
    if (passive.words()[at].lower == "by" && is_audit_word("before nouns", passive.before(at))) {
      return refused("a verb with a preposition");
    }
  }
  return past ? made : refused("the present tense");
}

Outcome date(RuleTools& tools, const AuditSentence& sentence, Key key) {
  return or_else(other_date(sentence, tools.sources().lists.units, key),
                 [&] { return phrase("date", tools, sentence, key); });
}

Outcome polite(RuleTools& tools, const AuditSentence& sentence, Key key) {
  if (sentence.has("please")) return not_eligible("polite already");
  return or_else(phrase("polite", tools, sentence, key),
                 [&] { return in_frame("polite", tools, sentence, key); });
}

constexpr std::array kRules{
    AuditRule{"negation", true, "en nl", "a short statement or command of one clause",
              "the main clause is negated, or its negation is taken away", "The shop is open.",
              "The shop is not open.",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return or_else(or_else(negated(tools, sentence, key),
                                       [&] { return phrase("negation", tools, sentence, key); }),
                               [&] { return needless_command(tools, sentence, key); });
              }},
    AuditRule{"antonym", true, "en", "a phrase of the list", "the opposite"},
    AuditRule{"number", true, "any",
              "a number of 2 or more that is not an amount, date, code or range",
              "another number of its size", "She bought 3 stamps.", "She bought 5 stamps.",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return or_else(other_number(sentence, tools.sources().lists.units, key),
                               [&] { return phrase("number", tools, sentence, key); });
              }},
    AuditRule{"amount", true, "en", "a number with a currency, a percentage or a unit",
              "another number, or another unit", "The bag costs $40.", "The bag costs $80.",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return other_amount(sentence, tools.sources().lists.units, key);
              }},
    AuditRule{"date", true, "en", "a weekday, month, year, clock time or phrase of the list",
              "another one", "We meet on Monday.", "We meet on Tuesday.", date},
    AuditRule{"name", true, "en", "a name of the list, or the writer in a phrase of the list",
              "another name of its kind, of the text if it has one; another person",
              "The office is in Madrid.", "The office is in Barcelona.",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return or_else(other_name(tools, sentence, key),
                               [&] { return phrase("name", tools, sentence, key); });
              }},
    AuditRule{"quantifier", true, "en", "a phrase of the list", "another quantifier"},
    AuditRule{"modality", true, "en", "a phrase of the list", "another modality"},
    AuditRule{"comparison", true, "en", "a phrase of the list", "the opposite direction"},
    AuditRule{"attribute", true, "en", "a colour, size or material of the list", "another one"},
    AuditRule{"roles", true, "en", "a statement about two persons or animals",
              "subject and object change places", "The dog chased the cat.",
              "The cat chased the dog.",
              [](RuleTools& tools, const AuditSentence& sentence, Key) {
                return rewritten(Transformation::kArgumentReordering, tools, sentence);
              }},
    AuditRule{"noun", true, "en",
              "a noun of the list outside names and compounds, or a phrase of the list",
              "another of its group, of the text if it has one", "The dog is asleep.",
              "The cat is asleep.",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return or_else(other_noun(tools, sentence, key),
                               [&] { return phrase("noun", tools, sentence, key); });
              }},
    AuditRule{"verb", true, "en", "a phrase of the list", "another verb"},
    AuditRule{"question", true, "en", "a question with a phrase of the list",
              "another question word"},
    AuditRule{"contraction", false, "en", "a phrase of the list", "contracted, or written out"},
    AuditRule{"case", false, "any", "any sentence",
              "lower case, no mark at the end, or both; else a capital and a mark",
              "Where is the lift?", "where is the lift?", other_case},
    AuditRule{"typo", false, "any", "a lower-case word of six letters or more",
              "a letter missing, doubled, exchanged or replaced; the result is not a word",
              "Where is the entrance?", "Where is the enttrance?", with_typo},
    AuditRule{"filler", false, "en", "a question, statement or command", "filler words before it",
              "Where is the lift?", "Quick question: where is the lift?",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return in_frame("filler", tools, sentence, key);
              }},
    AuditRule{"format", false, "en", "a number, amount, clock time or day of a month",
              "the same in another form", "We close at 7 pm.", "We close at 19:00.",
              [](RuleTools& tools, const AuditSentence& sentence, Key key) {
                return other_format(sentence, tools.sources().lists.units, key);
              }},
    AuditRule{"polite", false, "en", "a question or command", "a polite frame around it",
              "Open the window.", "Please open the window.", polite},
    AuditRule{"spelling", false, "en", "a word of the list",
              "British or American spelling, a short or a long form"},
    AuditRule{"synonym", false, "en", "a phrase of the list", "a synonym that suits all its uses"},
    AuditRule{"passive", false, "en", "a statement of the past with a direct object", "the passive",
              "The dog chased the cat.", "The cat was chased by the dog.", passive}};

constexpr AuditRule phrases_of_fallbacks(std::string_view kind, std::string_view edit) {
  return {kind, true, "en", "a phrase of the list of fallbacks", edit, {}, {}, nullptr, true};
}

constexpr std::array kFallbackRules{
    AuditRule{"name", true, "en", "a sentence of the writer", "the writer becomes others",
              "I cannot open my account.", "They cannot open their account.", other_person},
    AuditRule{"name", true, "en", "a question to an addressee", "the addressee becomes others",
              "Do your tutors come to the house?", "Do their tutors come to the house?",
              other_addressee},
    AuditRule{"name", true, "en", "the writer, or a thing of the writer", "another's, or another",
              "Call me on Friday.", "Call my sister on Friday.", other_owner},
    AuditRule{"attribute", true, "en", "a colour or material of a thing", "another one",
              "A bathroom with a green tub.", "A bathroom with a pink tub.", other_look},
    AuditRule{"number", true, "en", "a code of letters and digits", "another code",
              "It stops with error F28.", "It stops with error F21.", other_code},
    phrases_of_fallbacks("question", "another question"),
    phrases_of_fallbacks("date", "another time"),
    phrases_of_fallbacks("number", "another number"),
    phrases_of_fallbacks("amount", "another amount"),
    phrases_of_fallbacks("attribute", "another property"),
    phrases_of_fallbacks("comparison", "the opposite direction"),
    phrases_of_fallbacks("quantifier", "another quantifier"),
    phrases_of_fallbacks("verb", "another verb"),
    AuditRule{"noun", true, "en", "a noun of a kind, outside names and compounds",
              "another of its kind, of the text if it has one", "A surfer is asleep.",
              "A lorry driver is asleep.", noun_of_kind},
    AuditRule{"number", true, "en", "one thing as an object", "two of them",
              "A gloved hand holds a vial.", "A gloved hand holds two vials.", two_of},
    AuditRule{"date", true, "en", "a question about the present", "the past",
              "When are the bills mailed out?", "When were the bills mailed out?", asked_of_past},
    AuditRule{"date", true, "en", "an act in a picture", "it is still to come",
              "A dancer is tying a ribbon.", "A dancer is about to tie a ribbon.", about_to},
    AuditRule{"modality", true, "en", "a headline", "it may be so", "Storm hits northern coast",
              "Storm may hit northern coast", possible_headline},
    AuditRule{"negation", true, "en", "a statement or command", "the main clause is negated",
              "The satellite lost contact with the ground.",
              "The satellite did not lose contact with the ground.", surely_negated},
    AuditRule{"negation", true, "en", "a command that no parse denies", "a prohibition",
              "Call Anna on speaker.", "Don't call Anna on speaker.", prohibited},
    AuditRule{"negation", true, "en", "a clause whose verb is sure by the words before it",
              "that clause is negated, or its negation taken away", "A lamp that flickers.",
              "A lamp that does not flicker.", negated_by_words},
    AuditRule{"negation", true, "en", "a statement about the present", "it no longer holds",
              "The reader declines every card.", "The reader no longer declines every card.",
              no_longer_so},
    AuditRule{"modality", true, "en", "a statement about the past", "it may have happened",
              "The agency delayed the launch by a week.",
              "The agency may have delayed the launch by a week.", possible},
    phrases_of_fallbacks("antonym", "the opposite"),
    phrases_of_fallbacks("negation", "negated"),
    AuditRule{"modality", true, "en", "a report of the past", "it is unclear",
              "The satellite lost contact with the ground after its launch.",
              "It is unclear whether the satellite lost contact with the ground after its launch.",
              unclear},
    AuditRule{"negation", true, "en", "a further verb of a subject", "it is negated",
              "The bed arrives rolled up and needs a day.",
              "The bed arrives rolled up but does not need a day.", denied_last_verb},
    AuditRule{"negation", true, "en", "a result", "the result is denied",
              "It floats, so it is easy to find.",
              "It floats, but that does not mean that it is easy to find.", denied_result},
    AuditRule{"negation", true, "en", "a reason", "it is not the reason",
              "The shop shut early because the lights failed.",
              "The shop shut early, but not because the lights failed.", denied_reason},
    AuditRule{"number", true, "en", "the title of a product", "a pack of two",
              "Shower Caddy, Matte Black", "Shower Caddy, Matte Black, Pack of Two", pack_of_two},
    AuditRule{"negation", true, "en", "a fragment", "a part of the thing is denied",
              "A lamp with a lid.", "A lamp without a lid.", denied_part}};

}  // namespace

RuleSources rule_sources(const std::string& language, std::uint64_t seed) {
  RuleSources sources{WordLists::english(), {}, {}, language, seed};
  if (language == "nl") sources.negator = dutch_negator();
  if (language != "en") return sources;
  sources.negator = english_negator();
  sources.lexicon = std::make_shared<Lexicon>(kWordNetFolder);
  sources.forms = std::make_shared<VerbForms>(kWordNetFolder);
  return sources;
}

RuleTools::RuleTools(const RuleSources& sources) : sources_(sources) {
  if (sources.language != "en") return;
  rewriter_ = english_rewriter();
  parser_ = make_link_parser();
}

SentenceForm RuleTools::form_of(const AuditSentence& sentence) {
  if (sentence.text() == parsed_) return form_;
  auto form = form_by_words(sentence, sources_);
  if (!form) {
    const auto linkages = parser_->parse(sentence.text(), 1);
    form = linkages.empty() ? SentenceForm::kOther
                            : form_by_parse(sentence, linkages.front(), sources_);
  }
  form_ = *form;
  parsed_ = sentence.text();
  return form_;
}

const Negation& RuleTools::negation_of(const AuditSentence& sentence) {
  if (sentence.text() != negated_) {
    negation_ = sources_.negator->negate(sentence.text());
    negated_ = sentence.text();
  }
  return negation_;
}

std::span<const AuditRule> audit_rules() { return kRules; }
std::span<const AuditRule> fallback_rules() { return kFallbackRules; }

bool is_for_language(const AuditRule& rule, std::string_view language) {
  return rule.languages == "any" || rule.languages.find(language) != std::string_view::npos;
}

Outcome apply_rule(const AuditRule& rule, RuleTools& tools, const AuditSentence& sentence) {
  if (sentence.words().empty()) return not_eligible("no words");
  const Digest digest = digest_of("audit 1", rule.kind, sentence.text());
  const Key key = stream_key(tools.sources().seed, digest.low64());
  if (rule.apply != nullptr) return rule.apply(tools, sentence, key);
  return rule.is_fallback ? tools.sources().lists.fallback_phrases.apply(rule.kind, sentence, key)
                          : phrase(rule.kind, tools, sentence, key);
}

}  // namespace sonde

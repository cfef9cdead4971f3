#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "sonde/negation.h"
#include "workshop/audit/rule_lists.h"
#include "workshop/audit/sentence.h"
#include "workshop/audit/sentence_forms.h"
#include "workshop/language/edits/rewriter.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/rule_outcome.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {

// Names that the user's text has, by kind, in order of first appearance.
using CorpusNames = std::map<std::string, std::vector<std::string>, std::less<>>;
void add_names(const AuditSentence& sentence, const NameList& names, CorpusNames& found);

// Nouns of the groups that the user's text has, in the singular.
using CorpusNouns = std::set<std::string, std::less<>>;
void add_nouns(const AuditSentence& sentence, const NounGroups& nouns, CorpusNouns& found);

// State that all threads share.
struct RuleSources {
  WordLists lists;
  CorpusNames names{};
  CorpusNouns nouns{};
  std::string language = "en";  // "en", "nl" or "any"
  std::uint64_t seed = 1;
  std::shared_ptr<const Lexicon> lexicon{};  // English only
  std::shared_ptr<const VerbForms> forms{};  // English only
  std::shared_ptr<const Negator> negator{};  // English and Dutch
};
// Errors: kOutside, Link Grammar's dictionary or WordNet's files are not installed.
RuleSources rule_sources(const std::string& language, std::uint64_t seed);

// The parsers of one thread.
class RuleTools {
 public:
  explicit RuleTools(const RuleSources& sources);

  const RuleSources& sources() const { return sources_; }
  Rewriter& rewriter() { return *rewriter_; }
  // The form by a parse, which is made once for a sentence.
  SentenceForm form_of(const AuditSentence& sentence);
  // The sentence negated by its parse, which is made once too. English and Dutch.
  const Negation& negation_of(const AuditSentence& sentence);

 private:
  const RuleSources& sources_;
  std::unique_ptr<Rewriter> rewriter_;
  std::unique_ptr<LinkParser> parser_;
  std::string parsed_{};  // the sentence of `form_`
  SentenceForm form_ = SentenceForm::kOther;
  std::string negated_{};  // the sentence of `negation_`
  Negation negation_ = Refusal::kUnfit;
};

// A rule that makes a variant of a sentence. docs/guides/audit.md lists them.
struct AuditRule {
  std::string_view kind{};  // the kind of change, a column of the data set
  bool changes_meaning = true;
  std::string_view languages{};          // "en", "en nl" or "any"
  std::string_view condition{}, edit{};  // for people
  std::string_view example{}, result{};  // its test (empty: phrases.tsv has them)
  // Null: a phrase of its kind is replaced.
  Outcome (*apply)(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) = nullptr;
  bool is_fallback = false;  // its phrases are those of fallback_phrases.tsv
};
std::span<const AuditRule> audit_rules();
// For a sentence whose meaning none of those changes, in order of preference: sure in meaning and
// grammar, but a person would less often write what they make.
std::span<const AuditRule> fallback_rules();
bool is_for_language(const AuditRule& rule, std::string_view language);

// The outcome of a rule with the key that the seed and the sentence give.
Outcome apply_rule(const AuditRule& rule, RuleTools& tools, const AuditSentence& sentence);

// The functions of the table that are more than a call.
Outcome negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_name(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
// The sentence without its last mark.
std::string without_last_mark(std::string text);
Outcome other_noun(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome noun_of_kind(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_person(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_look(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_code(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome two_of(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_owner(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_addressee(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome surely_negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome prohibited(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome needless_command(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome denied_result(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome denied_last_verb(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome denied_reason(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome denied_part(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome negated_by_words(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome pack_of_two(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome unclear(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome possible(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome no_longer_so(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome possible_headline(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome asked_of_past(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome about_to(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome other_case(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome with_typo(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key);
Outcome in_frame(std::string_view kind, RuleTools& tools, const AuditSentence& sentence,
                 std::uint64_t key);

}  // namespace sonde

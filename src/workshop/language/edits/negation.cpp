#include "sonde/negation.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/lexicons/verb_forms.h"
#include "formats/lexicons/wordnet.h"
#include "workshop/language/edits/affirmation.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/edits/negation_rules.h"
#include "workshop/language/edits/parse_doubts.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/named_verb.h"

namespace sonde {
namespace {

// So many of the best linkages must agree, of those that cost little more than the best.
constexpr std::size_t kAgreeing = 40;
constexpr double kLittle = 0.5;
// Words that may be a noun phrase ("peer review") are a command, and a possible noun is a verb,
// only if the other costs much more.
constexpr double kMuch = 2;
// From here on the parse of what doesn't end as a sentence does is far-fetched: mostly it is a
// phrase.
constexpr double kFarFetched = 3;
// And from here on that of any sentence.
constexpr double kIncredible = 8;

// Each pass over a corpus needs every answer again. Beyond the limit none is stored.
class Answers {
 public:
  const Negation* find(const std::string& sentence) const {
    const auto found = answers_.find(sentence);
    return found == answers_.end() ? nullptr : &found->second;
  }

  void keep(const std::string& sentence, const Negation& answer) {
    const auto* negated = std::get_if<Negated>(&answer);
    bytes_ += kOverhead + sentence.size() + (negated ? negated->text.size() : 0);
    if (bytes_ <= kMostBytes) answers_.emplace(sentence, answer);
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;
  static constexpr std::size_t kOverhead = 192;  // per entry, about

  std::unordered_map<std::string, Negation> answers_;
  std::size_t bytes_ = 0;
};

std::string_view text_of(const Negation& negation) {
  const auto* negated = std::get_if<Negated>(&negation);
  return negated ? std::string_view(negated->text) : std::string_view();
}

// The request of a sentence and options. No sentence has a control character.
std::string key_of(const std::string& sentence, const NegationOptions& options) {
  const bool plain = !options.affirm && !options.contract && options.verb.empty();
  if (plain) return sentence;
  return sentence + (options.affirm ? "\n-" : "\n+") + (options.contract ? "'" : " ") +
         std::to_string(options.occurrence) + options.verb;
}

// Edits the clause of each linkage by a rule, to find whether those as good as the best agree.
template <class Rule>
class AgreedEdit {
 public:
  AgreedEdit(const std::vector<Linkage>& linkages, const std::string& sentence,
             const NegationOptions& options, const VerbForms& forms, const Rule& rule)
      : linkages_(linkages), sentence_(sentence), options_(options), forms_(forms), rule_(rule) {}

  // The result for the best linkage.
  Negation negation() const {
    if (linkages_.empty()) return Refusal::kNotParsed;
    if (is_far_fetched()) return Refusal::kDoubtful;
    if (names_verb() && !has_named_verb(best(), forms_, options_)) return Refusal::kNoVerb;
    Negation answer = edited(best());
    if (std::holds_alternative<Refusal>(answer)) return answer;
    const Clause clause = *clause_of(best());
    if (!names_verb() && is_in_doubt(clause)) return Refusal::kDoubtful;
    return all_agree(clause, text_of(answer)) ? answer : Refusal::kDoubtful;
  }

 private:
  const Linkage& best() const { return linkages_.front(); }
  bool names_verb() const { return !options_.verb.empty(); }
  bool is_far_fetched() const {
    return best().cost >= (ends_as_sentence(sentence_) ? kIncredible : kFarFetched);
  }

  // Whether the found clause may not be the main one.
  bool is_in_doubt(const Clause& clause) const {
    return may_follow_clause(best(), clause) || may_precede_its_verb(best(), clause, forms_);
  }

  std::optional<Clause> clause_of(const Linkage& linkage) const {
    return names_verb() ? clause_of_named_verb(linkage, forms_, options_) : main_clause(linkage);
  }

  Negation edited(const Linkage& linkage) const {
    const auto clause = clause_of(linkage);
    if (!clause || clause->verbs.empty()) return Refusal::kNoClause;
    EditedClause edited(linkage, *clause, sentence_, options_.contract);
    return rule_(edited);
  }

  // A linkage that makes a noun of the verb, or a noun phrase of a command, agrees only if it costs
  // much more.
  bool all_agree(const Clause& clause, std::string_view text) const {
    const EditedClause original(best(), clause, sentence_);
    const bool may_be_phrase = clause.mood == Mood::kCommand;
    return std::all_of(linkages_.begin() + 1, linkages_.end(), [&](const Linkage& other) {
      const bool noun = takes_verb_for_noun(other, original);
      const bool doubted = noun || (may_be_phrase && is_noun_phrase(other));
      if (other.cost > best().cost + (doubted ? kMuch : kLittle)) return true;
      return !noun && text_of(edited(other)) == text;
    });
  }

  const std::vector<Linkage>& linkages_;
  const std::string& sentence_;
  const NegationOptions& options_;
  const VerbForms& forms_;
  const Rule& rule_;
};

class EnglishNegator final : public Negator {
 public:
  EnglishNegator() : forms_(kWordNetFolder), parser_(make_link_parser()) {}

  Negation negate(std::string_view text, const NegationOptions& options) const override {
    if (!is_fit_to_parse(text)) return Refusal::kUnfit;
    if (has_negation(text) != options.affirm) {
      return options.affirm ? Refusal::kAffirmative : Refusal::kNegated;
    }
    const std::string sentence(text);
    const std::string key = key_of(sentence, options);
    const std::lock_guard lock(mutex_);
    if (const Negation* known = answers_.find(key)) return *known;
    Negation answer = options.affirm ? affirm(sentence, options) : negate_parsed(sentence, options);
    answers_.keep(key, answer);
    return answer;
  }

 private:
  Negation negate_parsed(const std::string& sentence, const NegationOptions& options) const {
    const auto rule = [&](EditedClause& clause) { return negate_by(clause, forms_); };
    const auto linkages = parser_->parse(sentence, kAgreeing);
    Negation answer = agreed(linkages, sentence, options, rule);
    if (!options.contract || answer != Negation(Refusal::kDoubtful)) return answer;
    NegationOptions plain = options;  // "she's not determined" is sure, "isn't" is not
    plain.contract = false;
    return agreed(linkages, sentence, plain, rule);
  }

  // Parses the sentence without its negation, and removes the negation that its clause would get.
  // If none can be removed, returns the last one's reason.
  Negation affirm(const std::string& sentence, const NegationOptions& options) const {
    if (speaks_against_affirming(sentence)) return Refusal::kNoRule;
    Negation answer = Refusal::kNoRule;
    for (const auto& removal : removals(sentence)) {
      auto linkages = parser_->parse(removal.text, kAgreeing);
      std::erase_if(linkages, [&](const Linkage& one) { return !keeps_support(one, removal); });
      answer = agreed(linkages, removal.text, options, [&](EditedClause& clause) {
        return affirm_by(clause, removal, sentence, forms_);
      });
      if (std::holds_alternative<Negated>(answer)) break;
    }
    return answer;
  }

  // A rule's result for the best linkage's clause, if it is the same for others as good.
  template <class Rule>
  Negation agreed(const std::vector<Linkage>& linkages, const std::string& sentence,
                  const NegationOptions& options, const Rule& rule) const {
    return AgreedEdit(linkages, sentence, options, forms_, rule).negation();
  }

  VerbForms forms_;
  std::unique_ptr<LinkParser> parser_;
  mutable Answers answers_;
  mutable std::mutex mutex_;
};

}  // namespace

std::shared_ptr<const Negator> english_negator() {
  static std::mutex mutex;
  static std::weak_ptr<const Negator> known;
  const std::lock_guard lock(mutex);
  auto negator = known.lock();
  if (!negator) known = negator = std::make_shared<EnglishNegator>();
  return negator;
}

}  // namespace sonde

#include "language/negation.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "formats/wordnet.h"
#include "language/clause.h"
#include "language/doubt.h"
#include "language/edited_clause.h"
#include "language/linkage.h"
#include "language/negation_rules.h"
#include "language/verb_forms.h"
#include "language/word_class.h"

namespace sonde {
namespace {

// So many of the best linkages must agree, of those that cost little more than the best.
constexpr std::size_t kAgreeing = 40;
constexpr double kLittle = 0.5;
// What may be a noun phrase ("peer review") is a command, and what may be a noun is a verb, only if
// the other costs much more.
constexpr double kMuch = 2;
// From here on the parse of what doesn't end as a sentence does is far-fetched: mostly it is a
// phrase.
constexpr double kFarFetched = 3;
// And from here on that of any sentence.
constexpr double kIncredible = 8;

bool is_command(const Linkage& linkage) {
  const auto clause = main_clause(linkage);
  return clause && clause->mood == Mood::kCommand;
}

// Answers are asked for again in each pass over a corpus. Beyond the limit none is kept.
class Answers {
 public:
  const Negation* find(const std::string& sentence) const {
    const auto found = answers_.find(sentence);
    return found == answers_.end() ? nullptr : &found->second;
  }

  void keep(const std::string& sentence, const Negation& answer) {
    const auto* text = std::get_if<std::string>(&answer);
    bytes_ += kOverhead + sentence.size() + (text ? text->size() : 0);
    if (bytes_ <= kMostBytes) answers_.emplace(sentence, answer);
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;
  static constexpr std::size_t kOverhead = 128;  // of an entry, about

  std::unordered_map<std::string, Negation> answers_;
  std::size_t bytes_ = 0;
};

class EnglishNegator final : public Negator {
 public:
  EnglishNegator() : forms_(kWordNetFolder), parser_(make_link_parser()) {}

  Negation negate(std::string_view text) const override {
    if (!is_fit_to_parse(text)) return Refusal::kUnfit;
    if (has_negation(text)) return Refusal::kNegated;
    const std::string sentence(text);
    const std::lock_guard lock(mutex_);
    if (const Negation* known = answers_.find(sentence)) return *known;
    Negation answer = negate_parsed(sentence);
    answers_.keep(sentence, answer);
    return answer;
  }

 private:
  Negation negate_parsed(const std::string& sentence) const {
    const auto linkages = parser_->parse(sentence, kAgreeing);
    if (linkages.empty()) return Refusal::kNotParsed;
    const double bearable = ends_as_sentence(sentence) ? kIncredible : kFarFetched;
    if (linkages.front().cost >= bearable) return Refusal::kDoubtful;
    Negation best = negate_by(linkages.front(), sentence, forms_);
    if (std::holds_alternative<Refusal>(best)) return best;
    if (may_follow_clause(linkages.front())) return Refusal::kDoubtful;
    const bool command = is_command(linkages.front());
    const auto agrees = [&](const Linkage& other) {
      const bool noun = takes_verb_for_noun(other, linkages.front(), sentence);
      const double margin = noun || (command && is_noun_phrase(other)) ? kMuch : kLittle;
      return other.cost > linkages.front().cost + margin ||
             (!noun && negate_by(other, sentence, forms_) == best);
    };
    if (!std::all_of(linkages.begin() + 1, linkages.end(), agrees)) return Refusal::kDoubtful;
    return best;
  }

  VerbForms forms_;
  std::unique_ptr<LinkParser> parser_;
  mutable Answers answers_;
  mutable std::mutex mutex_;
};

}  // namespace

std::string_view reason(Refusal refusal) {
  switch (refusal) {
    case Refusal::kNegated:
      return "negated already";
    case Refusal::kUnfit:
      return "too long to parse";
    case Refusal::kNotParsed:
      return "not parsed";
    case Refusal::kNoClause:
      return "no main clause";
    case Refusal::kNoRule:
      return "no rule";
    case Refusal::kDoubtful:
      return "doubtful parse";
  }
  return "";
}

std::shared_ptr<const Negator> english_negator() {
  static std::mutex mutex;
  static std::weak_ptr<const Negator> known;
  const std::lock_guard lock(mutex);
  auto negator = known.lock();
  if (!negator) known = negator = std::make_shared<EnglishNegator>();
  return negator;
}

}  // namespace sonde

// The fallback of the rule `modality` for reports: "The agency delayed it" -> "The agency may have
// delayed it".
#include <string>
#include <variant>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"
#include "workshop/audit/frame_edits.h"

namespace sonde {
namespace {

// "was" -> "may have been". Empty for another word.
std::string possible_auxiliary(std::string_view word) {
  if (word == "was" || word == "were") return "may have been";
  return word == "has" || word == "have" || word == "had" ? "may have" : "";
}

// Whether the reader may doubt that it happened: not the writer's own act, nor the scene of a
// caption.
bool may_be_doubted(const AuditSentence& sentence, std::size_t verb, const RuleSources& sources) {
  const std::string& first = sentence.words().front().lower;
  const bool known = !has_article(sentence) && !is_number(first);
  return (known || is_agent_before(sentence, verb, sources)) &&
         !is_in_inner_clause(sentence, verb) && !is_audit_word("own subjects", first);
}

// "has switched itself to it and underlines every word": half a report.
bool has_present_verb_after(const AuditSentence& sentence, std::size_t from,
                            const RuleSources& sources) {
  for (std::size_t at = from + 1; at < sentence.words().size(); ++at) {
    const auto before = sentence.before(at);
    const bool joined = before == "and" || before == ",";
    if (joined && sources.forms->base_of_third(sentence.words()[at].lower)) return true;
  }
  return false;
}

// The sentence with "may have" at the verb that its denial negates. Empty: another form.
std::string possible_at_verb(const AuditSentence& sentence, const AuditSentence& denial,
                             const RuleSources& sources) {
  const std::size_t at = shared_start(sentence, denial);
  if (at == 0 || at >= sentence.words().size() || at + 2 >= denial.words().size() ||
      has_present_verb_after(sentence, at, sources)) {
    return {};
  }
  const std::string& put = denial.words()[at].lower;
  if (put == "not") {
    const std::string made = possible_auxiliary(sentence.words()[at - 1].lower);
    const bool sure = !made.empty() && at > 1 && may_be_doubted(sentence, at - 1, sources) &&
                      !is_audit_word("own subjects", sentence.before(at - 1));
    return sure ? sentence.with_words(at - 1, at - 1, made) : std::string();
  }
  if (is_audit_word("inner adverbs", sentence.before(at)) ||
      is_audit_word("own subjects", sentence.before(at))) {  // "on the day I cancelled"
    return {};
  }
  if (put == "does" || put == "do") {
    const bool known = is_audit_word("determiner", sentence.words().front().lower) &&
                       !has_article(sentence) &&  // not the scene of a caption
                       !is_audit_word("acts of scenes", denial.words()[at + 2].lower);
    return known && may_be_doubted(sentence, at, sources) && sentence.has_end_mark()
               ? sentence.with_words(at, at, "may " + denial.words()[at + 2].lower)
               : std::string();
  }
  if (put != "did") return {};
  const auto participle =
      sources.forms->inflected(denial.words()[at + 2].lower, VerbForm::kParticiple);
  return participle && may_be_doubted(sentence, at, sources)
             ? sentence.with_words(at, at, "may have " + *participle)
             : std::string();
}

// "The harbour at low tide, its boats tilted": no sentence.
bool has_comma_before(const AuditSentence& sentence, std::size_t end) {
  for (std::size_t at = 1; at < end; ++at) {
    if (sentence.before(at) == ",") return true;
  }
  return false;
}

}  // namespace

Outcome possible(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const bool doubtful = has_any_of(sentence, audit_words("en", "possible already"));
  const bool listed = has_own_clause_after_and(sentence) || has_spliced_clause(sentence);
  const bool said = is_audit_word("sayings", sentence.words().back().lower);
  const bool explains = sentence.text().find(": ") != std::string::npos;
  if (sentence.is_question() || sentence.has("that") || explains || doubtful || listed || said ||
      has_contrast(sentence)) {
    return not_eligible("a question, a possibility, an opinion or a contrast");
  }
  for (const auto& denial : sure_denials(tools, sentence)) {
    const std::string made = possible_at_verb(sentence, AuditSentence(denial), tools.sources());
    if (!made.empty()) return {true, made, {}, "it may be so"};
  }
  return refused("no sure verb of a report");
}

Outcome unclear(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto& sources = tools.sources();
  constexpr std::size_t kFewest = 8;
  const bool other = sentence.is_question() || sentence.has_negation() || !sentence.is_single() ||
                     !sentence.has_end_mark() || sentence.words().size() < kFewest ||
                     sentence.text().find('"') != std::string::npos ||
                     has_any_of(sentence, audit_words("en", "against doubt"));
  if (other || has_article(sentence) ||
      !is_audit_word("determiner", sentence.words().front().lower) ||
      is_audit_word("own subjects", sentence.words().front().lower)) {
    return not_eligible("no report");
  }
  const auto* negation = std::get_if<Negated>(&tools.negation_of(sentence));
  if (negation == nullptr) return refused("no sure verb");
  const AuditSentence denial(negation->text);
  const std::size_t at = shared_start(sentence, denial);
  if (at == 0 || at >= denial.words().size() || has_comma_before(sentence, at)) {
    return refused("no sure verb");
  }
  const std::string& put = denial.words()[at].lower;
  const bool past =
      put == "did" || (put == "not" && !possible_auxiliary(sentence.before(at)).empty());
  const auto lower = continued(sentence, sources);
  return past && lower ? denied_in("unclear", sentence, *lower, sources)
                       : refused("no report of the past");
}

}  // namespace sonde

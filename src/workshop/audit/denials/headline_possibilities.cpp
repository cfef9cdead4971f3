// The fallback of the rule `modality` for headlines: "Storm hits coast" -> "Storm may hit coast".
#include <optional>
#include <string>
#include <string_view>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/denials/clauses.h"

namespace sonde {
namespace {

// A headline with its finite verb, or the word in its place.
struct HeadlinePlace {
  const AuditSentence& sentence;
  const RuleSources& sources;
  std::size_t at;

  const std::string& word() const { return sentence.words()[at].lower; }
  std::string_view before() const { return sentence.before(at); }
  std::string_view next() const { return sentence.next_of(at); }
  bool follows_noun() const {
    const bool name = sentence.is_capital(at - 1) && at > 1;
    return sentence.is_joined(at - 1) && !is_audit_word("determiner", before()) &&
           !is_audit_word("before nouns", before()) && (name || is_noun(sources, before()));
  }
  bool has_object() const {
    return is_audit_word("determiner", next()) || may_follow_verb(next()) ||
           (next().size() > 3 && next().ends_with("ly"));
  }
  bool goes_on_with_preposition() const { return is_audit_word("before nouns", next()); }
};

// "hits" of "Storm hits coast". Not "Road works on", "Film stars honour".
std::optional<std::string> base_of_third(const HeadlinePlace& place) {
  const auto& forms = *place.sources.forms;
  const auto base = forms.base_of_third(place.word());
  if (!base || !place.follows_noun()) return std::nullopt;
  const bool sure = !is_noun(place.sources, place.word()) || forms.is_only_verb(*base);
  if (sure || (place.has_object() && !place.goes_on_with_preposition())) return base;
  const bool noun_before_verb =
      forms.is_base(place.next()) && !is_audit_word("headline verbs", *base);
  if (noun_before_verb || !is_audit_word("headline verbs", *base)) return std::nullopt;
  return place.goes_on_with_preposition() ? std::nullopt : base;
}

bool may_be_third(const HeadlinePlace& place) {
  return place.follows_noun() && place.sources.forms->base_of_third(place.word());
}

// "find" of "Prison officers find drone".
bool is_plural_verb(const HeadlinePlace& place) {
  const auto before = place.before(), next = place.next();
  const bool plural =
      (before.ends_with('s') && !before.ends_with("ss")) || is_audit_word("other plurals", before);
  return plural && place.follows_noun() && next != "$" && next != "of" &&
         place.sources.forms->is_base(place.word()) &&
         (is_audit_word("headline verbs", place.word()) ||
          place.sources.forms->is_only_verb(place.word()) || place.has_object());
}

// "to" of "Pollen count to hit new high".
bool is_future(const HeadlinePlace& place) {
  const auto next = place.next();
  const bool verb = place.sources.forms->is_only_verb(next) ||
                    is_audit_word("headline verbs", next);  // no "stamp"
  return place.word() == "to" && place.follows_noun() && verb &&
         !is_audit_word("before infinitives", place.before());
}

// "held" of "Man held over theft".
bool is_short_passive(const HeadlinePlace& place) {
  const auto next = place.next();
  return is_audit_word("participles of headlines", place.word()) && place.follows_noun() &&
         (next == "$" || place.goes_on_with_preposition() || is_audit_word("particles", next) ||
          is_audit_word("after nouns", next));
}

// "Double-walled glass makes a difference": praise of a thing.
bool is_of_product(const HeadlinePlace& place) {
  const std::string base = place.sources.forms->base_of(place.word());
  return is_audit_word("verbs of praise", base) && place.follows_noun() &&
         !is_agent_before(place.sentence, place.at, place.sources);
}

bool is_finite(std::string_view word) {
  return is_audit_word("verb phrases", word) || is_do_form(word) || word == "may" ||
         word == "might" || word.ends_with("n't");
}

// Starts like "It" or "When", or with an order.
bool begins_otherwise(RuleTools& tools, const AuditSentence& sentence) {
  const std::string& first = sentence.words().front().lower;
  return is_audit_word("own subjects", first) || is_audit_word("inner clauses", first) ||
         is_audit_word("before nouns", first) || first.ends_with("ing") ||
         tools.sources().forms->base_of_third(first).has_value() ||
         tools.form_of(sentence) == SentenceForm::kCommand ||
         tools.form_of(sentence) == SentenceForm::kQuestion;
}

// "prices" of "Egg prices finally ease", "question" of "Mayor dodges question".
bool is_unsure_verb(const HeadlinePlace& place) {
  const auto before = place.before(), next = place.next();
  const bool third = place.sources.forms->base_of_third(place.word()).has_value();
  const bool noun = third && next.size() > 4 && next.ends_with("ly");
  const bool after_verb = place.at > 1 && place.sources.forms->base_of_third(before) &&
                          !is_agent(place.sources, before) &&
                          is_agent(place.sources, place.sentence.before(place.at - 1));
  return noun || (after_verb && is_plural_verb(place));
}

std::string with_may(const AuditSentence& sentence, std::size_t at, const std::string& made) {
  return sentence.with_words(at, at, "may" + (made.empty() ? made : " " + made));
}

// The text with "may" at its only possible verb. Empty: none, or more than one.
std::string with_possible_verb(const AuditSentence& sentence, const RuleSources& sources) {
  std::string verb, passive;
  std::size_t verbs = 0;
  for (std::size_t at = 1; at + 1 < sentence.words().size(); ++at) {
    const HeadlinePlace place{sentence, sources, at};
    const std::string& word = place.word();
    const bool owns = (word == "has" || word == "have") && place.has_object();
    if ((is_finite(word) && !owns) || (verb.empty() && is_audit_word("clauses of nouns", word)))
      return {};
    if (is_unsure_verb(place)) return {};
    const bool inner = is_audit_word("inner clauses", word) || !sentence.is_joined(at - 1);
    if (inner && !verb.empty()) break;
    if (inner && word != "after") return {};  // "England collapse as spinners run riot"
    if (is_of_product(place)) return {};
    if (const auto base = base_of_third(place)) {
      if (verbs++ == 0) verb = with_may(sentence, at, *base);
    } else if (is_plural_verb(place)) {
      if (verbs++ == 0) verb = with_may(sentence, at, word);
    } else if (verb.empty() && is_future(place)) {
      return with_may(sentence, at, {});
    } else if (!passive.empty() && may_be_third(place)) {
      return {};  // "sketch found in attic sells for"
    } else if (passive.empty() && is_short_passive(place)) {
      passive = with_may(sentence, at, "be " + word);
    }
  }
  if (verbs > 1) return {};
  return verb.empty() ? passive : verb;
}

}  // namespace

Outcome possible_headline(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const bool quotes = sentence.text().find_first_of("\"\u201c") != std::string::npos;
  if (sentence.has_end_mark() || sentence.has_comma() || quotes || sentence.words().size() < 4 ||
      sentence.has_negation() || has_contrast(sentence) ||
      is_audit_word("determiner", sentence.words().front().lower) ||
      begins_otherwise(tools, sentence)) {
    return not_eligible("no headline");
  }
  const std::string made = with_possible_verb(sentence, tools.sources());
  return made.empty() ? refused("no sure verb") : Outcome{true, made, {}, "it may be so"};
}

std::size_t present_verb(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t at = 1; at + 1 < sentence.words().size() && sentence.is_joined(at - 1); ++at) {
    const HeadlinePlace place{sentence, sources, at};
    const std::string& word = place.word();
    if (is_finite(word) || is_audit_word("inner clauses", word) ||
        is_audit_word("clauses of nouns", word)) {
      break;
    }
    const bool after_number = at > 1 && is_number(place.before());  // "till 3 declines"
    const auto third = sources.forms->base_of_third(word);
    const bool listed = third && (is_audit_word("verbs of products", word) ||
                                  is_audit_word("headline verbs", *third) || after_number);
    const bool follows = place.follows_noun() || after_number;
    if ((listed && follows && place.next() != "of") || base_of_third(place) ||
        is_plural_verb(place)) {
      return at;
    }
  }
  return 0;
}

}  // namespace sonde

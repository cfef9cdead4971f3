#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/audit/rules.h"

namespace sonde {

bool has_article(const AuditSentence& sentence);  // begins with "a" or "an"
bool is_noun(const RuleSources& sources, std::string_view word);
bool is_do_form(std::string_view word);  // "do", "does", "did"

// Whether a word after "and" or a comma may be a further verb of the same subject.
bool may_be_finite_after_and(const AuditSentence& sentence, std::size_t at,
                             const RuleSources& sources);

// "not a" after "there is" becomes "no". The text itself if it is another.
std::string with_no_after_there(const std::string& text);

// Whether a place comes after a word that begins an inner clause: "when it counts".
bool is_in_inner_clause(const AuditSentence& sentence, std::size_t place);

// "the case that", "a lamp which": the noun before a relative pronoun. "A gentle wash that does not
// clean" would contradict its praise.
bool is_relative(const AuditSentence& sentence, std::size_t at, const RuleSources& sources);

// "nuts, milk and soya" -> "nuts, milk or soya" under a negation. Empty for several "and".
std::string with_alternatives(const AuditSentence& sentence);

// "has no lamp and a lid" -> "has no lamp or a lid". The text itself unless it has one such "and".
std::string with_or_before_article(const std::string& text);

// `text` in the frame of a denial, a form of data/language/en/frames.tsv, in the style of a
// sentence.
Outcome denied_in(std::string_view form, const AuditSentence& sentence, const std::string& text,
                  const RuleSources& sources);

// "Features a lamp" -> "Does not feature a lamp".
Outcome negated_headline(const AuditSentence& sentence, const RuleSources& sources);

// The last word of the subject before a verb, without what describes it: "nurses" of "two nurses in
// masks push". `verb` > 0.
std::size_t subject_head(const AuditSentence& sentence, std::size_t verb);

// Whether a noun is a person, an animal or a group of them.
bool is_agent(const RuleSources& sources, std::string_view noun);

// Whether the subject of a verb is one.
bool is_agent_before(const AuditSentence& sentence, std::size_t verb, const RuleSources& sources);

// "Wild ponies graze": nothing that is known already.
bool is_of_caption(const AuditSentence& sentence);

// A concession: "may be slow, but" has its own sense.
bool has_contrast(const AuditSentence& sentence);

// "Do not send it and copy in Priya" leaves open whether she is copied in, and "Do not send it,
// it's wrong" has a reason for the opposite.
bool joins_commands(const AuditSentence& sentence, const RuleSources& sources);

// Texts in which a verb that is surely finite is negated, the main one first. They mark the
// verb. The denial may make no sense.
std::vector<std::string> sure_denials(RuleTools& tools, const AuditSentence& sentence);

// The verb of "Mouse pointer jumps when it is on", in the present tense. 0: none is sure.
std::size_t present_verb(const AuditSentence& sentence, const RuleSources& sources);

Outcome affirmed_by_words(const AuditSentence& sentence, const RuleSources& sources);

}  // namespace sonde

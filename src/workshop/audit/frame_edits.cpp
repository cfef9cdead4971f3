// The rules `filler` and `polite`: words around a whole sentence.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "text/unicode.h"
#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

// Whether the first word may be written without its capital.
bool may_lose_capital(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string_view written = sentence.written(0);
  const std::string& lower = sentence.words().front().lower;
  static const std::set<std::string_view> kFunctionWords{
      "the",     "a",       "an",       "my",     "our",    "your",   "his",     "her",     "their",
      "its",     "this",    "that",     "these",  "those",  "we",     "you",     "they",    "he",
      "she",     "it",      "there",    "how",    "what",   "where",  "when",    "why",     "which",
      "who",     "is",      "are",      "am",     "was",    "were",   "do",      "does",    "did",
      "can",     "could",   "will",     "would",  "should", "has",    "have",    "had",     "don't",
      "doesn't", "isn't",   "aren't",   "can't",  "it's",   "what's", "where's", "there's", "we're",
      "you're",  "they're", "please",   "to",     "no",     "all",    "some",    "every",   "each",
      "most",    "many",    "everyone", "nobody", "two",    "three",  "four"};
  if (kFunctionWords.contains(lower) || is_audit_word("before nouns", lower) ||
      is_audit_word("beginnings", lower)) {
    return true;
  }
  const bool shouts = written.size() > 1 && written[1] >= 'A' && written[1] <= 'Z';
  if (shouts || sources.lists.names.has(written) || is_month(written)) return false;
  const Lexicon& lexicon = *sources.lexicon;
  bool known = false;
  for (const auto kind :
       {WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective, WordKind::kAdverb}) {
    const std::string base = lexicon.base_of(lower, kind);
    if (!lexicon.has(base, kind)) continue;
    if (lexicon.is_proper(base, kind)) return false;
    known = true;
  }
  return known;
}

bool is_surely_name(const AuditSentence& sentence, const RuleSources& sources) {
  std::string_view written = sentence.written(0);
  if (written.ends_with("'s")) written.remove_suffix(2);
  const auto kind = sources.lists.names.kind_of(written);
  return !kind.empty() && kind != "word";
}

// The sentence as a continuation of other words. Nothing if its first word may be a name.
std::optional<std::string> continued(const AuditSentence& sentence, const RuleSources& sources) {
  if (sentence.words().empty() || sentence.words().front().begin != 0) return std::nullopt;
  const std::string& first = sentence.words().front().lower;
  const bool i = first == "i" || first.starts_with("i'");
  if (!sentence.is_capital(0) || i || is_surely_name(sentence, sources)) return sentence.text();
  if (!may_lose_capital(sentence, sources)) return std::nullopt;
  return uncapitalised(sentence.text());
}

// A command without "please", which has no place after other words.
std::string without_please(std::string text) {
  for (const std::string_view begin : {"please ", "Please "}) {
    if (text.starts_with(begin)) text.erase(0, begin.size());
  }
  for (const std::string_view end : {", please", " please"}) {
    if (text.ends_with(end)) text.resize(text.size() - end.size());
  }
  return text;
}

std::string filled(std::string frame, const std::string& lower) {
  const std::string bare = without_please(without_last_mark(lower));
  for (const auto& [mark, text] :
       {std::pair<std::string, std::string>{"{lower}", lower}, {"{bare}", bare}}) {
    if (const auto at = frame.find(mark); at != frame.npos) frame.replace(at, mark.size(), text);
  }
  return frame;
}

// The frame in the style of a sentence: one in lower case or without a mark stays so.
std::string in_style_of(const AuditSentence& sentence, const MeaningFrame& frame) {
  std::string form = frame.frame;
  const bool marked = sentence.text().size() > sentence.words().back().end;
  if (!marked && form.ends_with('.')) form.pop_back();
  if (!marked && form.ends_with('?') && !sentence.is_capital(0)) form.pop_back();
  const bool keeps = sentence.is_capital(0) || form.starts_with("I ");
  return keeps ? form : uncapitalised(std::move(form));
}

// "Give your windows a fresh look": an advertisement, no request.
bool is_own_request(const AuditSentence& sentence) {
  return has_any_of(sentence, audit_words("en", "own")) ||
         (has_any_of(sentence, audit_words("en", "of requests")) &&
          !has_any_of(sentence, audit_words("en", "of adverts")));
}

// "go back two steps i missed it": a further clause.
bool has_inner_subject(const AuditSentence& sentence) {
  for (std::size_t word = 2; word < sentence.words().size(); ++word) {
    const std::string& lower = sentence.words()[word].lower;
    const bool is_i = lower == "i" || lower.starts_with("i'");
    if (is_i && !is_audit_word("before a clause", sentence.before(word))) return true;
  }
  return false;
}

// The forms of frames that suit a sentence.
std::vector<std::string_view> forms_of(RuleTools& tools, const AuditSentence& sentence) {
  const bool is_own = has_any_of(sentence, audit_words("en", "own"));
  switch (tools.form_of(sentence)) {
    case SentenceForm::kQuestion:
      return {"question"};
    case SentenceForm::kClause:
      return is_own ? std::vector<std::string_view>{"statement"} : std::vector<std::string_view>{};
    case SentenceForm::kCommand:
      if (!is_own_request(sentence) || is_condition(sentence, tools.sources())) return {};
      break;
    default:
      return {};
  }
  const bool is_order =
      is_own && !sentence.has_negation() && !sentence.has_comma() && !has_inner_subject(sentence);
  return is_order ? std::vector<std::string_view>{"command", "order"}
                  : std::vector<std::string_view>{"command"};
}

// A part outside a denial: "they met, though neither spoke". A command may list several things to
// do.
bool has_outer_part(const AuditSentence& sentence, const RuleSources& sources,
                    bool lists_commands = false) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) != ",") continue;
    const std::string& word = sentence.words()[at].lower;
    const bool orders = sources.forms->is_base(word) && may_follow_verb(sentence.next_of(at));
    if (lists_commands && (orders || word == "and")) continue;
    if (orders || is_audit_word("outer parts", word)) return true;
  }
  return is_audit_word("sayings", sentence.words().back().lower) ||
         has_own_clause_after_and(sentence) || has_spliced_clause(sentence);
}

// The text after the first comma of "When winter comes, the parasol slips into its cover". Empty
// without such a beginning.
std::string after_beginning(const AuditSentence& sentence) {
  const std::string& first = sentence.words().front().lower;
  if (!is_audit_word("beginnings", first)) return {};
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (sentence.before(at) == ",") {
      return capitalised(sentence.text().substr(sentence.words()[at].begin));
    }
  }
  return {};
}

// `text` in the frame of a denial of this form.
Outcome denied_in(std::string_view form, const AuditSentence& sentence, const std::string& text,
                  const RuleSources& sources) {
  const auto& frames = sources.lists.frames;
  const auto frame = std::ranges::find_if(
      frames, [&](const auto& one) { return one.kind == "negation" && one.form == form; });
  if (frame == frames.end()) return not_eligible("the frame is missing");
  return {true, filled(in_style_of(sentence, *frame), text), {}, frame->frame};
}

// The whole sentence.
Outcome denied_in(std::string_view form, const AuditSentence& sentence,
                  const RuleSources& sources) {
  const auto lower = continued(sentence, sources);
  return lower ? denied_in(form, sentence, *lower, sources)
               : not_eligible("the first word may be a name");
}

// A possible verb: "A guard high-fives a kid", "a couple argue over a map".
bool may_have_verb(const AuditSentence& sentence, const RuleSources& sources) {
  const auto& forms = *sources.forms;
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const std::string before(sentence.before(at)), next(sentence.next_of(at));
    const bool opens = is_audit_word("before nouns", before) || is_audit_word("determiner", before);
    const bool verb = forms.is_base(word) || forms.base_of_third(word);
    if (verb && !opens && (is_audit_word("before nouns", next) || may_follow_verb(next))) {
      return true;
    }
    if (is_audit_word("determiner", word) && !opens && !before.ends_with("ing") &&
        !forms.base_of_past(before)) {
      return true;
    }
  }
  return forms.base_of_third(sentence.words().front().lower).has_value();
}

// "A swing moving in the wind", "a pile of squash outside a shop".
bool shows_place(const AuditSentence& sentence) {
  static const std::set<std::string_view> kPlaces{"in",      "on",   "under",  "above", "outside",
                                                  "behind",  "at",   "near",   "over",  "against",
                                                  "beneath", "next", "across", "along", "inside"};
  return std::ranges::any_of(sentence.words(),
                             [](const auto& word) { return kPlaces.contains(word.lower); });
}

}  // namespace

Outcome denied_statement(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const auto states = [&](const AuditSentence& one) {
    return is_statement(one, tools.form_of(one), tools.sources());
  };
  AuditSentence clause = sentence;
  if (!states(sentence)) {
    clause = AuditSentence(sentence.is_single() ? after_beginning(sentence) : std::string());
    if (clause.words().empty() || !states(clause)) return not_eligible("no sure statement");
  }
  const bool aside =
      has_any_of(clause, audit_words("en", "asides")) || is_condition(clause, tools.sources());
  if (aside || has_outer_part(clause, tools.sources())) {
    return refused("a part outside the denial");
  }
  return denied_in("fact", sentence, tools.sources());
}

Outcome needless_command(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (tools.form_of(sentence) != SentenceForm::kCommand) return not_eligible("no command");
  const bool other = sentence.has_negation() || sentence.has("please") ||
                     is_condition(sentence, tools.sources()) ||
                     has_outer_part(sentence, tools.sources(), sentence.has("and")) ||
                     has_any_of(sentence, audit_words("en", "of adverts"));
  return other ? refused("a command that may be needed")
               : denied_in("need", sentence, tools.sources());
}

Outcome absent_thing(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (tools.form_of(sentence) != SentenceForm::kNounPhrase) return not_eligible("no noun phrase");
  const bool several =
      sentence.has_comma() || sentence.has("and") || sentence.has("or") || sentence.has_negation();
  if (several || !shows_place(sentence) || may_have_verb(sentence, tools.sources())) {
    return refused("no thing in one place");
  }
  const std::string& first = sentence.words().front().lower;
  if (first == "a" || first == "an") {
    return denied_in("thing", sentence, sentence.text().substr(sentence.words()[1].begin),
                     tools.sources());
  }
  const bool plural = first.ends_with('s') && !first.ends_with("'s") && !is_number(first);
  return plural ? denied_in("things", sentence, tools.sources()) : refused("no thing in one place");
}

Outcome in_frame(std::string_view kind, RuleTools& tools, const AuditSentence& sentence,
                 std::uint64_t key) {
  const auto lower = continued(sentence, tools.sources());
  if (!lower) return not_eligible("the first word may be a name");
  const auto forms = forms_of(tools, sentence);
  std::vector<const MeaningFrame*> fitting;
  for (const auto& frame : tools.sources().lists.frames) {
    if (frame.kind == kind && std::ranges::find(forms, frame.form) != forms.end()) {
      fitting.push_back(&frame);
    }
  }
  if (fitting.empty()) return not_eligible("neither question nor command nor statement");
  const MeaningFrame& frame = *fitting[key % fitting.size()];
  return {true, filled(in_style_of(sentence, frame), *lower), {}, frame.frame};
}

}  // namespace sonde

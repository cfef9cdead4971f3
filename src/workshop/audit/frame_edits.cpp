// The rules `filler` and `polite`: words around a whole sentence.
#include "workshop/audit/frame_edits.h"

#include <algorithm>
#include <set>
#include <utility>

#include "text/unicode.h"
#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

// "blunt" of "Blunt-ended", not of "Anglo-Dutch".
std::string first_part(std::string_view written, const std::string& lower) {
  const auto hyphen = lower.find('-');
  if (hyphen == lower.npos || hyphen + 1 >= written.size()) return lower;
  const char next = written[hyphen + 1];
  return next >= 'a' && next <= 'z' ? lower.substr(0, hyphen) : lower;
}

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
  const std::string part = first_part(written, lower);
  bool known = false;
  for (const auto kind :
       {WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective, WordKind::kAdverb}) {
    const std::string base = lexicon.base_of(part, kind);
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
  if (!sentence.has_end_mark() && form.ends_with('.')) form.pop_back();
  if (!sentence.has_end_mark() && form.ends_with('?') && !sentence.is_capital(0)) form.pop_back();
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

}  // namespace

std::optional<std::string> continued(const AuditSentence& sentence, const RuleSources& sources) {
  if (sentence.words().empty() || sentence.words().front().begin != 0) return std::nullopt;
  const std::string& first = sentence.words().front().lower;
  const bool i = first == "i" || first.starts_with("i'");
  if (!sentence.is_capital(0) || i || is_surely_name(sentence, sources)) return sentence.text();
  if (!may_lose_capital(sentence, sources)) return std::nullopt;
  return uncapitalised(sentence.text());
}

std::string put_in(const MeaningFrame& frame, const AuditSentence& sentence,
                   const std::string& lower) {
  return filled(in_style_of(sentence, frame), lower);
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
  return {true, put_in(frame, sentence, *lower), {}, frame.frame};
}

}  // namespace sonde

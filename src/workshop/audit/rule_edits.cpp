// Rules that are more than a phrase or a number.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "text/misspellings.h"
#include "text/unicode.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

Outcome outcome_of(const Negation& negation) {
  if (const auto* refusal = std::get_if<Refusal>(&negation)) return refused(reason(*refusal));
  const auto& made = std::get<Negated>(negation);
  Outcome outcome{true, made.text, {}, {}};
  for (const auto rule : made.rules) {
    outcome.trace += (outcome.trace.empty() ? "" : ", ") + std::string(rule);
  }
  return outcome;
}

// Up to three words from a place on that are a name of the list, the longest first.
struct NamedSpan {
  std::size_t first = 0, last = 0;
  std::string name{};
};

std::optional<NamedSpan> name_at(const AuditSentence& sentence, std::size_t first,
                                 const NameList& names) {
  const auto& words = sentence.words();
  for (std::size_t count = 3; count >= 1; --count) {
    const std::size_t last = first + count - 1;
    if (last >= words.size()) continue;
    const std::string text =
        sentence.text().substr(words[first].begin, words[last].end - words[first].begin);
    if (names.has(text) && names.kind_of(text) != "word") return NamedSpan{first, last, text};
  }
  return std::nullopt;
}

bool is_part_of_name(const AuditSentence& sentence, const NamedSpan& span) {
  const bool after = sentence.is_joined(span.last) && sentence.is_capital(span.last + 1);
  const bool before =
      span.first > 1 && sentence.is_joined(span.first - 1) && sentence.is_capital(span.first - 1);
  return after || before;
}

std::vector<NamedSpan> names_in(const AuditSentence& sentence, const NameList& names) {
  std::vector<NamedSpan> found;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    if (!sentence.is_capital(word)) continue;
    auto span = name_at(sentence, word, names);
    if (!span) continue;
    word = span->last;
    const bool person = names.kind_of(span->name) == "woman" || names.kind_of(span->name) == "man";
    if (person || !is_part_of_name(sentence, *span)) found.push_back(std::move(*span));
  }
  return found;
}

std::optional<std::string> other_of(const std::vector<std::string>& names,
                                    const AuditSentence& sentence, std::uint64_t key) {
  for (std::size_t turn = 0; turn < names.size(); ++turn) {
    const std::string& name = names[(key + turn) % names.size()];
    if (sentence.text().find(name) == std::string::npos) return name;
  }
  return std::nullopt;
}

// Whether the first word may be written without its capital.
bool may_lose_capital(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string_view written = sentence.written(0);
  const std::string& lower = sentence.words().front().lower;
  static const std::set<std::string_view> kFunctionWords{
      "the",     "a",       "an",     "my",       "our",    "your",   "his",     "her",     "their",
      "its",     "this",    "that",   "these",    "those",  "we",     "you",     "they",    "he",
      "she",     "it",      "there",  "how",      "what",   "where",  "when",    "why",     "which",
      "who",     "is",      "are",    "am",       "was",    "were",   "do",      "does",    "did",
      "can",     "could",   "will",   "would",    "should", "has",    "have",    "had",     "don't",
      "doesn't", "isn't",   "aren't", "can't",    "it's",   "what's", "where's", "there's", "we're",
      "you're",  "they're", "please", "to",       "in",     "on",     "at",      "for",     "from",
      "with",    "by",      "if",     "after",    "before", "no",     "all",     "some",    "every",
      "each",    "most",    "many",   "everyone", "nobody", "two",    "three",   "four"};
  if (kFunctionWords.contains(lower)) return true;
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

// The sentence as a continuation of other words. Nothing if its first word may be a name.
std::optional<std::string> continued(const AuditSentence& sentence, const RuleSources& sources) {
  if (sentence.words().empty() || sentence.words().front().begin != 0) return std::nullopt;
  const std::string& first = sentence.words().front().lower;
  const bool i = first == "i" || first.starts_with("i'");
  if (!sentence.is_capital(0) || i) return sentence.text();
  if (!may_lose_capital(sentence, sources)) return std::nullopt;
  return uncapitalised(sentence.text());
}

std::string without_last_mark(std::string text) {
  while (!text.empty() && std::string_view(".!?").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return text;
}

std::string filled(std::string frame, const std::string& lower) {
  for (const auto& [mark, text] : {std::pair<std::string, std::string>{"{lower}", lower},
                                   {"{bare}", without_last_mark(lower)}}) {
    if (const auto at = frame.find(mark); at != frame.npos) frame.replace(at, mark.size(), text);
  }
  return frame;
}

std::vector<std::string_view> forms_of(RuleTools& tools, const AuditSentence& sentence) {
  if (sentence.is_question()) return {"question"};
  if (tools.is_command(sentence)) {
    return sentence.has_negation() ? std::vector<std::string_view>{"command"}
                                   : std::vector<std::string_view>{"command", "order"};
  }
  const bool ends = !sentence.text().empty() &&
                    std::string_view(".!").find(sentence.text().back()) != std::string_view::npos;
  return ends ? std::vector<std::string_view>{"statement"} : std::vector<std::string_view>{};
}

bool has_acronym(const AuditSentence& sentence) {
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    const std::string_view written = sentence.written(word);
    const auto capitals =
        std::ranges::count_if(written, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (capitals > 1) return true;
  }
  return false;
}

}  // namespace

void add_names(const AuditSentence& sentence, const NameList& names, CorpusNames& found) {
  for (const auto& span : names_in(sentence, names)) {
    auto& of_kind = found[std::string(names.kind_of(span.name))];
    if (std::ranges::find(of_kind, span.name) == of_kind.end()) of_kind.push_back(span.name);
  }
}

// A yes-or-no question has the same answers when it is negated, and "how do I not" or "what is not"
// are unnatural.
Outcome negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  const bool odd = sentence.is_question() && (sentence.has("how") || sentence.has("what"));
  if (sentence.is_yes_or_no() || odd) {
    return not_eligible("a question that a negation hardly changes");
  }
  const Negator& negator = *tools.sources().negator;
  Negation made = negator.negate(sentence.text());
  const auto* refusal = std::get_if<Refusal>(&made);
  if (refusal != nullptr && *refusal == Refusal::kNegated && tools.sources().language == "en") {
    made = negator.negate(sentence.text(), {.affirm = true});
  }
  return outcome_of(made);
}

Outcome other_name(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const auto& sources = tools.sources();
  const auto spans = names_in(sentence, sources.lists.names);
  if (spans.empty()) return not_eligible("no name of the list");
  const NamedSpan& span = spans[key % spans.size()];
  const std::string kind(sources.lists.names.kind_of(span.name));
  std::optional<std::string> other;
  if (const auto own = sources.names.find(kind); own != sources.names.end()) {
    other = other_of(own->second, sentence, key >> 8);
  }
  if (!other) other = other_of(sources.lists.names.of_kind(kind), sentence, key >> 8);
  if (!other) return refused("no other name of its kind");
  return {
      true, sentence.with_words(span.first, span.last, *other), {}, span.name + " -> " + *other};
}

Outcome other_case(RuleTools&, const AuditSentence& sentence, std::uint64_t key) {
  const std::string& text = sentence.text();
  const std::string bare = without_last_mark(text);
  const std::string lower = has_acronym(sentence) ? text : lower_case(text);
  std::vector<std::pair<std::string, std::string>> forms{
      {lower, "lower case"}, {bare, "no mark"}, {without_last_mark(lower), "lower case, no mark"}};
  std::erase_if(forms, [&](const auto& form) { return form.first == text || form.first.empty(); });
  if (forms.empty()) {
    const std::string marked = capitalised(text) + (sentence.is_question() ? "?" : ".");
    return {true, marked, {}, "a capital and a mark"};
  }
  auto& [made, trace] = forms[key % forms.size()];
  return {true, std::move(made), {}, trace};
}

Outcome with_typo(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  constexpr std::size_t kShortest = 6;
  std::vector<std::size_t> long_words;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    const std::string_view written = sentence.written(word);
    const bool counts = number_word(written) > 0 || written == "without";
    if (written.size() >= kShortest && is_plain_word(written) && !counts) {
      long_words.push_back(word);
    }
  }
  if (long_words.empty()) return not_eligible("no long word");
  const std::size_t at = long_words[key % long_words.size()];
  const std::string word(sentence.written(at));
  const Lexicon* lexicon = tools.sources().lexicon.get();
  for (const auto& typo : misspellings_by_rule(word, key >> 8)) {
    if (lexicon != nullptr && lexicon->is_word(typo.text)) continue;
    return {true, sentence.with_words(at, at, typo.text), {}, word + " -> " + typo.text};
  }
  return refused("every typo is a word");
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
  return {true, filled(frame.frame, *lower), {}, frame.frame};
}

}  // namespace sonde

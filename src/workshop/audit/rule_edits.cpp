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

// Words that only a clause with a finite verb has.
bool is_of_clause(const AuditSentence::Word& word) {
  static const std::set<std::string_view> kWords{
      "is",     "are",  "was",  "were",  "am",   "can",  "could", "will",  "would",
      "should", "must", "may",  "do",    "does", "did",  "has",   "have",  "had",
      "i",      "we",   "you",  "they",  "he",   "she",  "it",    "might", "i'm",
      "we're",  "it's", "i've", "we've", "i'd",  "i'll", "we'll"};
  return kWords.contains(word.lower) || word.lower.ends_with("n't");
}

// A whole clause that ends with a mark, and no headline, caption or command.
bool is_statement(RuleTools& tools, const AuditSentence& sentence) {
  const std::string& text = sentence.text();
  const auto& words = sentence.words();
  if (text.empty() || words.empty() || (text.back() != '.' && text.back() != '!')) return false;
  const std::string& first = words.front().lower;
  const bool orders =
      first == "please" || (!is_of_clause(words.front()) && tools.sources().forms->is_base(first));
  return !orders && std::ranges::any_of(words, is_of_clause);
}

std::vector<std::string_view> forms_of(RuleTools& tools, const AuditSentence& sentence) {
  if (sentence.is_question()) return {"question"};
  if (tools.is_command(sentence)) {
    return sentence.has_negation() ? std::vector<std::string_view>{"command"}
                                   : std::vector<std::string_view>{"command", "order"};
  }
  return is_statement(tools, sentence) ? std::vector<std::string_view>{"statement"}
                                       : std::vector<std::string_view>{};
}

using WordSet = std::set<std::string_view>;

bool begins_with_any(const AuditSentence& sentence, const WordSet& words) {
  return !sentence.words().empty() && words.contains(sentence.words().front().lower);
}

bool has_any_of(const AuditSentence& sentence, const WordSet& words) {
  return std::ranges::any_of(sentence.words(),
                             [&](const auto& word) { return words.contains(word.lower); });
}

// A yes-or-no question has the same answers when it is negated, and "how do I not" or "what is not"
// are unnatural.
bool is_odd_question(const AuditSentence& sentence) {
  static const WordSet kAsks{"how", "what", "who"}, kRequests{"can", "could", "would", "will"};
  return sentence.is_question() && (sentence.is_yes_or_no() || has_any_of(sentence, kAsks) ||
                                    begins_with_any(sentence, kRequests));
}

// "Some are not" does not deny "some are".
bool is_about_some(const AuditSentence& sentence) {
  static const WordSet kSome{"some", "both", "all",      "every",   "each",     "several",  "most",
                             "many", "few",  "somebody", "someone", "everyone", "everybody"};
  static const WordSet kCounts{"hundreds", "thousands", "dozens", "millions", "least"};
  return begins_with_any(sentence, kSome) || has_any_of(sentence, kCounts) ||
         (!sentence.words().empty() && is_number(sentence.words().front().lower));
}

// Whether a further part depends on the main clause: "but", ", so", "and I", a second command.
bool has_second_part(const RuleTools& tools, const AuditSentence& sentence) {
  static const WordSet kJoining{"but", "though", "although", "saying"};
  static const WordSet kSubjects{"i", "we", "you", "he", "she", "it", "they"};
  if (has_any_of(sentence, kJoining)) return true;
  if ((sentence.has("rather") && sentence.has("than")) ||
      (sentence.has("down") && sentence.has("from"))) {
    return true;
  }
  const auto& forms = tools.sources().forms;
  for (std::size_t word = 1; word < sentence.words().size(); ++word) {
    const std::string& lower = sentence.words()[word].lower;
    const auto before = sentence.before(word);
    const bool joined = before == "and" || before == ",";
    if (!joined) continue;
    const bool clause = before == "and" ? kSubjects.contains(lower) : lower == "so";
    const bool order = forms && forms->is_base(sentence.words().front().lower) &&
                       forms->is_base(lower) && may_follow_verb(sentence.next_of(word));
    if (clause || order) return true;
  }
  return false;
}

// Empty if a negation is sure to change the meaning.
std::string_view why_not_negated(const RuleTools& tools, const AuditSentence& sentence) {
  if (is_odd_question(sentence)) return "a question that a negation hardly changes";
  if (is_about_some(sentence)) return "a sentence about some of many";
  return has_second_part(tools, sentence) ? "a sentence with a second part" : std::string_view();
}

// Whether the word that "do not", "does not" or "did not" was put before may be another part of
// speech: "three speeds", "the quick reply", "several bikes parked outside".
bool has_no_verb(const AuditSentence& sentence, const AuditSentence& made) {
  static const WordSet kPlaces{"in",     "on",     "at",   "up",   "along",
                               "by",     "under",  "near", "with", "next",
                               "behind", "around", "over", "from", "against"};
  static const WordSet kStarts{"^", ",", "please", "always", "just", "then", "and", "to"};
  static const WordSet kPlurals{"i", "we", "you", "they", "people", "children", "men", "women"};
  const auto [old, now] = std::ranges::mismatch(
      sentence.words(), made.words(), {}, &AuditSentence::Word::lower, &AuditSentence::Word::lower);
  if (old == sentence.words().end() || now == made.words().end()) return false;
  const auto at = static_cast<std::size_t>(old - sentence.words().begin());
  const std::string before(sentence.before(at));
  if (now->lower == "does") return is_number(before) || before.ends_with("ing");
  if (now->lower == "do") {
    return !kStarts.contains(before) && !kPlurals.contains(before) && !before.ends_with('s');
  }
  const std::string& first = sentence.words().front().lower;
  const bool indefinite = first == "a" || first == "an" || (at < 3 && first.ends_with('s'));
  return now->lower == "did" && indefinite && old->lower.ends_with("ed") &&
         kPlaces.contains(sentence.next_of(at));
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

Outcome negated(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (const auto why = why_not_negated(tools, sentence); !why.empty()) return not_eligible(why);
  const Negator& negator = *tools.sources().negator;
  Negation made = negator.negate(sentence.text());
  const auto* refusal = std::get_if<Refusal>(&made);
  if (refusal != nullptr && *refusal == Refusal::kNegated && tools.sources().language == "en") {
    made = negator.negate(sentence.text(), {.affirm = true});
  }
  const auto* negation = std::get_if<Negated>(&made);
  if (negation != nullptr && has_no_verb(sentence, AuditSentence(negation->text))) {
    return refused("the verb may be a noun or a participle");
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

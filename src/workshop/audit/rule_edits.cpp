// Rules that are more than a phrase or a number.
#include <algorithm>
#include <array>
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

// Whether a longer name has it as a part. A surname after a first name is no doubt.
bool is_part_of_name(const AuditSentence& sentence, const NamedSpan& span, const NameList& names) {
  const auto kind = names.kind_of(span.name);
  const bool person = kind == "woman" || kind == "man";
  const bool after = sentence.is_joined(span.last) && sentence.is_capital(span.last + 1);
  const bool before =
      span.first > 0 && sentence.is_joined(span.first - 1) && sentence.is_capital(span.first - 1);
  const bool begins = span.first == 1 && !names.has(sentence.written(0));
  return (after && !person) || (before && !begins);
}

std::vector<NamedSpan> names_in(const AuditSentence& sentence, const NameList& names) {
  std::vector<NamedSpan> found;
  for (std::size_t word = 0; word < sentence.words().size(); ++word) {
    if (!sentence.is_capital(word)) continue;
    auto span = name_at(sentence, word, names);
    if (!span) continue;
    word = span->last;
    if (!is_part_of_name(sentence, *span, names)) found.push_back(std::move(*span));
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

std::string without_last_mark(std::string text) {
  while (!text.empty() && std::string_view(".!?").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return text;
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

std::string without_first_word(const std::string& text) { return text.substr(text.find(' ') + 1); }

std::string filled(std::string frame, const std::string& lower) {
  const std::string bare = without_please(without_last_mark(lower));
  for (const auto& [mark, text] : {std::pair<std::string, std::string>{"{lower}", lower},
                                   {"{bare}", bare},
                                   {"{rest}", without_first_word(bare)}}) {
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

// The forms of frames that suit a sentence.
std::vector<std::string_view> forms_of(RuleTools& tools, const AuditSentence& sentence) {
  static const std::set<std::string_view> kOwn{"me", "my", "us", "our", "mine"};
  switch (tools.form_of(sentence)) {
    case SentenceForm::kQuestion:
      return {"question"};
    case SentenceForm::kClause:
      return {"statement"};
    case SentenceForm::kNounPhrase:
      return {phrase_form(sentence)};
    case SentenceForm::kOther:
      return {};
    case SentenceForm::kCommand:
      break;
  }
  const bool asks_for_itself = std::ranges::any_of(
      sentence.words(), [](const auto& word) { return kOwn.contains(word.lower); });
  const bool is_order = asks_for_itself && !sentence.has_negation() && !sentence.has_comma();
  return is_order ? std::vector<std::string_view>{"command", "order"}
                  : std::vector<std::string_view>{"command"};
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
  static const WordSet kAsks{"how", "what", "who", "why"};
  static const WordSet kStarts{"can", "could", "would", "will", "do", "does", "is", "are"};
  return begins_with_any(sentence, kStarts) ||
         (sentence.is_question() &&
          (sentence.is_yes_or_no() || sentence.has_comma() || has_any_of(sentence, kAsks)));
}

// "Some are not" does not deny "some are".
bool is_about_some(const AuditSentence& sentence) {
  static const WordSet kSome{"some",    "both",     "all",       "every",     "each",
                             "most",    "several",  "many",      "few",       "somebody",
                             "someone", "everyone", "everybody", "something", "fewer"};
  static const WordSet kCounts{"hundreds", "thousands", "dozens", "millions", "least", "one"};
  return begins_with_any(sentence, kSome) || has_any_of(sentence, kCounts) ||
         (!sentence.words().empty() && is_number(sentence.words().front().lower));
}

// Words that a negation does not go with, or that leave open what it denies.
bool has_word_against_negation(const AuditSentence& sentence) {
  static const WordSet kWords{
      "still",   "already", "only",    "just",     "almost",    "nearly",    "also",   "too",
      "even",    "rather",  "quite",   "until",    "till",      "unless",    "now",    "finally",
      "somehow", "some",    "someone", "somebody", "something", "somewhere", "swear",  "whether",
      "yet",     "least",   "pretty",  "fairly",   "both",      "either",    "always", "again",
      "rarely",  "hardly",  "so",      "otherwise"};
  return has_any_of(sentence, kWords);
}

// "Do not note that", "I would not like to": nobody says so.
bool has_verb_against_negation(const AuditSentence& sentence) {
  static const WordSet kCommands{
      "let",   "note",  "remember", "see",    "thank", "feel", "enjoy", "make",     "say",
      "find",  "be",    "have",     "don't",  "go",    "wait", "try",   "get",      "forget",
      "can't", "won't", "keep",     "choose", "pick",  "look", "help",  "generate", "give"};
  static const WordSet kWishes{"like", "hope", "wish", "prefer", "supposed", "going"};
  const auto& words = sentence.words();
  const std::size_t at = words.size() > 1 && words.front().lower == "please" ? 1 : 0;
  return words.empty() || kCommands.contains(words[at].lower) ||
         (begins_with_any(sentence, {"i", "we", "i'd", "we'd"}) && has_any_of(sentence, kWishes));
}

struct Doubt {
  bool (*holds)(const RuleTools& tools, const AuditSentence& sentence);
  std::string_view reason;
};
constexpr std::array kNegationDoubts{
    Doubt{[](const RuleTools&, const AuditSentence& one) { return is_odd_question(one); },
          "a question that a negation hardly changes"},
    Doubt{[](const RuleTools&, const AuditSentence& one) { return is_about_some(one); },
          "a sentence about some of many"},
    Doubt{[](const RuleTools&, const AuditSentence& one) {
            return has_word_against_negation(one) || has_verb_against_negation(one);
          },
          "a word that a negation does not go with"},
    Doubt{[](const RuleTools& tools, const AuditSentence& one) {
            return !one.is_single() ||
                   (tools.sources().forms != nullptr && has_second_part(one, tools.sources()));
          },
          "a sentence with a second part"}};

// Empty if a negation is sure to change the meaning.
std::string_view why_not_negated(const RuleTools& tools, const AuditSentence& sentence) {
  for (const auto& doubt : kNegationDoubts) {
    if (doubt.holds(tools, sentence)) return doubt.reason;
  }
  return {};
}

// Whether the word that "do not", "does not" or "did not" was put before may be another part of
// speech.
bool is_of_unsure_verb(const RuleTools& tools, const AuditSentence& sentence,
                       const AuditSentence& made) {
  if (tools.sources().forms == nullptr) return false;
  const auto [old, now] = std::ranges::mismatch(
      sentence.words(), made.words(), {}, &AuditSentence::Word::lower, &AuditSentence::Word::lower);
  if (old == sentence.words().end() || now == made.words().end()) return false;
  const auto at = static_cast<std::size_t>(old - sentence.words().begin());
  const bool begins = at == 0 || sentence.before(at) == "please" || sentence.before(at) == ",";
  if (now->lower == "do" && begins) return false;  // a command
  const bool supports = now->lower == "do" || now->lower == "does" || now->lower == "did";
  return supports && !is_sure_verb(sentence, at, tools.sources());
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
  if (negation != nullptr && is_of_unsure_verb(tools, sentence, AuditSentence(negation->text))) {
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

namespace {

// What a frame says of a sentence that is not said of it: wishes, thanks, guesses.
bool is_no_claim(const AuditSentence& sentence) {
  static const WordSet kStarts{
      "thanks",   "thank", "sorry",  "hi",      "hello",   "hey",       "please", "ok",   "okay",
      "so",       "yes",   "no",     "but",     "and",     "however",   "well",   "not",  "neither",
      "nor",      "let's", "or",     "also",    "whoever", "unless",    "if",     "note", "never",
      "don't",    "what",  "what's", "how's",   "hows",    "according", "as",     "by",   "though",
      "although", "do",    "say",    "welcome", "i'd",     "we'd",      "let"};
  static const WordSet kWishes{"like",   "want",  "wish",  "hope",   "think",   "believe",
                               "prefer", "swear", "guess", "wonder", "suppose", "afraid"};
  static const WordSet kOwn{"i", "we", "i'm", "we're"};
  return begins_with_any(sentence, kStarts) ||
         (begins_with_any(sentence, kOwn) && has_any_of(sentence, kWishes));
}

}  // namespace

Outcome denied(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const bool unsure = is_no_claim(sentence) || has_spliced_part(sentence, tools.sources()) ||
                      sentence.text().find(", but") != std::string::npos;
  const bool lists = tools.form_of(sentence) == SentenceForm::kNounPhrase && sentence.has_comma();
  if (unsure || (lists && phrase_form(sentence) != "phrase")) {
    return not_eligible("no claim and no command");
  }
  return in_frame("denial", tools, sentence, key);
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
